package dev.terrane.cli.map;

import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.sdk.JobPoll;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls about the imports of one world. Used by one thread, and by the one that ends the program.
 */
final class ImportClient implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Set<String> RESTING =
            Set.of("planned", "suspended", "done", "failed", "cancelled");

    private final URI gateway;
    private final String token;
    private final String world;
    private final HttpClient client = HttpClient.newHttpClient();

    ImportClient(URI gateway, String token, String world) {
        this.gateway = gateway;
        this.token = token;
        this.world = world;
    }

    /** What was answered: a job, a list, or a problem document. */
    record Answer(int status, JsonNode body) {
        boolean isRefusal() {
            return status >= 300;
        }

        /** The refusal in one line. */
        String text() {
            return "refused (%d): %s".formatted(status, said(body));
        }
    }

    /** A problem document in one line. */
    static String said(JsonNode problem) {
        String detail = problem.path("detail").asString(problem.toString());
        String title = problem.path("title").asString("");
        String type = problem.path("type").asString("");
        return title
                + (title.isEmpty() ? "" : ": ")
                + detail
                + (type.isEmpty() ? "" : " [" + type + "]");
    }

    /** Whether a job waits for somebody, or is over. */
    static boolean isAtRest(JsonNode job) {
        return RESTING.contains(state(job));
    }

    static String state(JsonNode job) {
        return job.path("state").asString("");
    }

    static String id(JsonNode job) {
        return job.path("id").asString("");
    }

    Answer start(String room, String options, Multipart body, String key)
            throws InterruptedException {
        return send(
                "?room=" + encode(room) + options,
                request ->
                        request.header("Content-Type", body.contentType())
                                .header("Idempotency-Key", key)
                                .POST(BodyPublishers.ofByteArray(body.toBytes())));
    }

    Answer get(String id) throws InterruptedException {
        return send("/" + encode(id), UnaryOperator.identity());
    }

    /** A page of a list below the world's imports. */
    Answer list(String path, String pageToken) throws InterruptedException {
        String separator = path.contains("?") ? "&" : "?";
        return send(
                path + separator + "limit=1000&pageToken=" + encode(pageToken),
                UnaryOperator.identity());
    }

    /** Cancel, resume or rollback, with its query. */
    Answer act(String id, String what, String key) throws InterruptedException {
        return send(
                "/" + encode(id) + "/" + what,
                request -> {
                    if (!key.isEmpty()) {
                        request.header("Idempotency-Key", key);
                    }
                    return request.POST(BodyPublishers.noBody());
                });
    }

    /** Asks for a job until it is at rest, and tells of every step on the way. */
    JsonNode await(JsonNode begun, Consumer<JsonNode> progress) throws InterruptedException {
        return JobPoll.DEFAULT
                .await(begun, ImportClient::isAtRest, this::again, progress)
                .orElseThrow(
                        () ->
                                TerraneException.of(
                                                CliError.NOT_RUNNING,
                                                "nothing new of import %s for %d minutes; terrane map resume comes back to it"
                                                        .formatted(
                                                                id(begun),
                                                                JobPoll.DEFAULT
                                                                        .silence()
                                                                        .toMinutes()))
                                        .toException());
    }

    private JsonNode again(JsonNode job) throws InterruptedException {
        Answer answer = get(id(job));
        if (answer.isRefusal()) {
            throw TerraneException.of(CliError.NOT_RUNNING, answer.text()).toException();
        }
        return answer.body();
    }

    private Answer send(String path, UnaryOperator<HttpRequest.Builder> build)
            throws InterruptedException {
        HttpRequest request =
                build.apply(
                                HttpRequest.newBuilder(
                                                gateway.resolve(
                                                        "/api/v1/worlds/"
                                                                + encode(world)
                                                                + "/imports"
                                                                + path))
                                        .timeout(TIMEOUT)
                                        .header("Authorization", "Bearer " + token))
                        .build();
        try {
            HttpResponse<String> response =
                    client.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), read(response.body()));
        } catch (IOException e) {
            throw TerraneException.of(
                            CliError.NOT_RUNNING,
                            "no gateway answers at %s (%s)".formatted(request.uri(), e))
                    .toException();
        }
    }

    private static JsonNode read(String body) {
        try {
            return JsonMapper.shared().readTree(body);
        } catch (JacksonException e) {
            return JsonMapper.shared().createObjectNode().put("detail", body);
        }
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        client.close();
    }
}
