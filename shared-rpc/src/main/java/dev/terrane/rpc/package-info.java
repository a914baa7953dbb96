/**
 * What RPC client and server share: the deadline of a call. Nothing here knows HTTP, Spring or a
 * service's domain.
 */
@NullMarked
package dev.terrane.rpc;

import org.jspecify.annotations.NullMarked;
