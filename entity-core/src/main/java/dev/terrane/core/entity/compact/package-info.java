/**
 * The compact codec of {@code docs/protocol/compact-codec.md}: bodies that all recipients of a
 * projection class share, and the numbered frame each peer gets them in. From the kernel to the
 * wire and back:
 *
 * <ul>
 *   <li>what recipients were told last: {@code StageBodies} takes over what a flush of the kernel
 *       says is dirty, into a {@code PublishedRoot} and, when its classes show children, its {@code
 *       PublishedTree}; each {@code PublishedEntity} has columns, tables and containers as
 *       published, and a {@code History} of what they were
 *   <li>what changed since a base: {@code TreeChanges}, a {@code ChangeSet} for each entity, seen
 *       through a {@code ColumnPlan}
 *   <li>bodies: {@code ColumnEncoder} writes them from columns; {@code SharedClass} keeps them for
 *       the recipients of a projection class. {@code BodyEncoder} behind {@code CompactCodec}
 *       writes the same from snapshots and patches, and judges what may be over a limit
 *   <li>frames: {@code PeerStreams} knows what one peer has still to be sent, {@code FrameWriter}
 *       puts it together
 *   <li>receiving: {@code CompactReceiver}, {@code FrameReader}, {@code BodyDecoder} and {@code
 *       RowDecoder}, through a {@code Plan}
 * </ul>
 *
 * <p>Nothing here knows Protobuf, transports or who may see what. Layouts, removals and id mappings
 * travel outside the frame and are told to the receiver before it.
 */
@NullMarked
package dev.terrane.core.entity.compact;

import org.jspecify.annotations.NullMarked;
