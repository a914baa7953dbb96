/** The issuer's HTTP endpoints: JWKS, the OAuth 2 token endpoint and token minting for admins. */
@NullMarked
package dev.terrane.gateway.tokens.web;

import org.jspecify.annotations.NullMarked;
