/** Commands that only look: doctor and explain. */
@NullMarked
package dev.terrane.cli.check;

import org.jspecify.annotations.NullMarked;
