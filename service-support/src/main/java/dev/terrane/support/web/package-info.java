/**
 * The HTTP edge every service shares: refusals as problem details (RFC 9457), correlation ids, body
 * limits, idempotency keys, OpenAPI settings. No domain here.
 */
@NullMarked
package dev.terrane.support.web;

import org.jspecify.annotations.NullMarked;
