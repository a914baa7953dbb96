package dev.terrane.support.store.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.StoreFixture;
import dev.terrane.testing.Databases;
import dev.terrane.testing.Provokes;
import dev.terrane.testing.SimClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** First results, on both databases. */
@ParameterizedClass
@EnumSource(Databases.Engine.class)
class SqlIdempotencyStoreTest {
    @Parameter Databases.Engine engine;
    @TempDir Path folder;
    private final SimClock clock = SimClock.create();
    private final AtomicInteger done = new AtomicInteger();
    private StoreFixture store;
    private SqlIdempotencyStore results;

    @BeforeEach
    void open() {
        Databases.Database database = engine.open(folder);
        store =
                StoreFixture.open(
                        "idempotency", database.url(), database.user(), database.password());
        results = new SqlIdempotencyStore(store.client(), clock, 20, 4);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void aRetryGetsTheFirstResultAndDoesNothing() {
        assertThat(once("ann", "k1", "a")).isEqualTo("result 1");
        assertThat(once("ann", "k1", "a")).isEqualTo("result 1");
        assertThat(once("ann", "k2", "a")).isEqualTo("result 2");
        assertThat(once("bob", "k1", "a")).isEqualTo("result 3");
    }

    @Test
    @Provokes("IDEMPOTENCY_MISMATCH")
    void theSameKeyWithOtherContentOrOperationIsRefused() {
        once("ann", "k1", "a");

        for (IdempotencyRequest other :
                List.of(
                        request("ann", "k1", "b"),
                        IdempotencyRequest.of("ann", "request_id", "k1", "other", bytes("a")))) {
            assertThatThrownBy(() -> once(other))
                    .isInstanceOfSatisfying(
                            TerraneException.class,
                            e -> assertThat(e.code()).isEqualTo(CommonError.IDEMPOTENCY_MISMATCH));
        }
        assertThat(done).hasValue(1);
    }

    @Test
    void aRefusedRequestMayBeTriedAgain() {
        IdempotencyRequest request = request("ann", "k1", "a");
        assertThatThrownBy(
                        () ->
                                store.threads()
                                        .write(
                                                () ->
                                                        results.once(
                                                                request,
                                                                () -> {
                                                                    throw new IllegalStateException(
                                                                            "no");
                                                                })))
                .hasMessage("no");

        assertThat(once(request)).isEqualTo("result 1");
    }

    @Test
    void aResultIsKeptADay() {
        once("ann", "k1", "a");
        clock.advance(Duration.ofHours(23));
        assertThat(once("ann", "k1", "a")).isEqualTo("result 1");
        clock.advance(Duration.ofHours(1));
        assertThat(once("ann", "k1", "b")).isEqualTo("result 2");
    }

    @Test
    void theNumberOfResultsIsBoundedAndTheOldestGo() {
        for (int i = 0; i < 100; i++) {
            clock.advance(Duration.ofSeconds(1));
            once("ann", "k" + i, "a");
            long count =
                    store.threads()
                            .read(
                                    () ->
                                            store.client()
                                                    .sql("SELECT count(*) FROM idempotency")
                                                    .query(Long.class)
                                                    .single());
            assertThat(count).isLessThanOrEqualTo(20);
        }
        assertThat(once("ann", "k99", "a")).isEqualTo("result 100");
        assertThat(once("ann", "k0", "a")).isEqualTo("result 101");
    }

    @Test
    void ofManyConcurrentRequestsWithOneKeyOneIsDone() {
        List<CompletableFuture<String>> all =
                IntStream.range(0, 16)
                        .mapToObj(
                                i -> CompletableFuture.supplyAsync(() -> once("ann", "same", "a")))
                        .toList();

        assertThat(all).extracting(CompletableFuture::join).containsOnly("result 1");
        assertThat(done).hasValue(1);
    }

    @Test
    void aKeyThatIsNotWellFormedIsRefusedByItsField() {
        for (String key : List.of("", "a b", "x".repeat(65), "ü")) {
            assertThatThrownBy(() -> request("ann", key, "a"))
                    .isInstanceOfSatisfying(
                            TerraneException.class,
                            e -> assertThat(e.info().getField()).isEqualTo("request_id"));
        }
    }

    @Test
    void theSnippetServicesCopyIsTheOneThatIsTested() throws IOException {
        for (String kind : List.of("sqlite", "postgresql")) {
            assertThat(resource("terrane/idempotency/" + kind + ".sql"))
                    .isEqualTo(
                            resource("db/migration/idempotency/" + kind + "/V1__idempotency.sql"));
        }
    }

    private String once(String subject, String key, String content) {
        return once(request(subject, key, content));
    }

    private String once(IdempotencyRequest request) {
        byte[] result =
                store.threads()
                        .write(
                                () ->
                                        results.once(
                                                request,
                                                () -> bytes("result " + done.incrementAndGet())));
        return new String(result, StandardCharsets.UTF_8);
    }

    private static IdempotencyRequest request(String subject, String key, String content) {
        return IdempotencyRequest.of(subject, "request_id", key, "make", bytes(content));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in =
                SqlIdempotencyStoreTest.class.getClassLoader().getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }
}
