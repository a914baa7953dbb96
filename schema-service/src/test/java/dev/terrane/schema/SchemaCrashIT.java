package dev.terrane.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.schema.registry.SampleSchemas;
import dev.terrane.support.testing.ServiceProcess;
import dev.terrane.support.testing.ServiceServer;
import dev.terrane.testing.Await;
import dev.terrane.testing.Databases;
import dev.terrane.testing.Processes;
import dev.terrane.testing.TestIssuer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The service is killed with publications in flight; what it acknowledged must be there again. */
class SchemaCrashIT {
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final int PUBLISHERS = 8;
    private static final int ACKNOWLEDGED_MIN = 100;
    private static final int ROUNDS = Integer.getInteger("terrane.rounds", 1);

    @TempDir static Path data;
    private static TestIssuer issuer;
    private static HttpClient http;

    /** Acknowledged id to the number in its document. */
    private final Map<String, Integer> acknowledged = new ConcurrentHashMap<>();

    private final Queue<Integer> unanswered = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void start() {
        issuer = TestIssuer.start();
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        issuer.close();
        http.close();
    }

    private static Processes.Child startService() {
        return ServiceProcess.start(
                SchemaApp.class, ServiceServer.arguments("schema", data, issuer));
    }

    private static HttpResponse<String> send(URI uri, byte[] body) throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri)
                        .header("Authorization", "Bearer " + issuer.token("admin"))
                        .header("Content-Type", "application/json");
        if (body.length > 0) {
            request.POST(BodyPublishers.ofByteArray(body));
        }
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IOException(stop);
        }
    }

    @Test
    void whatWasAcknowledgedSurvivesAKillAndARetryGivesTheFirstResult() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            int first = round * 100_000;
            int before = acknowledged.size();
            try (Processes.Child service = startService()) {
                publishUntilKilled(
                        service,
                        ServiceProcess.awaitBase(service),
                        first,
                        before + ACKNOWLEDGED_MIN);
            }
            assertThat(unanswered).as("publications in flight").isNotEmpty();
            assertThat(integrity()).isEqualTo("ok");
            try (Processes.Child service = startService()) {
                URI base = ServiceProcess.awaitBase(service);
                requireAcknowledged(base);
                retryUnanswered(base);
            }
        }
    }

    private void publishUntilKilled(
            Processes.Child service, URI base, int first, int acknowledgedMin) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(PUBLISHERS)) {
            List<Future<?>> publishers = new ArrayList<>();
            for (int publisher = 0; publisher < PUBLISHERS; publisher++) {
                int own = first + publisher * 10_000;
                publishers.add(threads.submit(() -> publish(base, own)));
            }
            Await.until(LONG, "acknowledgements", () -> acknowledged.size() >= acknowledgedMin);
            service.kill();
            for (Future<?> publisher : publishers) {
                publisher.get();
            }
        }
    }

    /** Until there is no answer. */
    private void publish(URI base, int first) {
        for (int number = first; true; number++) {
            try {
                URI uri = base.resolve("/api/v1/schemas/room-" + number / 10_000);
                HttpResponse<String> reply = send(uri, SampleSchemas.bytes(number));
                if (reply.statusCode() == 201) {
                    acknowledged.put(id(reply), number);
                }
            } catch (IOException gone) {
                unanswered.add(number);
                return;
            }
        }
    }

    private static String id(HttpResponse<String> reply) {
        return JsonMapper.shared().readTree(reply.body()).path("id").asString();
    }

    private void requireAcknowledged(URI base) throws IOException {
        for (Map.Entry<String, Integer> entry : acknowledged.entrySet()) {
            URI uri = base.resolve("/api/v1/schemas/" + entry.getKey() + "/document");
            HttpResponse<String> reply = send(uri, new byte[0]);
            assertThat(reply.statusCode()).as(entry.getKey()).isEqualTo(200);
            assertThat(reply.body()).contains("\"n" + entry.getValue() + "\"");
        }
    }

    private void retryUnanswered(URI base) throws IOException {
        for (Integer number = unanswered.poll(); number != null; number = unanswered.poll()) {
            URI uri = base.resolve("/api/v1/schemas/room-" + number / 10_000);
            HttpResponse<String> retried = send(uri, SampleSchemas.bytes(number));
            assertThat(retried.statusCode()).isIn(200, 201);
            HttpResponse<String> again = send(uri, SampleSchemas.bytes(number));
            assertThat(again.statusCode()).isEqualTo(200);
            assertThat(id(again)).isEqualTo(id(retried));
            acknowledged.put(id(retried), number);
        }
    }

    private static String integrity() throws SQLException {
        Path file = data.resolve("schema").resolve("schema.db");
        try (Connection connection = Databases.sqliteFile(file).connect();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("PRAGMA integrity_check")) {
            rows.next();
            return rows.getString(1);
        }
    }
}
