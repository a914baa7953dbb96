package dev.terrane.gateway.tokens.web;

import dev.terrane.gateway.tokens.IssuedToken;
import dev.terrane.gateway.tokens.TokenIssuer;
import dev.terrane.gateway.tokens.TokenRequest;
import dev.terrane.gateway.tokens.TokenRequest.InvalidTokenRequestException;
import dev.terrane.gateway.tokens.TokensProperties;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Tokens for others, made by an administrator. */
@RestController
@ConditionalOnProperty(name = "terrane.gateway.tokens.enabled", matchIfMissing = true)
@Tag(name = "tokens", description = "Access tokens of the embedded issuer")
final class TokensController {
    private final TokenIssuer issuer;
    private final TokensProperties properties;

    TokensController(TokenIssuer issuer, TokensProperties properties) {
        this.issuer = issuer;
        this.properties = properties;
    }

    @Operation(
            summary = "Makes an access token",
            description = "For any subject, roles (except service) and claims.")
    @PostMapping(
            path = "/api/v1/tokens",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<TokenView> make(@RequestBody TokenAsk ask) {
        try {
            if (ask.roles() != null && ask.roles().contains("service")) {
                throw TokenRequest.invalid("roles", "roles other than service");
            }
            Duration lifetime =
                    ask.lifetimeSeconds() == null
                            ? properties.accessLifetime()
                            : Duration.ofSeconds(ask.lifetimeSeconds());
            if (lifetime.compareTo(properties.lifetimeMax()) > 0) {
                throw TokenRequest.invalid(
                        "lifetimeSeconds", "at most " + properties.lifetimeMax().toSeconds());
            }
            IssuedToken token =
                    issuer.issue(
                            new TokenRequest(
                                    Objects.requireNonNullElse(ask.subject(), ""),
                                    Objects.requireNonNullElse(ask.roles(), Set.<String>of()),
                                    Objects.requireNonNullElse(
                                            ask.content(), Map.<String, Integer>of()),
                                    Boolean.TRUE.equals(ask.mature()),
                                    Objects.requireNonNullElse(ask.team(), ""),
                                    Objects.requireNonNullElse(ask.guild(), ""),
                                    lifetime));
            return ResponseEntity.ok()
                    .cacheControl(CacheControl.noStore())
                    .body(new TokenView(token.value(), token.expiresAt()));
        } catch (InvalidTokenRequestException e) {
            throw TerraneException.of(CommonError.INVALID_ARGUMENT, String.valueOf(e.getMessage()))
                    .field(e.field())
                    .cause(e)
                    .toException();
        }
    }

    /**
     * What a token shall say.
     *
     * @param subject who it is for
     * @param roles at least one
     * @param content allowance per object category, 0..3
     * @param mature whether mature content may be shown
     * @param team team name
     * @param guild guild name
     * @param lifetimeSeconds how long it is valid
     */
    record TokenAsk(
            @Nullable String subject,
            @Nullable Set<String> roles,
            @Nullable Map<String, Integer> content,
            @Nullable Boolean mature,
            @Nullable String team,
            @Nullable String guild,
            @Nullable Long lifetimeSeconds) {}

    /**
     * A token.
     *
     * @param token compact JWT
     * @param expiresAt when it ends
     */
    record TokenView(String token, Instant expiresAt) {}
}
