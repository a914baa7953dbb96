/**
 * The compact codec of {@code docs/protocol/compact-codec.md}: bodies that all recipients of a
 * projection class share, and the numbered frame each peer gets them in.
 *
 * <p>Nothing here knows Protobuf, transports or who may see what. Layouts, removals and id mappings
 * travel outside the frame and are told to the receiver before it.
 */
@NullMarked
package dev.terrane.core.entity.compact;

import org.jspecify.annotations.NullMarked;
