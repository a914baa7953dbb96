package dev.terrane.world.backups;

import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.testing.Databases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.backups.store.BackendCopy;
import dev.terrane.world.backups.store.BackupStore;
import dev.terrane.world.backups.store.FlagRows;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.flags.AssetFlag;
import dev.terrane.world.flags.FlagCopy;
import dev.terrane.world.flags.Viewer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is put back or moved, what was gated stays gated. */
class RestoredFlagsStoreTest {
    private static final WorldId W = WorldFixture.ROOM.world();
    private static final String GRASS = "tiles/grass";
    private static final String SIGN = "props/sign";
    private static final InstantSource CLOCK = InstantSource.fixed(WorldFixture.START);

    @TempDir Path folder;

    private Path database() {
        return folder.resolve("world.db");
    }

    private static Databases.Database file(Path path) {
        return Databases.sqliteFile(path);
    }

    /** A chunk, a backup of it with a sign of mild horror, and what was said since. */
    private Path backUp() {
        try (WorldFixture world = WorldFixture.open(file(database())).withRoom()) {
            world.flags.begin();
            applied(world.put(chunk(0, 0), Base.NONE, "a"));
            world.flag(SIGN, ContentCategory.HORROR, Severity.MILD);
            new Backups(world.store.threads(), new BackupStore(world.store.template()), world.dirty)
                    .create("pre");
            world.flag(GRASS, ContentCategory.VIOLENCE, Severity.SEVERE);
            world.flag(SIGN, ContentCategory.HATE, Severity.MODERATE);
        }
        return folder.resolve("backups").resolve("pre.db");
    }

    private BackupRestore.Restored restore(Path backup, RestoredFlags.Rule rule, InstantSource at) {
        return new BackupRestore(at)
                .restore(
                        new BackupRestore.Order(
                                backup, database(), "", false, Optional.empty(), rule));
    }

    private static FlagCopy flags(Path file) {
        return FlagRows.find(file).orElseThrow();
    }

    private static Severity severity(FlagCopy flags, String asset, ContentCategory category) {
        AssetFlag flag = flags.flagged().get(asset);
        return flag == null ? Severity.NONE : flag.severity(category);
    }

    private static boolean isGated(WorldFixture world) {
        return world.chunks.get(key(0, 0), Viewer.LOWEST) instanceof Chunks.Found.Gated;
    }

    @Test
    void aSharedBackupTakesNoFlagAwayAndBringsItsOwn() {
        Path backup = backUp();
        FlagCopy before = flags(database());

        BackupRestore.Restored restored = restore(backup, RestoredFlags.Rule.STRICTER, CLOCK);

        assertThat(restored.flags()).isEqualTo(new RestoredFlags(true, 2, 0, 1));
        FlagCopy now = flags(database());
        assertThat(now.flagged().get(GRASS)).isEqualTo(before.flagged().get(GRASS));
        assertThat(severity(now, SIGN, ContentCategory.HATE)).isEqualTo(Severity.MODERATE);
        assertThat(severity(now, SIGN, ContentCategory.HORROR))
                .as("lowered since, and so again as the backup says")
                .isEqualTo(Severity.MILD);
        assertThat(now.generation()).isEqualTo(before.generation());
        assertThat(now.revision()).isGreaterThan(before.revision());
        try (WorldFixture world = WorldFixture.open(file(database()))) {
            assertThat(isGated(world)).as("before a job has run").isTrue();
            world.runJobs();
            assertThat(world.get(key(0, 0)).chunk().flags().severity(ContentCategory.VIOLENCE))
                    .isEqualTo(Severity.SEVERE);
            assertThat(world.get(key(0, 0)).head().revision())
                    .as("made, flagged, and rewritten for what was kept")
                    .isGreaterThan(2);
        }
        assertThat(restored.replaced()).hasValueSatisfying(kept -> assertThat(kept).exists());
        assertThat(flags(restored.replaced().orElseThrow())).isEqualTo(before);
    }

