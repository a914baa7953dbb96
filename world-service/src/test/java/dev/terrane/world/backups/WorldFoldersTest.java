package dev.terrane.world.backups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.support.store.StoreTraces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorldFoldersTest {
    @TempDir Path data;

    @Test
    void everyWorldIsFoundWhereItWasPutAlsoWhereCaseDoesNotCount() throws IOException {
        WorldFolders folders = new WorldFolders(data.resolve("world.db"));
        assertThat(folders.list()).as("no folder yet").isEmpty();
        List<WorldId> worlds =
                List.of(
                                "isle",
                                "Isle",
                                "ISLE",
                                "a-B_9",
                                "x".repeat(64),
                                "X".repeat(64),
                                "con",
                                "CON")
                        .stream()
                        .map(WorldId::new)
                        .toList();
        for (WorldId world : worlds) {
            Files.createDirectories(folders.file(world).getParent());
            Files.createFile(folders.file(world));
        }
        assertThat(folders.list()).containsExactlyInAnyOrderElementsOf(worlds);
        Path first = folders.file(worlds.getFirst());
        Files.move(first, first.resolveSibling("world.db-wal"));
        assertThat(folders.list()).as("a log alone").containsExactlyInAnyOrderElementsOf(worlds);
        assertThat(worlds.stream().map(w -> folders.file(w).toString().toLowerCase(Locale.ROOT)))
                .doesNotHaveDuplicates();
    }

    @Test
    void whatIsNoWorldsFolderIsLeftAlone() throws IOException {
        WorldFolders folders = new WorldFolders(data.resolve("world.db"));
        for (String name : List.of("Isle", "a b", "=", "==a", "empty", "x".repeat(65))) {
            Path folder = Files.createDirectories(data.resolve("worlds").resolve(name));
            if (!name.equals("empty")) {
                Files.createFile(folder.resolve("world.db"));
            }
        }
        assertThat(folders.list()).isEmpty();
        assertThat(folders.listUnused().stream().map(folder -> folder.getFileName().toString()))
                .containsExactly("=", "==a", "Isle", "a b", "x".repeat(65));
    }

    @Test
    void aWorldWhoseFileIsGoneIsKnownByWhatItLeft() throws IOException {
        WorldFolders folders = new WorldFolders(data.resolve("world.db"));
        for (String left :
                List.of("a/world.db.made", "=b/backups/one.db", "c/replaced/world.db.1", "d/x")) {
            Path file = data.resolve("worlds").resolve(left);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "made");
        }
        Path there = folders.file(new WorldId("e"));
        Files.createDirectories(there.getParent());
        Files.createFile(there);
        assertThat(folders.listLost())
                .containsExactlyInAnyOrder(new WorldId("a"), new WorldId("B"), new WorldId("c"));
        assertThat(folders.list()).containsExactly(new WorldId("e"));
        StoreTraces.allowAnew(folders.file(new WorldId("a")));
        assertThat(folders.listLost()).doesNotContain(new WorldId("a"));
    }

    @Test
    void aWorldNamedLikeADeviceOfWindowsHasAFolderThatCanBeMadeThere() throws IOException {
        WorldFolders folders = new WorldFolders(data.resolve("world.db"));
        for (String id : List.of("con", "nul", "com1", "lpt0")) {
            assertThat(folders.file(new WorldId(id)).getParent()).hasFileName(id + "=");
        }
        for (String id : List.of("cons", "com", "com10", "con-", "lpt")) {
            assertThat(folders.file(new WorldId(id)).getParent()).hasFileName(id);
        }
        // Made by a version that did not know of devices.
        Path old = Files.createDirectories(data.resolve("worlds/aux"));
        Files.createFile(old.resolve("world.db"));
        assertThat(folders.file(new WorldId("aux"))).isEqualTo(old.resolve("world.db"));
        assertThat(folders.list()).containsExactly(new WorldId("aux"));
        Path other = Files.createDirectories(data.resolve("worlds/aux="));
        Files.createFile(other.resolve("world.db"));
        assertThat(folders.list()).containsExactly(new WorldId("aux"));
        assertThat(folders.listUnused()).containsExactly(other);
    }
}
