package dev.terrane.world.chunks;

import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.testing.Databases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest.Base;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Two instances of the service on one PostgreSQL. */
class TwoInstancesStoreTest {
    private static final int EDITS = 60;

    @Test
    void editsOfTwoInstancesLoseNoneOfEachOther() throws Exception {
        Databases.Database database = Databases.postgres();
        try (WorldFixture first = WorldFixture.open(database).withRoom();
                WorldFixture second = WorldFixture.open(database)) {
            for (int cx = 0; cx < 3; cx++) {
                first.put(chunk(cx, 0), Base.NONE, "create-" + cx);
            }
            AtomicInteger conflicts = new AtomicInteger();
            try (ExecutorService editors = Executors.newFixedThreadPool(4)) {
                List<Future<?>> running = new ArrayList<>();
                for (int editor = 0; editor < 4; editor++) {
                    int own = editor;
                    WorldFixture instance = editor % 2 == 0 ? first : second;
                    running.add(editors.submit(() -> edit(instance, own, conflicts)));
                }
                for (Future<?> editor : running) {
                    editor.get();
                }
            }
            System.out.println("conflicts between two instances: " + conflicts.get());
            long revisions = 0;
            for (int cx = 0; cx < 3; cx++) {
                ChunkHead seen = first.get(key(cx, 0)).head();
                assertThat(second.get(key(cx, 0)).head()).isEqualTo(seen);
                revisions += seen.revision();
            }
            assertThat(revisions).isEqualTo(3 + 4 * EDITS);
            assertThat(first.count("revisions")).isEqualTo(revisions);
        }
    }

    /** Applies its edits one after the other, each again on the current base until it is in. */
    private static void edit(WorldFixture instance, int editor, AtomicInteger conflicts) {
        for (int edit = 0; edit < EDITS; edit++) {
            ChunkKey key = key(edit % 3, 0);
            boolean applied = false;
            while (!applied) {
                StoredChunk now = instance.get(key);
                int cell = editor * 4 + edit % 4;
                int other = 1 - now.chunk().layers().getFirst().tiles().get(cell);
                EditResult result =
                        instance.patch(
                                key, base(now.head()), setTile(cell, other), editor + "-" + edit);
                switch (result) {
                    case EditResult.Applied _ -> applied = true;
                    case EditResult.Stale _ -> conflicts.incrementAndGet();
                    default -> throw new AssertionError(result);
                }
            }
        }
    }
}
