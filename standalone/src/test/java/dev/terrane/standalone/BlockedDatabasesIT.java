package dev.terrane.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.terrane.cli.run.DataFolder;
import dev.terrane.cli.run.DevTokens;
import dev.terrane.cli.run.Secrets;
import dev.terrane.cli.services.ServiceName;
import dev.terrane.proto.stage.v1alpha1.StageSpec;
import dev.terrane.sdk.Credential;
import dev.terrane.sdk.ServiceClient;
import dev.terrane.sdk.StageClient;
import dev.terrane.sdk.StageListener;
import dev.terrane.sdk.StageOptions;
import dev.terrane.testing.Await;
import dev.terrane.testing.Processes;
import dev.terrane.testing.SqliteHolder;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Another process holds the files of schema-service and world-service exclusively, and a write to
 * each waits inside SQLite. If such a wait held a carrier of virtual threads, two of them would
 * stop all four services on a machine with two cores; so pings to the gateway are counted
 * meanwhile.
 */
class BlockedDatabasesIT {
    private static final int PINGS = 200;
    private static final Duration WINDOW = Duration.ofSeconds(2);

    @TempDir private Path folder;

    @Test
    void waitingWritesOfTwoServicesStopNoPingToTheGateway() throws Exception {
        Path config =
                Files.writeString(
                        folder.resolve("terrane.yaml"),
                        """
                        schema: {store: {busy-timeout: 60s}}
                        world: {store: {busy-timeout: 60s}}
                        """);
        new Secrets().ensure(folder.resolve("data"));
        try (Instances instances = Instances.start(folder.resolve("data"), Optional.of(config))) {
            URI gateway = URI.create(instances.address(ServiceName.GATEWAY).url());
            DevTokens tokens = DevTokens.at(gateway, new DataFolder(folder.resolve("data")));
            String admin = tokens.get(DevTokens.Ask.forRoles("it", "admin")).token();
            try (ServiceClient client = new ServiceClient(gateway, admin)) {
                client.publishSchema("probe", document(1));
                client.createStage(
                        StageSpec.newBuilder().setId("probe").setSchemaId("probe@1").build());
                String viewer = tokens.get(DevTokens.Ask.forRoles("eve", "viewer")).token();
                try (StageClient peer =
                        StageClient.join(
                                StageOptions.of(gateway, "probe", new Credential.Bearer(viewer))
                                        .asSpectator(),
                                new StageListener() {})) {
                    pingWhileBlocked(gateway, admin, peer);
                }
                // Both files are free again and nothing was lost or half-applied.
                client.publishSchema("probe", document(3));
            }
        }
    }

    private void pingWhileBlocked(URI gateway, String admin, StageClient peer) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient();
                Processes.Child schema = hold("schema");
                Processes.Child world = hold("world")) {
            List<CompletableFuture<HttpResponse<String>>> waiting =
                    List.of(
                            http.sendAsync(
                                    post(gateway, "/api/v1/schemas/probe", admin, document(2)),
                                    HttpResponse.BodyHandlers.ofString()),
                            http.sendAsync(
                                    post(
                                            gateway,
                                            "/terrane.world.v1alpha1.WorldService/CreateWorld",
                                            admin,
                                            ByteString.copyFromUtf8(
                                                    "{\"world\":{\"id\":\"w\",\"name\":\"W\",\"chunkSize\":{\"x\":32,\"y\":32,\"z\":1}}}")),
                                    HttpResponse.BodyHandlers.ofString()));
            long begin = System.nanoTime();
            List<CompletableFuture<Long>> pings = new ArrayList<>();
            for (int i = 0; i < PINGS; i++) {
                long sent = System.nanoTime();
                CompletableFuture<?> answer =
                        i % 2 == 0
                                ? http.sendAsync(
                                        HttpRequest.newBuilder(gateway.resolve("/livez")).build(),
                                        HttpResponse.BodyHandlers.discarding())
                                : peer.ping();
                pings.add(answer.thenApply(_ -> System.nanoTime() - sent));
                long next = begin + WINDOW.toNanos() * (i + 1) / PINGS;
                Await.elapse(Duration.ofNanos(Math.max(0, next - System.nanoTime())));
            }
            long slowest = 0;
            for (CompletableFuture<Long> ping : pings) {
                slowest = Math.max(slowest, ping.orTimeout(20, TimeUnit.SECONDS).join());
            }
            for (CompletableFuture<HttpResponse<String>> write : waiting) {
                assertThat(write.isDone() ? write.join().body() : "waits").isEqualTo("waits");
            }
            schema.kill();
            world.kill();
            for (CompletableFuture<HttpResponse<String>> write : waiting) {
                assertThat(write.orTimeout(60, TimeUnit.SECONDS).join().statusCode())
                        .isBetween(200, 201);
            }
            System.out.printf(
                    "%d of %d pings answered while two writes waited, slowest %d ms%n",
                    pings.size(), PINGS, TimeUnit.NANOSECONDS.toMillis(slowest));
        }
    }

    private Processes.Child hold(String service) {
        return SqliteHolder.hold(folder.resolve("data").resolve(service).resolve(service + ".db"));
    }

    private static HttpRequest post(URI gateway, String path, String token, ByteString body) {
        return HttpRequest.newBuilder(gateway.resolve(path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()))
                .build();
    }

    private static ByteString document(int fields) {
        var members = new StringBuilder();
        for (int i = 1; i <= fields; i++) {
            members.append(i == 1 ? "" : ",")
                    .append("{\"name\":\"f%d\",\"index\":%d,\"type\":\"uint32\"}".formatted(i, i));
        }
        return ByteString.copyFrom(
                """
                {"format":"ark.entity-schema","version":1,"classes":[
                 {"name":"Probe","fields":[%s],"tables":[],"containers":[]}],"configs":[]}
                """
                        .formatted(members),
                StandardCharsets.UTF_8);
    }
}
