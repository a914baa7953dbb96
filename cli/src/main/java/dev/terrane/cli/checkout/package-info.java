/** Commands of a checkout: test and dist. */
@NullMarked
package dev.terrane.cli.checkout;

import org.jspecify.annotations.NullMarked;
