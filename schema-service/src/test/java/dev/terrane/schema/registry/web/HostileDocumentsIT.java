package dev.terrane.schema.registry.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.schema.SchemaServer;
import dev.terrane.schema.registry.SampleSchemas;
import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Await;
import java.lang.management.ManagementFactory;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What is sent to harm ends in a typed refusal, at every way a document comes in. */
class HostileDocumentsIT {
    private static final int LIMIT = 4 << 20;

    @TempDir static Path folder;
    private static SchemaServer server;

    record Hostile(String what, Supplier<byte[]> document, String rule) {
        @Override
        public String toString() {
            return what;
        }
    }

    private static Hostile hostile(String what, String document, String rule) {
        return new Hostile(what, () -> document.getBytes(StandardCharsets.UTF_8), rule);
    }

    private static byte[] with(int position, int value) {
        byte[] bytes = SampleSchemas.bytes(1);
        bytes[position] = (byte) value;
        return bytes;
    }

    static final List<Hostile> DOCUMENTS =
            List.of(
                    hostile("deep arrays", "[".repeat(1_000_000), "limit-depth"),
                    hostile("deep objects", "{\"a\":".repeat(500_000), "limit-depth"),
                    hostile("many values", "[" + "1,".repeat(1_500_000) + "1]", "limit-values"),
                    hostile(
                            "a number of a million digits",
                            sample("\"index\": 2", "\"index\": " + "9".repeat(1_000_000)),
                            "limit-number"),
                    hostile(
                            "a number with a huge exponent",
                            sample("\"index\": 2", "\"index\": 1e999999999"),
                            "json-type"),
                    hostile("a byte order mark", "\uFEFF" + SampleSchemas.text(1), "json-bom"),
                    hostile(
                            "half a surrogate pair",
                            sample("\"n1\"", "\"\\ud800\""),
                            "text-surrogate"),
                    hostile(
                            "a key twice",
                            sample("\"name\": \"x\"", "\"name\": \"x\", \"name\": \"x\""),
                            "duplicate-key"),
                    new Hostile("bytes that are not UTF-8", () -> with(20, 0xFF), "json-encoding"),
                    hostile("nothing", " ", "json-syntax"),
                    hostile(
                            "a truncated document",
                            SampleSchemas.text(1).substring(0, 80),
                            "json-syntax"));

    private static String sample(String what, String instead) {
        assertThat(SampleSchemas.text(1)).contains(what);
        return SampleSchemas.text(1).replace(what, instead);
    }

    @BeforeAll
    static void start() {
        server = SchemaServer.start(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply send(String method, String path, byte[] document) {
        return server.send(
                path,
                server.issuer().token("admin"),
                request ->
                        request.header("Content-Type", "application/json")
                                .header("If-None-Match", "*")
                                .method(method, BodyPublishers.ofByteArray(document)));
    }

    @ParameterizedTest
    @FieldSource("DOCUMENTS")
    void isRefusedWithItsRule(Hostile hostile) {
        byte[] document = hostile.document().get();
        for (Reply reply :
                List.of(
                        send("POST", "/api/v1/schemas/hostile", document),
                        send("POST", "/api/v1/schemas/hostile:plan", document),
                        send("PUT", "/api/v1/schemas/hostile/drafts/d", document))) {
            assertThat(reply.status()).as(reply.body()).isEqualTo(422);
            assertThat(reply.text("code")).isEqualTo("SCHEMA_INVALID");
            assertThat(reply.text("rule")).isEqualTo(hostile.rule());
            assertThat(reply.body()).hasSizeLessThan(100_000);
        }
        assertThat(server.get("/api/v1/schemas/hostile", "admin").status()).isEqualTo(404);
        assertThat(server.get("/api/v1/schemas/hostile/drafts/d", "admin").status()).isEqualTo(404);
    }

    @Test
    void oneByteOverTheLimitIsRefusedAndTheLimitItselfIsNot() {
        byte[] padded = Arrays.copyOf(SampleSchemas.bytes(1), LIMIT);
        Arrays.fill(padded, SampleSchemas.bytes(1).length, LIMIT, (byte) ' ');
        assertThat(send("POST", "/api/v1/schemas/padded", padded).status()).isEqualTo(201);
        byte[] over = Arrays.copyOf(padded, LIMIT + 1);
        over[LIMIT] = ' ';
        Reply refused = send("POST", "/api/v1/schemas/padded", over);
        assertThat(refused.status()).isEqualTo(413);
        assertThat(refused.text("limitName")).isEqualTo("schema.document-bytes-max");
    }

    /** Sixteen at once, each as bad as it gets: they wait for each other, and the service lives. */
    @Test
    void manyAtOnceDoNotAddUp() throws Exception {
        byte[] values = ("[" + "{},".repeat(1_390_000) + "{}]").getBytes(StandardCharsets.UTF_8);
        assertThat(values.length).isLessThan(LIMIT);
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            calls.add(() -> send("POST", "/api/v1/schemas/bomb", values).status());
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> future : threads.invokeAll(calls)) {
                assertThat(future.get()).isIn(422, 429);
            }
        }
        Await.untilAsserted(
                Duration.ofSeconds(30),
                "the heap is given back",
                () -> {
                    System.gc();
                    assertThat(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed())
                            .isLessThan(400L << 20);
                });
        assertThat(server.publish("alive", SampleSchemas.text(1), "admin").status()).isEqualTo(201);
    }
}
