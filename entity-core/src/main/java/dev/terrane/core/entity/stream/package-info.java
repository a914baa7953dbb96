/**
 * Nested streams: explicit projections, captures, publishers and replicas over immutable values.
 *
 * <p>Fields, tables and containers replicate as one root; scalar streams are for one process.
 * Nothing here knows bytes, transports, sessions or who may see what: the application authorises a
 * projection and binds a stream before state. Publisher and replica are single-owner state
 * machines; what they hand out is immutable and may go anywhere.
 */
@NullMarked
package dev.terrane.core.entity.stream;

import org.jspecify.annotations.NullMarked;
