package dev.terrane.world.backups.store;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.world.flags.FlagCopy;
import dev.terrane.world.flags.FlagMerge;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/**
 * Copies an SQLite file of the service into an empty PostgreSQL database, all in the write it is
 * called in: whole, or not at all. What was written is read back, and counts and digests compared.
 */
@Repository
public final class BackendCopy {
    private final JdbcTemplate jdbc;

    /** Makes a copier into the service's database. */
    public BackendCopy(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Whether the service's database holds no world yet. */
    public boolean isEmpty() {
        Long worlds = jdbc.queryForObject("SELECT COUNT(*) FROM worlds", Long.class);
        return worlds != null && worlds == 0;
    }

    /** What a database that is not open elsewhere holds; not inside work of StoreThreads. */
    public static BackupStore.Contents contentsOf(Path file) {
        return BackupStore.readBack(file);
    }

    /** What the service's database holds, inside a read or a write. */
    public BackupStore.Contents contents() {
        return java.util.Objects.requireNonNull(
                jdbc.execute((Connection connection) -> BackupStore.contents(connection)));
    }

    /**
     * Copies every row, inside a write.
     *
     * @throws DataIntegrityViolationException when what arrived is not what was sent
     */
    public BackupStore.Contents copy(Path file) {
        return copy(file, Map.of(), Instant.EPOCH);
    }

    /**
     * As {@link #copy(Path)}, and then the worlds that have files of their own. Assets that are
     * flagged stricter in the service's database already stay so.
     *
     * @param own those files
     * @param now when jobs begin that give chunks the flags that are said in the shared one
     */
    public BackupStore.Contents copy(Path file, Map<WorldId, Path> own, Instant now) {
        BackupStore.Contents shared = copyShared(file, now);
        own.forEach((world, its) -> copyOwn(world, its, now));
        return own.isEmpty() ? shared : contents();
    }

    private void copyOwn(WorldId world, Path file, Instant now) {
        try (Connection source = BackupFiles.open(file)) {
            source.setAutoCommit(false);
            requireMovable(source);
            jdbc.execute((Connection target) -> WorldRows.copy(source, target, world, now));
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("the file cannot be read: " + file, e);
        }
    }

    private BackupStore.Contents copyShared(Path file, Instant now) {
        try (Connection source = BackupFiles.open(file)) {
            source.setAutoCommit(false);
            requireMovable(source);
            BackupStore.Contents sent = BackupStore.contents(source);
            jdbc.execute(
                    (Connection target) -> {
                        FlagCopy standing = FlagRows.read(target);
                        for (Tables.Table table : Tables.ALL) {
                            copy(source, target, table);
                        }
                        requireSame(sent, BackupStore.contents(target));
                        FlagCopy given = FlagRows.read(target);
                        if (standing.revision() > 0) {
                            FlagRows.add(
                                    FlagMerge.of(standing.flagged(), given.flagged()).listKept(),
                                    standing,
                                    given,
                                    target,
                                    now);
                        }
                        return sent;
                    });
            return sent;
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("the file cannot be read: " + file, e);
        }
    }

    private static void requireSame(BackupStore.Contents sent, BackupStore.Contents arrived) {
        if (!arrived.equals(sent)) {
            throw new DataIntegrityViolationException(
                    "sent were " + sent + ", arrived are " + arrived);
        }
    }

    /** The schema is this version's, and nothing in it is for SQLite alone. */
    private void requireMovable(Connection source) throws SQLException {
        String version = "SELECT value FROM meta WHERE key = 'schema_version'";
        String own = String.valueOf(jdbc.queryForObject(version, String.class));
        String given = WorldTransfer.single(source, version);
        if (!given.equals(own)) {
            throw new DataIntegrityViolationException(
                    "the file is of schema version %s, this service's is %s: start world-service of"
                                    .formatted(given, own)
                            + " this version on it once");
        }
        String behind =
                WorldTransfer.single(
                        source,
                        "SELECT COALESCE(MIN(id), '') FROM worlds WHERE durability <> 'committed'");
        if (!behind.isEmpty()) {
            throw new DataIntegrityViolationException(
                    "world "
                            + behind
                            + " writes behind, which PostgreSQL does not offer: set its durability"
                            + " to committed first");
        }
        if (!WorldTransfer.single(source, "SELECT COUNT(*) FROM chunks WHERE dirty <> 0")
                .equals("0")) {
            throw new DataIntegrityViolationException(
                    "the service did not stop cleanly: start it on the file once, and stop it");
        }
    }

    private static void copy(Connection source, Connection target, Tables.Table table)
            throws SQLException {
        try (PreparedStatement clear = target.prepareStatement("DELETE FROM " + table.name())) {
            // What the migrations put there themselves.
            clear.executeUpdate();
        }
        WorldRows.insert(source, target, table, "1 = 1");
    }
}
