package dev.terrane.cli.run;

import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Development tokens from a gateway's token endpoint (OAuth 2 client credentials), authenticated
 * with the {@code dev.json} of its data folder. Immutable and safe for all threads.
 */
public final class DevTokens {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final URI gateway;
    private final String authorization;

    private DevTokens(URI gateway, String authorization) {
        this.gateway = gateway;
        this.authorization = authorization;
    }

    /**
     * Tokens from the gateway that runs on this folder.
     *
     * @throws TerraneException NOT_RUNNING when none does
     */
    public static DevTokens of(DataFolder folder) {
        return at(folder.gateway(), folder);
    }

    /**
     * Tokens from a gateway elsewhere that shares this folder's credentials.
     *
     * @throws TerraneException NOT_RUNNING when the folder has none
     */
    public static DevTokens at(URI gateway, DataFolder folder) {
        try {
            JsonNode dev = JsonMapper.shared().readTree(Files.readString(folder.devFile()));
            String pair =
                    dev.path("clientId").asString("") + ":" + dev.path("clientSecret").asString("");
            String basic =
                    Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
            return new DevTokens(gateway, "Basic " + basic);
        } catch (IOException | JacksonException e) {
            throw notRunning(
                    "cannot read the development credentials %s (%s)"
                            .formatted(folder.devFile(), e.getMessage()));
        }
    }

    /**
     * Asks for one token.
     *
     * @throws TerraneException NOT_RUNNING when nobody answers, INVALID_ARGUMENT or UNAUTHENTICATED
     *     when the gateway refuses
     */
    public Token get(Ask ask) {
        HttpRequest request =
                HttpRequest.newBuilder(gateway.resolve("/oauth2/token"))
                        .timeout(TIMEOUT)
                        .header("Authorization", authorization)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(ask.toForm()))
                        .build();
        try (HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
            return read(client.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            throw notRunning("no gateway answers at %s (%s)".formatted(gateway, e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw notRunning("interrupted while asking " + gateway);
        }
    }

    private Token read(HttpResponse<String> response) {
        JsonNode body;
        try {
            body = JsonMapper.shared().readTree(response.body());
        } catch (JacksonException e) {
            throw notRunning(
                    "%s answered %d and no JSON: it is not a gateway that issues tokens"
                            .formatted(gateway, response.statusCode()));
        }
        if (response.statusCode() == 200) {
            return new Token(
                    body.path("access_token").asString(""), body.path("expires_in").asLong(0));
        }
        String said = body.path("error_description").asString(response.body());
        throw TerraneException.of(
                        response.statusCode() == 401
                                ? CommonError.UNAUTHENTICATED
                                : CommonError.INVALID_ARGUMENT,
                        "the gateway refused (%d): %s".formatted(response.statusCode(), said))
                .toException();
    }

    private static TerraneException notRunning(String text) {
        return TerraneException.of(CliError.NOT_RUNNING, text).toException();
    }

    /**
     * What the token shall say; bounds are the gateway's.
     *
     * @param roles at least one
     * @param subject who it is for
     * @param content allowance by object category
     * @param mature whether mature content may be shown
     * @param team team claim or empty
     * @param guild guild claim or empty
     * @param lifetime zero for the gateway's default
     */
    public record Ask(
            List<String> roles,
            String subject,
            Map<String, Integer> content,
            boolean mature,
            String team,
            String guild,
            Duration lifetime) {
        public Ask {
            roles = List.copyOf(roles);
            content = Map.copyOf(content);
        }

        /** A token of these roles and nothing else. */
        public static Ask forRoles(String subject, String... roles) {
            return new Ask(List.of(roles), subject, Map.of(), false, "", "", Duration.ZERO);
        }

        private String toForm() {
            Map<String, String> form = new LinkedHashMap<>();
            form.put("grant_type", "client_credentials");
            form.put("scope", String.join(" ", roles));
            form.put("sub", subject);
            if (!content.isEmpty()) {
                form.put("content", JsonMapper.shared().writeValueAsString(content));
            }
            if (mature) {
                form.put("mature", "true");
            }
            if (!team.isEmpty()) {
                form.put("team", team);
            }
            if (!guild.isEmpty()) {
                form.put("guild", guild);
            }
            if (!lifetime.isZero()) {
                form.put("expires_in", Long.toString(lifetime.toSeconds()));
            }
            return form.entrySet().stream()
                    .map(e -> e.getKey() + "=" + encode(e.getValue()))
                    .collect(Collectors.joining("&"));
        }

        private static String encode(String value) {
            return URLEncoder.encode(value, StandardCharsets.UTF_8);
        }
    }

    /**
     * What the gateway gave.
     *
     * @param token the JWT
     * @param expiresInSeconds how long it is valid from now
     */
    public record Token(String token, long expiresInSeconds) {}
}
