package dev.terrane.schema.drafts.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.schema.SchemaHash;
import dev.terrane.schema.StoreOnly;
import dev.terrane.schema.drafts.Draft;
import dev.terrane.schema.drafts.DraftDocument;
import dev.terrane.schema.drafts.DraftExpectation;
import dev.terrane.schema.drafts.DraftKey;
import dev.terrane.schema.drafts.DraftName;
import dev.terrane.schema.drafts.DraftResult;
import dev.terrane.schema.drafts.DraftStore;
import dev.terrane.schema.drafts.DraftTag;
import dev.terrane.schema.registry.NewSchema;
import dev.terrane.schema.registry.Publication;
import dev.terrane.schema.registry.SchemaContent;
import dev.terrane.schema.registry.SchemaContents;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaStore;
import dev.terrane.testing.Databases.Database;
import dev.terrane.testing.Databases.Engine;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
class SqlDraftStoreTest {
    private static final SchemaName ROOM = new SchemaName("guest-room");
    private static final DraftKey LOOT = key("loot");
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00.123Z");
    private static final int WRITERS = 16;
    private static final int DRAFTS_MAX = 4;

    @TempDir static Path folder;
    private static Database database;
    private static StoreOnly opened;

    @Parameter Engine engine;

    @BeforeParameterizedClassInvocation
    static void open(Engine engine) {
        database = engine.open(folder);
        opened = StoreOnly.open(database);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        opened.close();
    }

    @BeforeEach
    void empty() throws SQLException {
        StoreOnly.empty(database);
    }

    private static DraftStore store() {
        return opened.bean(DraftStore.class);
    }

    private static DraftKey key(String name) {
        return new DraftKey(ROOM, new DraftName(name));
    }

    private static SchemaContent content(int number) {
        SchemaHash hash = new SchemaHash("%064x".formatted(number));
        return new SchemaContent(hash, hash, "document " + number + " é 🗺");
    }

    private static DraftStore.NewDraft draft(DraftKey key, int number) {
        return new DraftStore.NewDraft(
                key, content(number), OptionalInt.empty(), NOW, "writer-" + number);
    }

    private static DraftResult create(DraftKey key, int number) {
        return store().save(draft(key, number), new DraftExpectation.Absent(), DRAFTS_MAX);
    }

    private static DraftResult save(int number, DraftTag expected) {
        return store().save(
                        draft(LOOT, number), new DraftExpectation.Exactly(expected), DRAFTS_MAX);
    }

    private static Draft saved(DraftResult result) {
        assertThat(result).isInstanceOf(DraftResult.Saved.class);
        return ((DraftResult.Saved) result).draft();
    }

    private static void publish(int number) {
        SchemaStore schemas = opened.bean(SchemaStore.class);
        schemas.commit(
                List.of(
                        new Publication(
                                ROOM,
                                schemas.snapshot(ROOM).revision(),
                                Optional.of(new NewSchema(ROOM, content(number), NOW, "studio")),
                                List.of(),
                                Optional.empty())));
    }

    private static boolean isKept(int number) {
        return opened.bean(SchemaContents.class)
                .findContent(content(number).contentHash())
                .isPresent();
    }

    @Test
    void whatIsSavedIsReadBackUnchangedAlsoByAReopenedStore() {
        Draft draft = saved(create(LOOT, 7));
        assertThat(draft)
                .isEqualTo(
                        new Draft(
                                LOOT,
                                new DraftTag(content(7).contentHash(), 1),
                                content(7).wireHash(),
                                0,
                                NOW,
                                "writer-7"));
        opened.close();
        opened = StoreOnly.open(database);
        assertThat(store().find(LOOT)).contains(new DraftDocument(draft, "document 7 é 🗺"));
        assertThat(store().find(key("other"))).isEmpty();
    }

    @Test
    void onlyTheHolderOfTheNewestTagChangesADraft() {
        Draft first = saved(create(LOOT, 1));
        Draft second = saved(save(2, first.tag()));
        assertThat(second.tag()).isEqualTo(new DraftTag(content(2).contentHash(), 2));
        assertThat(save(3, first.tag())).isEqualTo(new DraftResult.Stale(second));
        assertThat(create(LOOT, 3)).isEqualTo(new DraftResult.Stale(second));
        assertThat(store().delete(LOOT, first.tag())).isEqualTo(new DraftResult.Stale(second));
        assertThat(store().find(LOOT).orElseThrow().draft()).isEqualTo(second);
    }