    @Test
    void flagsOfTheBackupAreTakenAsTheyAreWhenThatIsSaid() {
        Path backup = backUp();

        BackupRestore.Restored restored = restore(backup, RestoredFlags.Rule.BACKUP, CLOCK);

        assertThat(restored.flags()).isEqualTo(new RestoredFlags(true, 0, 2, 1));
        assertThat(flags(database()).flagged()).isEqualTo(flags(backup).flagged());
    }

    /** The clock is asked at the steps in between: a restore that ends there changed nothing. */
    @Test
    void aRestoreThatEndsInTheMiddleLeavesTheFlagsOfBefore() throws IOException {
        Path backup = backUp();
        FlagCopy before = flags(database());
        int steps = 0;
        boolean done = false;
        while (!done) {
            int last = steps;
            int[] asked = new int[1];
            InstantSource ending =
                    () -> {
                        if (asked[0]++ == last) {
                            throw new IllegalStateException("killed at step " + last);
                        }
                        return WorldFixture.START;
                    };
            try {
                restore(backup, RestoredFlags.Rule.STRICTER, ending);
                done = true;
            } catch (IllegalStateException killed) {
                assertThat(killed).hasMessageContaining("killed at step");
                assertThat(flags(database())).isEqualTo(before);
                // What a kill leaves of it: a copy, half changed.
                Files.copy(backup, folder.resolve("world.db.restoring"));
                Files.write(folder.resolve("world.db.restoring-wal"), new byte[64]);
                steps++;
            }
        }
        assertThat(steps).isEqualTo(2);
        assertThat(severity(flags(database()), GRASS, ContentCategory.VIOLENCE))
                .isEqualTo(Severity.SEVERE);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .filteredOn(name -> name.contains("restoring") || name.contains("-wal"))
                    .isEmpty();
        }
    }

    /** Worlds' files know what the backup does not; those that come later are asked then. */
    @Test
    void whatCannotBeReadIsSaidAndItsGenerationEnds() throws IOException {
        Path backup = backUp();
        String generation = flags(database()).generation();
        Files.write(database(), "no database".getBytes(StandardCharsets.UTF_8));

        assertThat(restore(backup, RestoredFlags.Rule.STRICTER, CLOCK).flags())
                .isEqualTo(RestoredFlags.UNKNOWN);

        assertThat(flags(database()).flagged()).isEqualTo(flags(backup).flagged());
        Path beside = new WorldFolders(database()).file(new WorldId("other"));
        Files.createDirectories(beside.getParent());
        try (WorldFixture world = WorldFixture.open(file(beside))) {
            world.flag(GRASS, ContentCategory.VIOLENCE, Severity.SEVERE);
        }
        Files.write(database(), "no database".getBytes(StandardCharsets.UTF_8));
        assertThat(restore(backup, RestoredFlags.Rule.STRICTER, CLOCK).flags())
                .isEqualTo(new RestoredFlags(false, 1, 0, 0));
        assertThat(flags(database()).flagged()).containsOnlyKeys(GRASS, SIGN);
        try (WorldFixture world = WorldFixture.open(file(database()))) {
            world.flags.begin();
            assertThat(world.flags.copyNow().generation()).isNotEmpty().isNotEqualTo(generation);
        }
    }

    /** Reproduced: it was restored, and chunks were shown that a file nobody could read gates. */
    @Test
    void aRestoreIsRefusedWhereAWorldsFlagsCannotBeReadEither() throws IOException {
        Path backup = backUp();
        Files.writeString(database(), "no database");
        Path beside = new WorldFolders(database()).file(new WorldId("other"));
        Files.createDirectories(beside.getParent());
        Files.writeString(beside, "no database");

        assertThatThrownBy(() -> restore(backup, RestoredFlags.Rule.STRICTER, CLOCK))
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(CommonError.STORE_UNFIT))
                .hasMessageContaining(beside.toString())
                .hasMessageContaining("--flags backup");
        assertThat(database()).hasContent("no database");

        RestoredFlags taken = restore(backup, RestoredFlags.Rule.BACKUP, CLOCK).flags();
        assertThat(taken.compared()).isFalse();
        assertThat(flags(database()).flagged()).isEqualTo(flags(backup).flagged());
    }

    /** Reproduced: what an earlier restore had kept aside was there, and nobody looked at it. */
    @Test
    void flagsOfALostDatabaseAreThoseOfTheNewestCopyThatWasKept() throws IOException {
        Path backup = backUp();
        FlagCopy before = flags(database());
        Path first = restore(backup, RestoredFlags.Rule.STRICTER, CLOCK).replaced().orElseThrow();
        try (WorldFixture world = WorldFixture.open(file(database()))) {
            world.moderation.set(
                    "only/later",
                    Map.of(ContentCategory.HATE, Severity.SEVERE),
                    false,
                    "later",
                    "mo");
        }
        FlagCopy newest = flags(database());
        // By a clock that was set back: newer is what says more.
        Path second =
                restore(
                                backup,
                                RestoredFlags.Rule.BACKUP,
                                InstantSource.fixed(WorldFixture.START.minusSeconds(60)))
                        .replaced()
                        .orElseThrow();
        byte[] asItWas = Files.readAllBytes(second);
        assertThat(flags(first).generation()).isEqualTo(before.generation());
        Files.copy(second, second.resolveSibling("world.db.20991231T000000"));
        Files.write(second.resolveSibling("world.db.20991231T000000-wal"), new byte[64]);
        Files.writeString(second.resolveSibling("world.db.20991231T000001"), "no database");
        Files.copy(database(), second.resolveSibling("world.db.by-hand"));

        Files.delete(database());
        RestoredFlags lowered = restore(backup, RestoredFlags.Rule.BACKUP, CLOCK).flags();
        assertThat(lowered).isEqualTo(new RestoredFlags(false, 0, 3, 0, Optional.of(second)));
        assertThat(flags(database()).flagged()).isEqualTo(flags(backup).flagged());
        Files.delete(database());
        RestoredFlags kept = restore(backup, RestoredFlags.Rule.STRICTER, CLOCK).flags();

        assertThat(kept).isEqualTo(new RestoredFlags(false, 3, 0, 0, Optional.of(second)));
        FlagCopy now = flags(database());
        assertThat(now.flagged()).isEqualTo(newest.flagged());
        assertThat(now.generation()).as("what was flagged since is not known").isEmpty();
        assertThat(second).hasBinaryContent(asItWas);
        try (Stream<Path> files = Files.list(second.getParent())) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .filteredOn(name -> name.endsWith("-shm") || name.endsWith("-wal"))
                    .containsExactly("world.db.20991231T000000-wal");
        }
    }

    @Test
    void aKeptCopyOfOtherFlagsIsNotComparedWith() throws IOException {
        Path backup = backUp();
        Path kept = Files.createDirectories(folder.resolve("replaced"));
        Path strange = Files.createDirectory(folder.resolve("strange")).resolve("world.db");
        try (WorldFixture world = WorldFixture.open(file(strange))) {
            world.flags.follow("another");
            world.flag(GRASS, ContentCategory.VIOLENCE, Severity.SEVERE);
        }
        Files.move(strange, kept.resolve("world.db.20261130T120000"));
        Files.delete(database());

        assertThat(restore(backup, RestoredFlags.Rule.STRICTER, CLOCK).flags())
                .isEqualTo(RestoredFlags.UNKNOWN);
        assertThat(flags(database()).flagged()).isEqualTo(flags(backup).flagged());
    }

    @Test
    void aBackupOfAVersionWithoutFlagsGetsThoseThatStand() {
        backUp();
        Path old = folder.resolve("old.db");
        Flyway.configure()
                .dataSource("jdbc:sqlite:" + old, null, null)
                .locations("classpath:db/migration/world/sqlite")
                .target("1")
                .load()
                .migrate();

        BackupRestore.Restored restored = restore(old, RestoredFlags.Rule.STRICTER, CLOCK);

        assertThat(restored.schemaVersion()).isEqualTo("1");
        assertThat(restored.flags()).isEqualTo(new RestoredFlags(true, 2, 0, 0));
        assertThat(severity(flags(database()), GRASS, ContentCategory.VIOLENCE))
                .isEqualTo(Severity.SEVERE);
    }

    /** A world's file as another service made it, which flags its grass. */
    private Path strange(String generation) throws IOException {
        Path file = new WorldFolders(database()).file(W);
        Files.createDirectories(file.getParent());
        try (WorldFixture world = WorldFixture.open(file(file)).withRoom()) {
            world.flags.follow(generation);
            applied(world.put(chunk(0, 0), Base.NONE, "a"));
            world.flag(GRASS, ContentCategory.VIOLENCE, Severity.SEVERE);
        }
        return file;
    }

    private static String begin(Path shared) {
        try (WorldFixture world = WorldFixture.open(file(shared))) {
            world.flags.begin();
            world.flag(SIGN, ContentCategory.HORROR, Severity.MILD);
            return world.flags.copyNow().generation();
        }
    }

    @Test
    void aStrangersWorldBringsItsFlagsAlongAndACopyDoesNot() throws IOException {
        String generation = begin(database());
        strange("another");
        new WorldMoves(database(), CLOCK).toShared(W);
        try (WorldFixture world = WorldFixture.open(file(database()))) {
            assertThat(isGated(world)).isTrue();
            world.runJobs();
            assertThat(isGated(world)).as("its job gives it no lower flags").isTrue();
            assertThat(world.flags.find(GRASS)).isPresent();
            assertThat(world.flags.find(SIGN)).isPresent();
        }
        new WorldMoves(database(), CLOCK).toOwn(W);
        Path own = new WorldFolders(database()).file(W);
        assertThat(flags(own).generation()).isEqualTo(generation);
        try (WorldFixture world = WorldFixture.open(file(database()))) {
            world.moderation.set(GRASS, Map.of(), false, "away", "mo");
        }
        new WorldMoves(database(), CLOCK).toShared(W);
        try (WorldFixture world = WorldFixture.open(file(database()))) {
            assertThat(world.flags.find(GRASS)).as("what moderators decided since").isEmpty();
            world.runJobs();
            assertThat(isGated(world)).as("the sign").isTrue();
            assertThat(world.get(key(0, 0)).chunk().flags().severity(ContentCategory.VIOLENCE))
                    .isEqualTo(Severity.NONE);
        }
    }

    @Test
    void postgresqlKeepsWhatItFlagsAndTakesWhatTheFilesFlag() throws IOException {
        begin(database());
        strange("another");
        Databases.Database postgres = Databases.postgres();
        try (WorldFixture world = WorldFixture.open(postgres)) {
            world.flag("only/here", ContentCategory.HATE, Severity.MILD);
            long before = world.flags.copyNow().revision();
            BackendCopy copier = new BackendCopy(world.store.template());
            assertThat(BackendMigration.run(world.store.threads(), copier, database())).isNotNull();
            assertThat(world.flags.now().flagged()).containsOnlyKeys("only/here", SIGN, GRASS);
            assertThat(world.flags.copyNow().revision()).isGreaterThan(before);
            world.runJobs();
            assertThat(isGated(world)).isTrue();
        }
    }

    @Test
    void aWorldsOwnBackupIsToldBesideTheFlagsThatStand() throws IOException {
        String generation = begin(database());
        Path file = strange(generation);
        Path backup = folder.resolve("w.db");
        Files.move(file, backup);
        BackupRestore.Order order =
                new BackupRestore.Order(
                        backup, file, "", false, Optional.of(W), RestoredFlags.Rule.STRICTER);

        BackupRestore restore = new BackupRestore(CLOCK);
        assertThat(restore.restoreOwn(database(), order).flags())
                .as("an older copy of the same flags")
                .isEqualTo(new RestoredFlags(true, 1, 0, 0));
        FlagCopy other = new FlagCopy("another", 1, flags(database()).flagged());
        assertThat(restore.restoreOwn(other, order).flags())
                .isEqualTo(new RestoredFlags(true, 1, 0, 1));
        assertThat(flags(file)).as("the file is as it was").isEqualTo(flags(backup));
    }
}
