package dev.terrane.world.backups.store;

import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.world.backups.store.BackupStore.Contents;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.springframework.dao.DataIntegrityViolationException;

/** All rows of one world, whatever database they are in. */
final class WorldRows {
    private static final int BATCH = 200;

    private WorldRows() {}

    /** What of a world a database holds; equal rows have equal digests. */
    static Contents contents(Connection connection, WorldId world) throws SQLException {
        MessageDigest sha = Checksum.sha256();
        long chunks = 0;
        long revisions = 0;
        for (Tables.Table table : Tables.ALL) {
            if (!table.isOfWorlds()) {
                continue;
            }
            long count =
                    Tables.visit(
                            connection,
                            table,
                            Tables.columns(connection, table),
                            table.of(world),
                            values -> Tables.digest(sha, values));
            if (table.name().equals("chunks")) {
                chunks = count;
            } else if (table.name().equals("revisions")) {
                revisions = count;
            }
        }
        return new Contents(chunks, revisions, Checksum.of(sha.digest()).hex());
    }

    /**
     * Copies a world into a database that does not hold it, in the transaction that is open there.
     * What is flagged there holds, and what a stranger's database says stricter; chunks whose flags
     * may be others then are rewritten by jobs.
     *
     * @throws DataIntegrityViolationException when what arrived is not what was sent
     */
    static Contents copy(Connection source, Connection target, WorldId world, Instant now)
            throws SQLException {
        Contents sent = contents(source, world);
        for (Tables.Table table : Tables.ALL) {
            if (table.isOfWorlds()) {
                insert(source, target, table, table.of(world));
            }
        }
        Contents arrived = contents(target, world);
        if (!arrived.equals(sent)) {
            throw new DataIntegrityViolationException(
                    "of world %s were sent %s, arrived are %s".formatted(world, sent, arrived));
        }
        FlagRows.takeOver(source, target, now);
        reflag(source, target, world, now);
        return arrived;
    }

    /** Copies rows of a table. */
    static void insert(Connection source, Connection target, Tables.Table table, String condition)
            throws SQLException {
        List<String> columns = Tables.columns(source, table);
        String sql =
                "INSERT INTO %s (%s) VALUES (%s)"
                        .formatted(
                                table.name(),
                                String.join(", ", columns),
                                String.join(", ", Collections.nCopies(columns.size(), "?")));
        try (PreparedStatement insert = target.prepareStatement(sql)) {
            int[] waiting = new int[1];
            Tables.visit(
                    source,
                    table,
                    columns,
                    condition,
                    values -> {
                        for (int i = 0; i < values.length; i++) {
                            insert.setObject(i + 1, values[i]);
                        }
                        insert.addBatch();
                        if (++waiting[0] == BATCH) {
                            insert.executeBatch();
                            waiting[0] = 0;
                        }
                    });
            insert.executeBatch();
        }
    }

    /** Takes a world's rows away, in the transaction that is open. */
    static void delete(Connection connection, WorldId world) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (Tables.Table table : Tables.ALL.reversed()) {
                if (table.isOfWorlds()) {
                    statement.executeUpdate(
                            "DELETE FROM " + table.name() + " WHERE " + table.of(world));
                }
            }
        }
    }

    /** Jobs for the assets of a world that are flagged here or there. */
    private static void reflag(Connection source, Connection target, WorldId world, Instant now)
            throws SQLException {
        String flagged = "SELECT asset_id FROM asset_flags";
        Set<String> assets = FlagRows.texts(source, flagged);
        assets.addAll(FlagRows.texts(target, flagged));
        Tables.Table used = Tables.get("chunk_assets");
        assets.retainAll(
                FlagRows.texts(
                        target,
                        "SELECT DISTINCT asset_id FROM chunk_assets WHERE " + used.of(world)));
        FlagRows.reflag(target, assets, now);
    }
}