    @Test
    void theSameContentAgainIsUnchangedWhateverWasExpected() {
        Draft first = saved(create(LOOT, 1));
        assertThat(create(LOOT, 1)).isEqualTo(new DraftResult.Unchanged(first));
        Draft second = saved(save(2, first.tag()));
        assertThat(save(2, first.tag())).isEqualTo(new DraftResult.Unchanged(second));
    }

    @Test
    void aDraftThatIsNotThereIsNotChanged() {
        DraftTag tag = new DraftTag(content(1).contentHash(), 1);
        assertThat(save(2, tag)).isEqualTo(new DraftResult.Missing());
        assertThat(store().delete(LOOT, tag)).isEqualTo(new DraftResult.Missing());
        assertThat(isKept(2)).isFalse();
    }

    @Test
    void aDeletedDraftLeavesNoGhost() {
        Draft first = saved(create(LOOT, 1));
        assertThat(store().delete(LOOT, first.tag())).isEqualTo(new DraftResult.Deleted(first));
        opened.close();
        opened = StoreOnly.open(database);
        assertThat(store().find(LOOT)).isEmpty();
        assertThat(store().list(ROOM)).isEmpty();
        assertThat(isKept(1)).isFalse();
        assertThat(saved(create(LOOT, 2)).tag().revision()).isEqualTo(1);
    }

    @Test
    void aContentGoesWithItsLastHolder() {
        publish(1);
        Draft loot = saved(create(LOOT, 1));
        saved(create(key("other"), 2));
        Draft changed = saved(save(2, loot.tag()));
        assertThat(isKept(1)).as("a version holds it").isTrue();
        saved(save(3, changed.tag()));
        assertThat(isKept(2)).as("another draft holds it").isTrue();
        Draft other = store().find(key("other")).orElseThrow().draft();
        store().delete(key("other"), other.tag());
        assertThat(isKept(2)).isFalse();
        assertThat(isKept(3)).isTrue();
    }

    @Test
    void aNewDraftIsBasedOnTheNewestVersionUnlessItSays() {
        publish(1);
        publish(2);
        Draft draft = saved(create(LOOT, 3));
        assertThat(draft.baseVersion()).isEqualTo(2);
        publish(4);
        assertThat(saved(save(5, draft.tag())).baseVersion()).isEqualTo(2);
        DraftStore.NewDraft rebased =
                new DraftStore.NewDraft(LOOT, content(5), OptionalInt.of(3), NOW, "ada");
        Draft current = store().find(LOOT).orElseThrow().draft();
        assertThat(
                        saved(
                                        store().save(
                                                        rebased,
                                                        new DraftExpectation.Exactly(current.tag()),
                                                        DRAFTS_MAX))
                                .baseVersion())
                .isEqualTo(3);
    }

    @Test
    void draftsAreListedByNameUpToTheirLimit() {
        for (String name : List.of("d", "b", "a", "c")) {
            saved(create(key(name), name.charAt(0)));
        }
        saved(create(new DraftKey(new SchemaName("other"), new DraftName("x")), 1));
        assertThat(store().list(ROOM))
                .extracting(draft -> draft.key().name().value())
                .containsExactly("a", "b", "c", "d");
        assertThat(create(key("e"), 5)).isEqualTo(new DraftResult.TooMany(DRAFTS_MAX));
    }

    @Test
    void ofSixteenWritersExactlyOneWins() throws Exception {
        Draft first = saved(create(LOOT, 1));
        List<DraftResult> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
            List<Callable<DraftResult>> calls = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int number = 100 + i;
                calls.add(() -> save(number, first.tag()));
            }
            for (Future<DraftResult> future : threads.invokeAll(calls)) {
                results.add(future.get());
            }
        }
        assertThat(results).filteredOn(DraftResult.Saved.class::isInstance).hasSize(1);
        assertThat(results).filteredOn(DraftResult.Stale.class::isInstance).hasSize(WRITERS - 1);
        assertThat(store().find(LOOT).orElseThrow().draft().tag().revision()).isEqualTo(2);
    }
}
