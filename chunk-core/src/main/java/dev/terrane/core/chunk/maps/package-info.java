/**
 * Maps of other programs as chunks. Files come through a {@link
 * dev.terrane.core.chunk.maps.ResourceResolver}; nothing here opens one. The guides say what is
 * kept, what is dropped with a warning and what is refused.
 */
@NullMarked
package dev.terrane.core.chunk.maps;

import org.jspecify.annotations.NullMarked;
