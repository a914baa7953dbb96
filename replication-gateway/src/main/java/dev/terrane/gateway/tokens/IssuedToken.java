package dev.terrane.gateway.tokens;

import java.time.Duration;
import java.time.Instant;

/**
 * A signed token and when it ends.
 *
 * @param value the compact JWT
 * @param lifetime how long it is valid from its issue
 * @param expiresAt end of validity, whole seconds
 */
public record IssuedToken(String value, Duration lifetime, Instant expiresAt) {}
