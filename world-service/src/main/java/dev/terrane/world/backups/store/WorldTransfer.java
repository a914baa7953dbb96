package dev.terrane.world.backups.store;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.world.backups.store.BackupStore.Contents;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;

/** One world on its way between SQLite files that nobody else uses. */
public final class WorldTransfer {
    private WorldTransfer() {}

    /** Work on two files. */
    @FunctionalInterface
    private interface Work<T> {
        T run(Connection one, Connection other) throws SQLException;
    }

    /**
     * Makes a file that holds one world of another file, and the flags that are said there.
     *
     * @param file is not there yet
     * @throws DataIntegrityViolationException when a file is not as it should be for this
     */
    public static Contents extract(Path from, Path file, WorldId world, Instant now) {
        BackupFiles.migrate(file);
        return inBoth(
                from,
                file,
                (source, target) -> {
                    requireMovable(source, target);
                    WorldRows.insert(source, target, Tables.get("asset_flags"), "1 = 1");
                    FlagRows.copyGeneration(source, target);
                    Contents contents = WorldRows.copy(source, target, world, now);
                    target.commit();
                    return contents;
                });
    }

    /** Copies a world from a file of its own into another that does not hold it. */
    public static Contents merge(Path own, Path into, WorldId world, Instant now) {
        return inBoth(
                own,
                into,
                (source, target) -> {
                    requireMovable(source, target);
                    Contents contents = WorldRows.copy(source, target, world, now);
                    target.commit();
                    return contents;
                });
    }

    /** What a file holds of a world. */
    public static Contents contents(Path file, WorldId world) {
        try (Connection connection = open(file)) {
            return WorldRows.contents(connection, world);
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("the file cannot be read: " + file, e);
        }
    }

    /** What two files hold of a world is the same. */
    public static boolean isSame(Path one, Path other, WorldId world) {
        return contents(one, world).equals(contents(other, world));
    }

    /** Takes a world out of a file. */
    public static void remove(Path file, WorldId world) {
        try (Connection connection = open(file)) {
            WorldRows.delete(connection, world);
            connection.commit();
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("the file cannot be changed: " + file, e);
        }
    }

    private static <T> T inBoth(Path one, Path other, Work<T> work) {
        try (Connection first = open(one);
                Connection second = open(other)) {
            return work.run(first, second);
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException(
                    "%s or %s cannot be used: %s".formatted(one, other, e.getMessage()), e);
        }
    }

    private static Connection open(Path file) throws SQLException {
        Connection connection = BackupFiles.open(file);
        connection.setAutoCommit(false);
        return connection;
    }

    /** Both are of one schema, and what was acknowledged is in the file. */
    static void requireMovable(Connection source, Connection target) throws SQLException {
        String version = "SELECT value FROM meta WHERE key = 'schema_version'";
        String given = single(source, version);
        String own = single(target, version);
        if (!given.equals(own)) {
            throw new DataIntegrityViolationException(
                    "the files are of schema version %s and %s: start world-service of this version"
                                    .formatted(given, own)
                            + " on them once");
        }
        if (!single(source, "SELECT COUNT(*) FROM chunks WHERE dirty <> 0").equals("0")) {
            throw new DataIntegrityViolationException(
                    "the service did not stop cleanly: start it on the file once, and stop it");
        }
    }

    static String single(Connection source, String sql) throws SQLException {
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }
}
