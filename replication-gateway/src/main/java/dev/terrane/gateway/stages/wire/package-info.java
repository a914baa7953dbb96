/**
 * Stages on the wire: StageService for programs, and the clients of schema-, world- and
 * session-service a live stage works with.
 */
@NullMarked
package dev.terrane.gateway.stages.wire;

import org.jspecify.annotations.NullMarked;
