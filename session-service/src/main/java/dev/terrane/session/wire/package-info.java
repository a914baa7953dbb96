/**
 * The session contract of shared-proto on RPC and event streams. Generated types stay in here and
 * in the room's reader.
 */
@NullMarked
package dev.terrane.session.wire;

import org.jspecify.annotations.NullMarked;
