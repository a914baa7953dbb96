/**
 * The test every service inherits for its access table. In the main sources so that services' tests
 * can see it; JUnit and AssertJ are there only when tests run. Nothing of the product may use it.
 */
@NullMarked
package dev.terrane.support.security.testing;

import org.jspecify.annotations.NullMarked;
