package dev.terrane.schema.registry.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.schema.SchemaHash;
import dev.terrane.core.schema.SchemaLimits;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.StoreOnly;
import dev.terrane.schema.registry.NewSchema;
import dev.terrane.schema.registry.PublishResult;
import dev.terrane.schema.registry.PublishedSchema;
import dev.terrane.schema.registry.SampleSchemas;
import dev.terrane.schema.registry.SchemaContent;
import dev.terrane.schema.registry.SchemaContents;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaPage;
import dev.terrane.schema.registry.SchemaRegistry;
import dev.terrane.schema.registry.SchemaStore;
import dev.terrane.schema.registry.SchemaVersion;
import dev.terrane.testing.Databases.Database;
import dev.terrane.testing.Databases.Engine;
import dev.terrane.testing.SimClock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class SqlSchemaStoreTest {
    private static final SchemaName ROOM = new SchemaName("guest-room");
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00.123Z");
    private static final int PUBLISHERS = 16;

    @TempDir static Path folder;
    private static Database database;
    private static StoreOnly opened;
    private static SchemaStore store;

    @Parameter Engine engine;

    @BeforeParameterizedClassInvocation
    static void open(Engine engine) {
        database = engine.open(folder);
        reopen();
    }

    @AfterParameterizedClassInvocation
    static void close() {
        opened.close();
    }

    private static void reopen() {
        opened = StoreOnly.open(database);
        store = opened.bean(SchemaStore.class);
    }

    @BeforeEach
    void empty() throws SQLException {
        StoreOnly.empty(database);
    }

    private static NewSchema schema(SchemaName name, int number) {
        String hash = "%064x".formatted(number);
        return new NewSchema(
                name,
                new SchemaContent(
                        new SchemaHash(hash), new SchemaHash(hash), "document " + number + " é 🗺"),
                NOW,
                "studio");
    }

    private PublishedSchema publish(SchemaName name, int number) {
        PublishResult result = store.publish(schema(name, number), OptionalInt.empty());
        assertThat(result).isInstanceOf(PublishResult.Created.class);
        return ((PublishResult.Created) result).schema();
    }

    @Test
    void versionsCountFromOneWithinTheirName() {
        assertThat(publish(ROOM, 1).id()).hasToString("guest-room@1");
        assertThat(publish(ROOM, 2).id()).hasToString("guest-room@2");
        assertThat(publish(new SchemaName("other"), 1).id()).hasToString("other@1");
        assertThat(store.findLatest(ROOM)).contains(new SchemaId(ROOM, 2));
        assertThat(store.findLatest(new SchemaName("none"))).isEmpty();
    }

    @Test
    void whatIsStoredIsReadBackUnchanged() {
        PublishedSchema published = publish(ROOM, 7);
        assertThat(store.find(published.id())).contains(published);
        assertThat(published.document()).isEqualTo("document 7 é 🗺");
        assertThat(published.version().publishedAt()).isEqualTo(NOW);
        assertThat(store.find(new SchemaId(ROOM, 2))).isEmpty();
    }

    @Test
    void theNewestContentAgainIsTheSameVersion() {
        PublishedSchema first = publish(ROOM, 1);
        for (OptionalInt expected :
                List.of(OptionalInt.empty(), OptionalInt.of(0), OptionalInt.of(1))) {
            assertThat(store.publish(schema(ROOM, 1), expected))
                    .isEqualTo(new PublishResult.Unchanged(first));
        }
        assertThat(store.findLatest(ROOM)).contains(first.id());
    }

    @Test
    void anOlderContentAgainIsANewVersionFoundByItsFirst() {
        PublishedSchema first = publish(ROOM, 1);
        publish(ROOM, 2);
        assertThat(publish(ROOM, 1).id()).hasToString("guest-room@3");
        publish(new SchemaName("a-copy"), 1);
        assertThat(store.findByContent(first.version().contentHash())).contains(first.id());
        assertThat(store.findByContent(ROOM, first.version().contentHash())).contains(first.id());
        assertThat(store.findByContent(new SchemaName("a-copy"), first.version().contentHash()))
                .contains(new SchemaId(new SchemaName("a-copy"), 1));
        assertThat(store.findByContent(new SchemaName("none"), first.version().contentHash()))
                .isEmpty();
        assertThat(store.findByContent(new SchemaHash("f".repeat(64)))).isEmpty();
    }

    @Test
    void anotherNewestThanExpectedConflictsAndWritesNothing() {
        publish(ROOM, 1);
        assertThat(store.publish(schema(ROOM, 2), OptionalInt.of(0)))
                .isEqualTo(new PublishResult.Conflict(0, 1));
        assertThat(store.publish(schema(ROOM, 2), OptionalInt.of(2)))
                .isEqualTo(new PublishResult.Conflict(2, 1));
        assertThat(store.publish(schema(new SchemaName("new"), 2), OptionalInt.of(1)))
                .isEqualTo(new PublishResult.Conflict(1, 0));
        assertThat(store.list(null, null, 10).versions()).hasSize(1);
        assertThat(store.publish(schema(ROOM, 2), OptionalInt.of(1)))
                .isInstanceOf(PublishResult.Created.class);
    }

    @Test
    void pagesFollowNamesByBytesAndThenNumbers() {
        List<String> expected = new ArrayList<>();
        for (String name : List.of("a", "a-", "a-b", "a0", "aa", "b")) {
            for (int number = 1; number <= 12; number++) {
                publish(new SchemaName(name), number);
                expected.add(name + "@" + number);
            }
        }
        for (int limit : new int[] {1, 5, 71, 72, 73, 1000}) {
            List<String> seen = new ArrayList<>();
            Optional<SchemaId> after = Optional.empty();
            do {
                SchemaPage page = store.list(null, after.orElse(null), limit);
                assertThat(page.versions()).hasSizeBetween(1, limit);
                page.versions().forEach(version -> seen.add(version.id().toString()));
                after = page.next();
            } while (after.isPresent());
            assertThat(seen).containsExactlyElementsOf(expected);
        }
        SchemaName middle = new SchemaName("a0");
        assertThat(store.list(middle, new SchemaId(middle, 9), 2).versions())
                .extracting(version -> version.id().version())
                .containsExactly(10, 11);
        assertThat(store.list(middle, new SchemaId(middle, 12), 2))
                .isEqualTo(new SchemaPage(List.of(), Optional.empty()));
    }

    @Test
    void ofManyPublishersWithTheSameExpectationExactlyOneWins() throws Exception {
        for (int round = 0; round < 5; round++) {
            int latest = round;
            List<PublishResult> results =
                    together(
                            number ->
                                    store.publish(
                                            schema(ROOM, 100 * latest + number + 1),
                                            OptionalInt.of(latest)));
            assertThat(results).filteredOn(PublishResult.Created.class::isInstance).hasSize(1);
            assertThat(results)
                    .filteredOn(PublishResult.Conflict.class::isInstance)
                    .hasSize(PUBLISHERS - 1)
                    .containsOnly(new PublishResult.Conflict(latest, latest + 1));
        }
        assertThat(store.list(ROOM, null, 100).versions()).hasSize(5);
    }

    @Test
    void manyPublishersWithoutExpectationGetNumbersWithoutGaps() throws Exception {
        List<PublishResult> results =
                together(number -> store.publish(schema(ROOM, number + 1), OptionalInt.empty()));
        assertThat(results)
                .extracting(result -> ((PublishResult.Created) result).schema().id().version())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, PUBLISHERS).boxed().toList());
        for (PublishResult result : results) {
            PublishedSchema schema = ((PublishResult.Created) result).schema();
            assertThat(store.find(schema.id())).contains(schema);
        }
    }

    @Test
    void listenersHearOfEveryVersionInTheOrderOfNumbers() throws Exception {
        List<SchemaVersion> heard = new ArrayList<>();
        SchemaRegistry registry =
                new SchemaRegistry(
                        store,
                        opened.bean(SchemaContents.class),
                        SchemaLimits.DEFAULT,
                        1 << 20,
                        SimClock.create(),
                        List.of(heard::add));
        together(
                number ->
                        registry.publish(
                                ROOM, SampleSchemas.bytes(number), OptionalInt.empty(), "studio"));
        assertThat(heard)
                .extracting(version -> version.id().version())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, PUBLISHERS).boxed().toList());
    }

    @Test
    void aSecondServiceSharesAServerDatabaseAndIsRefusedAFile() throws Exception {
        switch (engine) {
            case SQLITE ->
                    assertThatThrownBy(() -> StoreOnly.open(database).close())
                            .hasRootCauseInstanceOf(TerraneException.class)
                            .rootCause()
                            .hasMessageContaining("is in use by process");
            case POSTGRESQL -> twoServicesShareTheNumbers();
        }
    }

    private static void twoServicesShareTheNumbers() throws Exception {
        try (StoreOnly second = StoreOnly.open(database)) {
            SchemaStore other = second.bean(SchemaStore.class);
            for (int round = 0; round < 5; round++) {
                int first = 1 + round * PUBLISHERS;
                List<PublishResult> results =
                        together(
                                number ->
                                        (number % 2 == 0 ? store : other)
                                                .publish(
                                                        schema(ROOM, first + number),
                                                        OptionalInt.empty()));
                assertThat(results)
                        .extracting(
                                result -> ((PublishResult.Created) result).schema().id().version())
                        .containsExactlyInAnyOrderElementsOf(
                                IntStream.range(first, first + PUBLISHERS).boxed().toList());
            }
        }
    }

    @Test
    void versionsSurviveAReopenedStore() {
        PublishedSchema published = publish(ROOM, 1);
        opened.close();
        reopen();
        assertThat(store.find(published.id())).contains(published);
    }

    @Test
    void theDatabaseItselfRefusesASecondRowOfANumber() throws SQLException {
        publish(ROOM, 1);
        opened.close();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            String copy =
                    "INSERT INTO schema_version (name, version, content_hash, wire_hash,"
                            + " published_at_millis, published_by) SELECT name, %s, content_hash,"
                            + " wire_hash, published_at_millis, published_by FROM"
                            + " schema_version";
            assertThat(refused(statement, copy.formatted("version"))).isTrue();
            assertThat(refused(statement, copy.formatted("0"))).isTrue();
            assertThat(refused(statement, copy.formatted("2"))).isFalse();
        }
        reopen();
    }

    private static boolean refused(Statement statement, String sql) {
        try {
            statement.executeUpdate(sql);
            return false;
        } catch (SQLException constraint) {
            return true;
        }
    }

    private interface Numbered {
        PublishResult run(int number);
    }

    private static List<PublishResult> together(Numbered work) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(PUBLISHERS)) {
            List<Callable<PublishResult>> calls = new ArrayList<>();
            for (int i = 0; i < PUBLISHERS; i++) {
                int number = i;
                calls.add(() -> work.run(number));
            }
            List<PublishResult> results = new ArrayList<>();
            for (Future<PublishResult> future : threads.invokeAll(calls)) {
                results.add(future.get());
            }
            return results;
        }
    }
}
