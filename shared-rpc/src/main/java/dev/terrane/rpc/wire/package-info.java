/**
 * The bytes of the Connect protocol: codecs, error bodies, compression. Shared by client and
 * server; no HTTP library here.
 */
@NullMarked
package dev.terrane.rpc.wire;

import org.jspecify.annotations.NullMarked;
