package dev.terrane.gateway.tokens.web;

import dev.terrane.gateway.tokens.IssuedToken;
import dev.terrane.gateway.tokens.TokenClients;
import dev.terrane.gateway.tokens.TokenIssuer;
import dev.terrane.gateway.tokens.TokenRequest;
import dev.terrane.gateway.tokens.TokenRequest.InvalidTokenRequestException;
import dev.terrane.gateway.tokens.TokensProperties;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * JWKS and the client-credentials grant (RFC 6749 §4.4), in that RFC's own formats: refusals are
 * {@code {"error","error_description"}}, not problem details.
 *
 * <p>A service gets a token of role {@code service}. The development client names what it wants in
 * the form: {@code scope} (roles, separated by spaces; default {@code player}), {@code sub}, {@code
 * content} (a JSON object), {@code mature}, {@code team}, {@code guild}, {@code expires_in}
 * (seconds).
 */
@RestController
@ConditionalOnProperty(name = "terrane.gateway.tokens.enabled", matchIfMissing = true)
final class OAuthController {
    private static final TypeReference<Map<String, Integer>> CONTENT = new TypeReference<>() {};

    private final TokenIssuer issuer;
    private final TokenClients clients;
    private final TokensProperties properties;

    OAuthController(TokenIssuer issuer, TokenClients clients, TokensProperties properties) {
        this.issuer = issuer;
        this.clients = clients;
        this.properties = properties;
    }

    @GetMapping(path = "/oauth2/jwks", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<String> jwks() {
        return ResponseEntity.ok()
                .cacheControl(CacheControl.maxAge(Duration.ofMinutes(5)))
                .body(issuer.toJwksJson());
    }

    @PostMapping(
            path = "/oauth2/token",
            consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Map<String, Object>> token(
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false)
                    @Nullable String authorization,
            @RequestParam MultiValueMap<String, String> form) {
        Credentials credentials = credentials(authorization, form);
        Optional<TokenClients.Client> client =
                clients.authenticate(credentials.id(), credentials.secret());
        if (client.isEmpty()) {
            return refuse(
                    HttpStatus.UNAUTHORIZED, "invalid_client", "client id or secret is wrong");
        }
        String grantType = first(form, "grant_type");
        if (!"client_credentials".equals(grantType)) {
            return refuse(
                    HttpStatus.BAD_REQUEST,
                    "unsupported_grant_type",
                    "grant_type must be client_credentials");
        }
        try {
            return granted(issuer.issue(request(client.get(), credentials.id(), form)));
        } catch (InvalidTokenRequestException e) {
            String error = e.field().equals("scope") ? "invalid_scope" : "invalid_request";
            return refuse(HttpStatus.BAD_REQUEST, error, String.valueOf(e.getMessage()));
        } catch (NumberFormatException | JacksonException _) {
            return refuse(
                    HttpStatus.BAD_REQUEST,
                    "invalid_request",
                    "expires_in must be a number, content a JSON object of numbers");
        }
    }

    private TokenRequest request(
            TokenClients.Client client, String id, MultiValueMap<String, String> form) {
        return switch (client) {
            case SERVICE ->
                    new TokenRequest(
                            id,
                            Set.of("service"),
                            Map.of(),
                            false,
                            "",
                            "",
                            properties.serviceLifetime());
            case DEV -> devRequest(form);
        };
    }

    private TokenRequest devRequest(MultiValueMap<String, String> form) {
        Set<String> roles = new LinkedHashSet<>(List.of(or(form, "scope", "player").split(" ")));
        roles.remove("");
        if (roles.contains("service")) {
            throw TokenRequest.invalid("scope", "roles other than service");
        }
        String seconds = first(form, "expires_in");
        Duration lifetime =
                seconds.isEmpty()
                        ? properties.accessLifetime()
                        : Duration.ofSeconds(Long.parseLong(seconds));
        if (lifetime.compareTo(properties.lifetimeMax()) > 0) {
            throw TokenRequest.invalid(
                    "expires_in", "at most " + properties.lifetimeMax().toSeconds());
        }
        String content = first(form, "content");
        return new TokenRequest(
                or(form, "sub", "dev"),
                roles,
                content.isEmpty() ? Map.of() : JsonMapper.shared().readValue(content, CONTENT),
                Boolean.parseBoolean(first(form, "mature")),
                first(form, "team"),
                first(form, "guild"),
                lifetime);
    }

    private ResponseEntity<Map<String, Object>> granted(IssuedToken token) {
        Map<String, Object> body = new HashMap<>();
        body.put("access_token", token.value());
        body.put("token_type", "Bearer");
        body.put("expires_in", token.lifetime().toSeconds());
        return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(body);
    }

    private static ResponseEntity<Map<String, Object>> refuse(
            HttpStatus status, String error, String description) {
        ResponseEntity.BodyBuilder reply =
                ResponseEntity.status(status).cacheControl(CacheControl.noStore());
        if (status == HttpStatus.UNAUTHORIZED) {
            reply.header(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"terrane\"");
        }
        return reply.body(Map.of("error", error, "error_description", description));
    }

    private static Credentials credentials(
            @Nullable String authorization, MultiValueMap<String, String> form) {
        if (authorization != null && authorization.regionMatches(true, 0, "Basic ", 0, 6)) {
            try {
                byte[] decoded = Base64.getDecoder().decode(authorization.substring(6).strip());
                String pair = new String(decoded, StandardCharsets.UTF_8);
                int colon = pair.indexOf(':');
                if (colon > 0) {
                    return new Credentials(
                            decoded(pair.substring(0, colon)), decoded(pair.substring(colon + 1)));
                }
            } catch (IllegalArgumentException _) {
                return new Credentials("", "");
            }
        }
        return new Credentials(first(form, "client_id"), first(form, "client_secret"));
    }

    /** RFC 6749 §2.3.1: both parts are form-encoded before they are joined. */
    private static String decoded(String part) {
        return URLDecoder.decode(part, StandardCharsets.UTF_8);
    }

    private static String first(MultiValueMap<String, String> form, String name) {
        String value = form.getFirst(name);
        return value == null ? "" : value;
    }

    private static String or(MultiValueMap<String, String> form, String name, String otherwise) {
        String value = first(form, name);
        return value.isEmpty() ? otherwise : value;
    }

    private record Credentials(String id, String secret) {}
}
