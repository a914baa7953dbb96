/**
 * The stage protocol in Protobuf: what the stage says as messages, and a connection's conversation
 * from its first message on. The only place of the live stage that knows generated types.
 */
@NullMarked
package dev.terrane.gateway.live.wire;

import org.jspecify.annotations.NullMarked;
