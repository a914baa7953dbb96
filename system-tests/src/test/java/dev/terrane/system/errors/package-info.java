/** What holds for the error registry across all modules. */
@NullMarked
package dev.terrane.system.errors;

import org.jspecify.annotations.NullMarked;
