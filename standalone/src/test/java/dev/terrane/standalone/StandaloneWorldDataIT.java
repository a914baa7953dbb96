package dev.terrane.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.terrane.cli.ExitCode;
import dev.terrane.cli.Main;
import dev.terrane.cli.services.RunRequest;
import dev.terrane.cli.services.ServiceAddress;
import dev.terrane.cli.services.ServiceName;
import dev.terrane.cli.services.ServiceRunner;
import dev.terrane.cli.services.WorldData;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.testing.Databases;
import dev.terrane.world.backups.Backup;
import dev.terrane.world.backups.Backups;
import dev.terrane.world.definitions.DefinitionCommands;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.World;
import dev.terrane.world.moderation.Moderation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Restore and move of world-service's database, as the command line asks for them. */
class StandaloneWorldDataIT {
    private static final ServiceRunner.Progress SILENT =
            new ServiceRunner.Progress() {
                @Override
                public void up(ServiceAddress address, Duration took) {}

                @Override
                public void down(ServiceName service, Duration took) {}
            };

    @TempDir Path folder;

    private Contexts start(Path data, Optional<Path> config) {
        RunRequest request =
                new RunRequest(
                        Optional.of(data),
                        config,
                        List.of(ServiceName.WORLD),
                        Map.of(ServiceName.WORLD, 0),
                        true);
        StandaloneRunner runner = new StandaloneRunner();
        return (Contexts) runner.start(request, runner.plan(request), SILENT);
    }

    private Path config(Path data) throws IOException {
        return Files.writeString(
                folder.resolve("plain.yaml"), "common:\n  data-dir: \"%s\"\n".formatted(data));
    }

    private static <T> T part(Contexts contexts, Class<T> type) {
        return contexts.get(ServiceName.WORLD).getBean(type);
    }

    private static void create(Contexts contexts, String world) {
        part(contexts, Definitions.class)
                .create(new World(new WorldId(world), world, ChunkGrid.DEFAULT, 1));
    }

    @Test
    void aBackupOfTheServiceIsRestoredAndTheServiceGoesOnFromIt() throws IOException {
        Path data = folder.resolve("data");
        Path config = config(data);
        WorldData.Place place = new WorldData.Place(Optional.of(data), Optional.of(config));
        Backup made;
        WorldData.Order order;
        try (Contexts contexts = start(data, Optional.of(config))) {
            create(contexts, "before");
            made = part(contexts, Backups.class).create("monday");
            create(contexts, "after");
            order =
                    new WorldData.Order(
                            data.resolve("world/backups/monday.db"),
                            made.digest(),
                            false,
                            "",
                            false);
            TerraneException inUse =
                    catchThrowableOfType(
                            TerraneException.class,
                            () -> new StandaloneWorldData().restore(place, order));
            assertThat(inUse.code()).isEqualTo(CliError.DATA_LOCKED);
        }

        WorldData.Restored restored = WorldData.load().restore(place, order);

        assertThat(restored.digest()).isEqualTo(made.digest());
        assertThat(restored.replaced()).hasValueSatisfying(kept -> assertThat(kept).exists());
        try (Contexts contexts = start(data, Optional.of(config))) {
            Definitions definitions = part(contexts, Definitions.class);
            assertThat(definitions.find(new WorldId("before"))).isPresent();
            assertThat(definitions.find(new WorldId("after"))).isEmpty();
            part(contexts, Moderation.class)
                    .set(
                            "props/skull",
                            Map.of(ContentCategory.HORROR, Severity.SEVERE),
                            false,
                            "skull",
                            "mo");
        }
        String[] command = {
            "world", "restore", order.backup().toString(), "--config", config.toString()
        };
        assertThat(run(ExitCode.OK, command))
                .contains(
                        "assets kept stricter than in the backup: 1, raised as it says: 0, LOWERED as it says: 0");
        assertThat(run(ExitCode.OK, with(command, "--format", "json")))
                .contains("\"compared\"")
                .contains("\"kept\"");
        assertThat(run(ExitCode.OK, with(command, "--flags", "backup")))
                .contains("LOWERED as it says: 1");
        assertThat(run(ExitCode.USAGE, with(command, "--flags", "backup", "--world", "before")))
                .contains("--flags backup is for the shared database");
    }

