package dev.terrane.schema.registry.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.schema.SchemaHash;
import dev.terrane.core.schema.diff.CompatibilityMode;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.StoreOnly;
import dev.terrane.schema.registry.CommitResult;
import dev.terrane.schema.registry.NewSchema;
import dev.terrane.schema.registry.Publication;
import dev.terrane.schema.registry.PublishedSchema;
import dev.terrane.schema.registry.SampleSchemas;
import dev.terrane.schema.registry.SchemaContent;
import dev.terrane.schema.registry.SchemaContents;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaPage;
import dev.terrane.schema.registry.SchemaSnapshot;
import dev.terrane.schema.registry.SchemaStore;
import dev.terrane.schema.registry.TestRegistry;
import dev.terrane.schema.registry.plan.PublishResult;
import dev.terrane.testing.Databases.Database;
import dev.terrane.testing.Databases.Engine;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    private static CommitResult commit(SchemaStore in, SchemaName name, int number) {
        return in.commit(
                List.of(
                        new Publication(
                                name,
                                in.snapshot(name).revision(),
                                Optional.of(schema(name, number)),
                                List.of(),
                                Optional.empty())));
    }

    private PublishedSchema publish(SchemaName name, int number) {
        CommitResult result = commit(store, name, number);
        assertThat(result).isInstanceOf(CommitResult.Committed.class);
        return ((CommitResult.Committed) result).published().getFirst();
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
    void aDecisionOnGroundThatHasMovedIsNotCommitted() {
        SchemaName other = new SchemaName("other");
        long before = store.snapshot(ROOM).revision();
        assertThat(before).isZero();
        publish(ROOM, 1);
        Publication fine =
                new Publication(
                        other, 0, Optional.of(schema(other, 2)), List.of(), Optional.empty());
        Publication late =
                new Publication(
                        ROOM, before, Optional.of(schema(ROOM, 2)), List.of(), Optional.empty());
        assertThat(store.commit(List.of(fine, late))).isEqualTo(new CommitResult.Moved(ROOM));
        assertThat(store.list(null, null, 10, true).versions()).hasSize(1);
        assertThat(store.snapshot(other).revision()).isZero();
        assertThat(store.snapshot(ROOM).versions()).hasSize(1);
    }

    @Test
    void aSnapshotHoldsWhatAPublicationIsDecidedBy() {
        PublishedSchema first = publish(ROOM, 1);
        PublishedSchema second = publish(ROOM, 2);
        SchemaSnapshot snapshot = store.snapshot(ROOM);
        assertThat(snapshot.mode()).isEqualTo(CompatibilityMode.FULL_TRANSITIVE);
        assertThat(snapshot.versions()).containsExactly(first.version(), second.version());
        assertThat(snapshot.lastNumber()).isEqualTo(2);
        assertThat(snapshot.retired()).isEmpty();
        assertThat(snapshot.references()).isEmpty();
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
                SchemaPage page = store.list(null, after.orElse(null), limit, false);
                assertThat(page.versions()).hasSizeBetween(1, limit);
                page.versions().forEach(version -> seen.add(version.id().toString()));
                after = page.next();
            } while (after.isPresent());
            assertThat(seen).containsExactlyElementsOf(expected);
        }
        SchemaName middle = new SchemaName("a0");
        assertThat(store.list(middle, new SchemaId(middle, 9), 2, false).versions())
                .extracting(version -> version.id().version())
                .containsExactly(10, 11);
        assertThat(store.list(middle, new SchemaId(middle, 12), 2, true))
                .isEqualTo(new SchemaPage(List.of(), Optional.empty()));
    }

    @Test
    void ofManyPublishersOnTheSameGroundExactlyOneWins() throws Exception {
        for (int round = 0; round < 5; round++) {
            long revision = store.snapshot(ROOM).revision();
            int first = 100 * round + 1;
            List<CommitResult> results =
                    together(
                            number ->
                                    store.commit(
                                            List.of(
                                                    new Publication(
                                                            ROOM,
                                                            revision,
                                                            Optional.of(
                                                                    schema(ROOM, first + number)),
                                                            List.of(),
                                                            Optional.empty()))));
            assertThat(results).filteredOn(CommitResult.Committed.class::isInstance).hasSize(1);
            assertThat(results)
                    .filteredOn(CommitResult.Moved.class::isInstance)
                    .hasSize(PUBLISHERS - 1);
        }
        assertThat(store.list(ROOM, null, 100, true).versions()).hasSize(5);
    }

    @Test
    void manyPublishersGetNumbersWithoutGapsAndListenersHearThemInOrder() throws Exception {
        TestRegistry registry = TestRegistry.on(store, opened.bean(SchemaContents.class), 1 << 20);
        List<PublishResult> results =
                together(number -> registry.publish(ROOM, SampleSchemas.bytes(number)));
        assertThat(results)
                .extracting(
                        result ->
                                ((PublishResult.Published) result)
                                        .items()
                                        .getFirst()
                                        .schema()
                                        .id()
                                        .version())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, PUBLISHERS).boxed().toList());
        assertThat(registry.events())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, PUBLISHERS)
                                .mapToObj(number -> "published guest-room@" + number)
                                .toList());
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
            SchemaContents otherContents = second.bean(SchemaContents.class);
            TestRegistry here = TestRegistry.on(store, opened.bean(SchemaContents.class), 1 << 20);
            TestRegistry there = TestRegistry.on(other, otherContents, 1 << 20);
            for (int round = 0; round < 3; round++) {
                int first = 1 + round * PUBLISHERS;
                List<PublishResult> results =
                        together(
                                number ->
                                        (number % 2 == 0 ? here : there)
                                                .publish(
                                                        ROOM, SampleSchemas.bytes(first + number)));
                assertThat(results)
                        .extracting(
                                result ->
                                        ((PublishResult.Published) result)
                                                .items()
                                                .getFirst()
                                                .schema()
                                                .id()
                                                .version())
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

    private interface Numbered<T> {
        T run(int number);
    }

    private static <T> List<T> together(Numbered<T> work) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(PUBLISHERS)) {
            List<Callable<T>> calls = new ArrayList<>();
            for (int i = 0; i < PUBLISHERS; i++) {
                int number = i;
                calls.add(() -> work.run(number));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : threads.invokeAll(calls)) {
                results.add(future.get());
            }
            return results;
        }
    }
}
