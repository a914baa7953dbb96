/** Bounded little-endian reading and writing. No knowledge of what the bytes mean. */
@NullMarked
package dev.terrane.core.session.bytes;

import org.jspecify.annotations.NullMarked;
