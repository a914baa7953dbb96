package dev.terrane.world.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Await;
import dev.terrane.testing.TestIssuer;
import dev.terrane.world.WorldChild;
import dev.terrane.world.WorldServer;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Flags of an asset reach worlds whose files were closed, and the job says how far that is. */
class FlagRoundsIT {
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final String[] FEW = {
        "terrane.world.files.own=true", "terrane.world.files.open-max=2"
    };
    private static final int WORLDS = 6;
    private static final List<String> IDS =
            IntStream.range(0, WORLDS).mapToObj(number -> "w" + number).toList();
    private static final String JOB = "/api/v1/assets/jobs/flag-1";
    private static final String FLAGS = "/api/v1/assets/flags?asset=t";
    private static final String SEVERE =
            "{\"categories\":{\"violence\":\"severe\"},\"mature\":false}";

    @TempDir Path data;

    private Path file(String world) {
        return data.resolve("world/worlds").resolve(world).resolve("world.db");
    }

    /** A world with a chunk that refers to asset t. */
    private static void make(WorldServer server, String world) {
        for (Reply made :
                List.of(
                        server.json(
                                "POST",
                                "/api/v1/worlds",
                                "{'id':'%s','name':'W','chunkSize':[4,4,1]}".formatted(world)),
                        server.json(
                                "POST",
                                "/api/v1/worlds/" + world + "/rooms",
                                "{'id':'r','name':'R','min':[0,0,0],'max':[400,4,1]}"),
                        server.json(
                                "PUT",
                                "/api/v1/worlds/" + world + "/rooms/r/chunks/0,0,0",
                                WorldChild.chunk(world, 0),
                                "If-None-Match",
                                "*"))) {
            assertThat(made.status()).as(made.body()).isEqualTo(200);
        }
    }

    private static JsonNode awaitJob(WorldServer server, String what, String state, int pending) {
        return Await.value(
                LONG,
                what,
                () ->
                        Optional.of(
                                        server.sendAs(
                                                        server.issuer().token("moderator"),
                                                        "GET",
                                                        JOB,
                                                        "")
                                                .json())
                                .filter(
                                        job ->
                                                job.path("state").asString("").equals(state)
                                                        && job.path("worldsPending").asInt(-1)
                                                                == pending));
    }

    private void requireFlagged(List<String> worlds) throws SQLException {
        for (String world : worlds) {
            assertThat(
                            WorldChild.number(
                                    file(world),
                                    "SELECT COUNT(*) FROM content_flags"
                                            + " WHERE object_id = '' AND violence = 3"))
                    .as("chunks rewritten in " + world)
                    .isEqualTo(1);
        }
    }

    @Test
    void everyWorldIsReachedAlsoAfterAKillAndTheJobIsDoneWhenAllAre() throws Exception {
        try (TestIssuer issuer = TestIssuer.start();
                HttpClient http = HttpClient.newHttpClient();
                WorldChild service = WorldChild.start(data, issuer, http, FEW)) {
            for (String world : IDS) {
                service.makeRoom(world);
                service.makeChunk(world, 0);
            }
            String token = issuer.token("moderator");
            JsonNode job =
                    WorldChild.accepted(
                                    service.sendAs(
                                            token,
                                            "PUT",
                                            FLAGS,
                                            SEVERE,
                                            "Content-Type",
                                            "application/json",
                                            "Idempotency-Key",
                                            "flag-1"))
                            .path("job");
            assertThat(job.path("state").asString("")).isEqualTo("running");
            assertThat(job.path("worldsPending").asInt()).isBetween(1, WORLDS);
            service.kill();
        }
        try (WorldServer server = WorldServer.start(data, FEW)) {
            JsonNode done = awaitJob(server, "the job is done", "done", 0);
            assertThat(done.path("total").asInt()).isEqualTo(WORLDS);
            assertThat(done.path("done").asInt()).isEqualTo(WORLDS);
        }
        requireFlagged(IDS);
    }

    @Test
    void aWorldThatCannotBeOpenedKeepsTheJobRunningUntilItCan() throws Exception {
        try (WorldServer server = WorldServer.start(data, FEW)) {
            for (String world : IDS.subList(0, 3)) {
                make(server, world);
            }
        }
        byte[] whole = Files.readAllBytes(file("w1"));
        byte[] broken = whole.clone();
        Arrays.fill(broken, 0, 4_096, (byte) 31);
        Files.write(file("w1"), broken);
        try (WorldServer server = WorldServer.start(data, FEW)) {
            Reply set =
                    server.sendAs(
                            server.issuer().token("moderator"),
                            "PUT",
                            FLAGS,
                            SEVERE,
                            "Content-Type",
                            "application/json",
                            "Idempotency-Key",
                            "flag-1");
            assertThat(set.status()).as(set.body()).isEqualTo(202);
            JsonNode waits = awaitJob(server, "the others are done", "running", 1);
            assertThat(waits.path("total").asInt()).isEqualTo(2);
            assertThat(waits.path("done").asInt()).isEqualTo(2);
            Files.write(file("w1"), whole);
            Await.until(
                    LONG,
                    "the world can be used",
                    () -> server.get("/api/v1/worlds/w1").status() == 200);
            JsonNode done = awaitJob(server, "all are done", "done", 0);
            assertThat(done.path("total").asInt()).isEqualTo(3);
            assertThat(done.path("done").asInt()).isEqualTo(3);
        }
        requireFlagged(IDS.subList(0, 3));
    }
}
