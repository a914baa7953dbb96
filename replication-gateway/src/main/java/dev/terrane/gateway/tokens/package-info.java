/**
 * The embedded token issuer: ES256 keys, signed access tokens and the clients that may ask for
 * them. For development and single-machine use; production configures another issuer. No web types
 * outside {@code web}, no user login.
 */
@NullMarked
package dev.terrane.gateway.tokens;

import org.jspecify.annotations.NullMarked;
