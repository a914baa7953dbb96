package dev.terrane.schema.hints.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.schema.StoreOnly;
import dev.terrane.schema.hints.HintsStore;
import dev.terrane.schema.hints.StoredHints;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.testing.Databases.Database;
import dev.terrane.testing.Databases.Engine;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
class SqlHintsStoreTest {
    private static final SchemaName ROOM = new SchemaName("guest-room");
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00.123Z");

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

    private static HintsStore store() {
        return opened.bean(HintsStore.class);
    }

    private static StoredHints hints(SchemaName name, String text, int number) {
        return new StoredHints(
                name, text, ("" + number % 10).repeat(64), NOW.plusSeconds(number), "by-" + number);
    }

    @Test
    void hintsAreKeptAsWrittenUntilOthersComeOrTheyAreRemoved() {
        StoredHints first = hints(ROOM, "{\"é\": \"漢🗺\"}\n", 1);
        assertThat(store().find(ROOM)).isEmpty();

        assertThat(store().save(first)).isEqualTo(first);
        assertThat(store().save(hints(new SchemaName("other"), "{}", 2)).text()).isEqualTo("{}");
        assertThat(store().find(ROOM)).contains(first);

        StoredHints again =
                new StoredHints(ROOM, first.text(), first.hash(), NOW.plusSeconds(9), "else");
        assertThat(store().save(again)).as("the same text changes nothing").isEqualTo(first);

        StoredHints second = hints(ROOM, "{\"b\": 1}", 3);
        assertThat(store().save(second)).isEqualTo(second);
        assertThat(store().delete(ROOM)).isTrue();
        assertThat(store().delete(ROOM)).isFalse();
        assertThat(store().find(ROOM)).isEmpty();
        assertThat(store().find(new SchemaName("other"))).isPresent();
    }

    @Test
    void writersAtOnceLeaveOneOfTheirTexts() throws Exception {
        List<Callable<StoredHints>> writers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            StoredHints hints = hints(ROOM, "{\"n\": " + i + "}", i);
            writers.add(() -> store().save(hints));
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<StoredHints> writer : threads.invokeAll(writers)) {
                assertThat(writer.get().name()).isEqualTo(ROOM);
            }
        }
        StoredHints left = store().find(ROOM).orElseThrow();
        int number = Integer.parseInt(left.updatedBy().substring(3));
        assertThat(left).isEqualTo(hints(ROOM, "{\"n\": " + number + "}", number));
    }
}