    private static String[] with(String[] command, String... more) {
        return Stream.concat(Arrays.stream(command), Arrays.stream(more)).toArray(String[]::new);
    }

    private static String run(int exit, String... command) {
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(out, true);
        assertThat(Main.run(writer, writer, command)).as(out.toString()).isEqualTo(exit);
        return out.toString();
    }

    @Test
    void theFileOfOneWorldIsRestoredAndGivenToAnotherFolderWhereItIsServed() throws IOException {
        Path data = folder.resolve("data");
        Path config = config(data);
        Backup made;
        try (Contexts contexts = start(data, Optional.of(config))) {
            create(contexts, "isle");
            made = part(contexts, Backups.class).create("isle");
        }
        Path backup = data.resolve("world/backups/isle.db");
        StandaloneWorldData commands = new StandaloneWorldData();
        WorldData.Order isle = new WorldData.Order(backup, made.digest(), false, "isle", false);
        WorldData.Place here = new WorldData.Place(Optional.of(data), Optional.of(config));
        TerraneException shared =
                catchThrowableOfType(TerraneException.class, () -> commands.restore(here, isle));
        assertThat(shared.code()).isEqualTo(WorldError.BACKUP_INVALID);
        assertThat(shared).hasMessageContaining("the shared database");

        WorldData.Relocated out = commands.moveToOwnFile(here, "isle");
        assertThat(out.file()).isEqualTo(data.resolve("world/worlds/isle/world.db"));
        assertThat(commands.moveToShared(here, "isle").digest()).isEqualTo(out.digest());
        assertThat(
                        catchThrowableOfType(
                                        TerraneException.class,
                                        () -> commands.moveToShared(here, "is le"))
                                .code())
                .isEqualTo(CommonError.INVALID_ARGUMENT);

        Path other = folder.resolve("other");
        WorldData.Place there = new WorldData.Place(Optional.of(other), Optional.of(config));
        TerraneException strange =
                catchThrowableOfType(
                        TerraneException.class,
                        () ->
                                commands.restore(
                                        there,
                                        new WorldData.Order(backup, "", false, "reef", false)));
        assertThat(strange).hasMessageContaining("holds world 'isle'");
        WorldData.Restored restored = commands.restore(there, isle);
        assertThat(restored.database()).isEqualTo(other.resolve("world/worlds/isle/world.db"));
        try (Contexts contexts = start(other, Optional.of(config))) {
            assertThat(part(contexts, DefinitionCommands.class).listWorlds("", 10))
                    .extracting(world -> world.id().value())
                    .containsExactly("isle");
            TerraneException inUse =
                    catchThrowableOfType(
                            TerraneException.class, () -> commands.restore(there, isle));
            assertThat(inUse.code()).isEqualTo(CliError.DATA_LOCKED);
        }
    }

    @Test
    void theMoveToPostgresqlIsACommandThatMayBeRunAgain() throws IOException {
        Path data = folder.resolve("data");
        Path plain = config(data);
        try (Contexts contexts = start(data, Optional.of(plain))) {
            create(contexts, "moved");
        }
        Path file = data.resolve("world/world.db");
        Databases.Database database = Databases.postgres();
        Path config =
                Files.writeString(
                        folder.resolve("terrane.yaml"),
                        """
                        common:
                          data-dir: %s
                        world:
                          store:
                            url: "%s"
                            user: "%s"
                            password: "%s"
                        """
                                .formatted(
                                        folder.resolve("other"),
                                        database.url(),
                                        database.user(),
                                        database.password()));
        WorldData.Place place = new WorldData.Place(Optional.empty(), Optional.of(config));
        StandaloneWorldData commands = new StandaloneWorldData();

        assertThat(commands.migrateBackend(place, file)).isPresent();
        assertThat(commands.migrateBackend(place, file)).as("it holds worlds now").isEmpty();

        try (Contexts contexts = start(folder.resolve("other"), Optional.of(config))) {
            assertThat(part(contexts, Definitions.class).find(new WorldId("moved"))).isPresent();
        }
        TerraneException refused =
                catchThrowableOfType(
                        TerraneException.class,
                        () ->
                                commands.restore(
                                        place, new WorldData.Order(file, "", false, "", false)));
        assertThat(refused.code()).isEqualTo(WorldError.SQLITE_ONLY);
        assertThat(refused).hasMessageContaining("pg_restore");
    }
}
