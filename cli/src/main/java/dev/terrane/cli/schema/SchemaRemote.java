package dev.terrane.cli.schema;

import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.TerraneException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The REST routes of schema-service behind a gateway. */
final class SchemaRemote {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final URI gateway;
    private final String token;

    SchemaRemote(URI gateway, String token) {
        this.gateway = gateway;
        this.token = token;
    }

    /** What the server said. */
    static final class Answer {
        private final HttpResponse<byte[]> response;

        private Answer(HttpResponse<byte[]> response) {
            this.response = response;
        }

        boolean isOk() {
            return response.statusCode() < 300;
        }

        int status() {
            return response.statusCode();
        }

        byte[] body() {
            return response.body();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        /** The body as JSON; an empty object when it is none. */
        JsonNode json() {
            try {
                return JsonMapper.shared().readTree(response.body());
            } catch (JacksonException e) {
                return JsonMapper.shared().createObjectNode();
            }
        }

        /** A refusal in one line. */
        String problem() {
            JsonNode problem = json();
            String detail =
                    problem.path("detail")
                            .asString(new String(response.body(), StandardCharsets.UTF_8));
            String code = problem.path("code").asString("");
            return (code.isEmpty() ? "HTTP " + response.statusCode() : code) + ": " + detail;
        }
    }

    Answer get(String path) {
        return send(request(path).GET());
    }

    Answer post(String path, Object body) {
        return send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(
                                HttpRequest.BodyPublishers.ofByteArray(
                                        JsonMapper.shared().writeValueAsBytes(body))));
    }

    Answer put(String path, byte[] json, Map<String, String> headers) {
        HttpRequest.Builder request =
                request(path)
                        .header("Content-Type", "application/json")
                        .PUT(HttpRequest.BodyPublishers.ofByteArray(json));
        headers.forEach(request::header);
        return send(request);
    }

    /** A text as one segment of a path, or one value of a query. */
    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(gateway.resolve(path))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + token);
    }

    private static Answer send(HttpRequest.Builder builder) {
        HttpRequest request = builder.build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return new Answer(client.send(request, HttpResponse.BodyHandlers.ofByteArray()));
        } catch (IOException e) {
            throw TerraneException.of(
                            CliError.NOT_RUNNING,
                            "no gateway answers at %s (%s)".formatted(request.uri(), e))
                    .toException();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TerraneException.of(
                            CliError.NOT_RUNNING, "interrupted while asking " + request.uri())
                    .toException();
        }
    }
}
