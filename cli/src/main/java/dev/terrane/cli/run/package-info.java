/** Commands about a running instance: up, stop, token, and the files they share. */
@NullMarked
package dev.terrane.cli.run;

import org.jspecify.annotations.NullMarked;
