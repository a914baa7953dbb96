/**
 * A running service for services' tests. In the main sources so that they can see it; the test
 * issuer is there only when tests run. Nothing of the product may use it.
 */
@NullMarked
package dev.terrane.support.testing;

import org.jspecify.annotations.NullMarked;
