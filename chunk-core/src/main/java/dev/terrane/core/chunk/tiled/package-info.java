/**
 * Reads maps of the Tiled editor (TMX) into chunks. Files come through a {@link
 * dev.terrane.core.chunk.tiled.ResourceResolver}; nothing here opens one. docs/guides/tiled.md says
 * what is kept, what is dropped with a warning and what is refused.
 */
@NullMarked
package dev.terrane.core.chunk.tiled;

import org.jspecify.annotations.NullMarked;
