/** The demo, played for real. */
@NullMarked
package dev.terrane.system.demo;

import org.jspecify.annotations.NullMarked;
