/** The registry over RPC and event streams. The only place of this feature with Protobuf types. */
@NullMarked
package dev.terrane.schema.registry.wire;

import org.jspecify.annotations.NullMarked;
