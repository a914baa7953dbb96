package dev.terrane.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.cli.ExitCode;
import dev.terrane.cli.Main;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.Processes;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that restores, as a process of its own that is killed. */
class KilledRestoreIT {
    private static final int KILLS = 4;
    private static final Duration LONG = Duration.ofSeconds(60);

    private static final String FLAG =
            """
            INSERT INTO asset_flags (asset_id, violence, sexual, language, substance, gambling, horror,
                hate, custom, mature, actor, updated_at)
            VALUES ('props/skull', 0, 0, 0, 0, 0, 3, 0, 0, 0, 'mo', 0)
            """;

    @TempDir Path folder;
    private Path database;
    private Path backup;
    private Path original;
    private Path config;

    /** What of a restore can be seen from outside. */
    private enum Moment {
        COPY {
            @Override
            boolean hasCome(Path database) {
                return Files.exists(copy(database));
            }
        },
        FOLDER_OF_KEPT {
            @Override
            boolean hasCome(Path database) {
                return Files.exists(database.resolveSibling("replaced"));
            }
        },
        KEPT {
            @Override
            boolean hasCome(Path database) {
                return !kept(database).isEmpty();
            }
        },
        IN_PLACE {
            @Override
            boolean hasCome(Path database) {
                return KEPT.hasCome(database) && !Files.exists(copy(database));
            }
        };

        abstract boolean hasCome(Path database);
    }

    private static Path copy(Path database) {
        return database.resolveSibling(database.getFileName() + ".restoring");
    }

    private static List<Path> kept(Path database) {
        Path replaced = database.resolveSibling("replaced");
        if (!Files.exists(replaced)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(replaced)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeEach
    void make() throws IOException, SQLException {
        database = folder.resolve("data/world/world.db");
        Files.createDirectories(database.getParent());
        backup = made("backup.db", "of the backup", "");
        original = made("original.db", "as it was", FLAG);
        config =
                Files.writeString(
                        folder.resolve("plain.yaml"),
                        "common:\n  data-dir: \"%s\"\n".formatted(folder.resolve("data")));
    }

    private Path made(String name, String world, String more) throws SQLException {
        Path file = folder.resolve(name);
        Flyway.configure()
                .dataSource("jdbc:sqlite:" + file, null, null)
                .locations("classpath:db/migration/world/sqlite")
                .load()
                .migrate();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    """
                    INSERT INTO worlds (id, name, chunk_size_x, chunk_size_y, chunk_size_z,
                        origin_x, origin_y, origin_z, revision, created_at, updated_at)
                    VALUES ('isle', '%s', 32, 32, 1, 0, 0, 0, 1, 0, 0)
                    """
                            .formatted(world));
            if (!more.isEmpty()) {
                statement.executeUpdate(more);
            }
        }
        return file;
    }

    private String[] command() {
        return new String[] {"world", "restore", backup.toString(), "--config", config.toString()};
    }

    /** Reproduced before by a clock that throws; a kill runs no code of ours at its end. */
    @Test
    void aKilledRestoreLeavesTheOneDatabaseOrTheOtherAndCanBeRepeated() {
        Coverage coverage = new Coverage();
        Iterator<Moment> moments = Stream.generate(Moment::values).flatMap(Stream::of).iterator();
        Seeds.until(
                coverage.goal(1, "killed", "as it was"),
                KILLS,
                random -> {
                    reset();
                    Moment moment = moments.next();
                    coverage.count(moment);
                    coverage.count(kill(moment, random) ? "killed" : "ended before");
                    coverage.count(Files.exists(copy(database)) ? "copy left" : "no copy left");
                    String left = requireWhole(database);
                    coverage.count(left);
                    for (Path file : kept(database)) {
                        if (!file.getFileName().toString().contains(".found")) {
                            assertThat(requireWhole(file)).isEqualTo("as it was");
                        }
                    }
                    restore();
                    assertThat(requireWhole(database)).isEqualTo("of the backup");
                    assertThat(copy(database)).doesNotExist();
                });
        System.out.println("killed restores: " + coverage);
    }

    private void reset() throws IOException {
        try (Stream<Path> files = Files.walk(database.getParent())) {
            List<Path> all = new ArrayList<>(files.filter(Files::isRegularFile).toList());
            for (Path file : all) {
                Files.delete(file);
            }
        }
        Files.deleteIfExists(database.resolveSibling("replaced"));
        Files.copy(original, database, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Whether the process was still at it. */
    private boolean kill(Moment moment, SeededRandom random) {
        int looks = random.nextInt(200);
        try (Processes.Child child = Processes.smallJava(Main.class, command())) {
            long deadline = System.nanoTime() + LONG.toNanos();
            while (child.isAlive() && !moment.hasCome(database)) {
                assertThat(System.nanoTime()).as(child.output()).isLessThan(deadline);
                Thread.onSpinWait();
            }
            for (int i = 0; i < looks && child.isAlive(); i++) {
                moment.hasCome(database);
            }
            child.kill();
            return child.awaitExit(LONG) != ExitCode.OK;
        }
    }

    /** What the world is named in a database that is sound, with all that belongs to it. */
    private String requireWhole(Path file) throws IOException, SQLException {
        // A look at the file itself would write its log into it.
        Path look = Files.createTempDirectory(folder, "look").resolve("world.db");
        Files.copy(file, look);
        Path log = file.resolveSibling(file.getFileName() + "-wal");
        if (Files.exists(log)) {
            Files.copy(log, look.resolveSibling("world.db-wal"));
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + look);
                Statement statement = connection.createStatement()) {
            assertThat(text(statement, "PRAGMA integrity_check")).isEqualTo("ok");
            assertThat(text(statement, "SELECT horror FROM asset_flags"))
                    .as("gated in both")
                    .isEqualTo("3");
            String name = text(statement, "SELECT name FROM worlds");
            assertThat(name).isIn("as it was", "of the backup");
            return name;
        }
    }

    private static String text(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            assertThat(row.next()).as(sql).isTrue();
            return row.getString(1);
        }
    }

    private void restore() {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text, true);
        assertThat(Main.run(out, out, command())).as(text.toString()).isEqualTo(ExitCode.OK);
    }
}
