package dev.terrane.world.flags.store;

import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.world.flags.AssetFlag;
import dev.terrane.world.flags.FlagCopy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** Flags of assets in the database; call inside work of StoreThreads. */
@Repository
public final class AssetFlagStore {
    private static final String COLUMNS =
            """
            SELECT asset_id, violence, sexual, language, substance, gambling, horror, hate, custom,
                   mature, actor, updated_at
            FROM asset_flags
            """;
    private static final String PUT =
            """
            INSERT INTO asset_flags (asset_id, violence, sexual, language, substance, gambling,
                                     horror, hate, custom, mature, actor, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (asset_id) DO UPDATE SET
                violence = excluded.violence, sexual = excluded.sexual,
                language = excluded.language, substance = excluded.substance,
                gambling = excluded.gambling, horror = excluded.horror, hate = excluded.hate,
                custom = excluded.custom, mature = excluded.mature, actor = excluded.actor,
                updated_at = excluded.updated_at
            """;
    private static final String DELETE = "DELETE FROM asset_flags WHERE asset_id = ?";
    private static final String REVISION = "SELECT value FROM meta WHERE key = 'asset_revision'";
    private static final String RAISE =
            """
            UPDATE meta SET value = CAST(CAST(value AS BIGINT) + 1 AS TEXT)
            WHERE key = 'asset_revision'
            """;

    private static final String GENERATION =
            "SELECT value FROM meta WHERE key = '" + FlagCopy.GENERATION_KEY + "'";
    private static final String PUT_GENERATION =
            "INSERT INTO meta (key, value) VALUES ('"
                    + FlagCopy.GENERATION_KEY
                    + "', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value";

    private final JdbcTemplate jdbc;

    /** Makes a store over the service's database. */
    public AssetFlagStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Which version of the flags this is. */
    public long revision() {
        String value = jdbc.queryForObject(REVISION, String.class);
        return value == null ? 0 : Long.parseLong(value);
    }

    /** Which version it is and stays until the commit; PostgreSQL only. */
    public long holdRevision() {
        String value = jdbc.queryForObject(REVISION + " FOR SHARE", String.class);
        return value == null ? 0 : Long.parseLong(value);
    }

    /** Makes a new version; two writers follow each other here. */
    public void raiseRevision() {
        jdbc.update(RAISE);
    }

    /** Which flags these are a copy of; empty if that was never said. */
    public String generation() {
        return jdbc.query(GENERATION, (row, _) -> row.getString(1)).stream().findFirst().orElse("");
    }

    /** Says which flags these are a copy of. */
    public void putGeneration(String generation) {
        jdbc.update(PUT_GENERATION, generation);
    }

    /** All flags by asset. */
    public Map<String, AssetFlag> all() {
        Map<String, AssetFlag> flags = new HashMap<>();
        jdbc.query(COLUMNS, AssetFlagStore::flag).forEach(f -> flags.put(f.assetId(), f));
        return flags;
    }

    /** Number of flagged assets. */
    public long count() {
        Long count = jdbc.queryForObject("SELECT COUNT(*) FROM asset_flags", Long.class);
        return count == null ? 0 : count;
    }

    /** The flags of one asset. */
    public Optional<AssetFlag> find(String assetId) {
        return jdbc.query(COLUMNS + "WHERE asset_id = ?", AssetFlagStore::flag, assetId).stream()
                .findFirst();
    }

    /** Flagged assets in the order of their ids. */
    public List<AssetFlag> list(String after, int limit) {
        return jdbc.query(
                COLUMNS + "WHERE asset_id > ? ORDER BY asset_id LIMIT ?",
                AssetFlagStore::flag,
                after,
                limit);
    }

    /** Sets the flags of an asset. */
    public void put(AssetFlag flag) {
        List<Object> arguments = new ArrayList<>();
        arguments.add(flag.assetId());
        for (ContentCategory category : ContentCategory.values()) {
            arguments.add(flag.severity(category).number());
        }
        arguments.add(flag.mature() ? 1 : 0);
        arguments.add(flag.actor());
        arguments.add(flag.updatedAt().toEpochMilli());
        jdbc.update(PUT, arguments.toArray());
    }

    /** Takes the flags of an asset away. */
    public void delete(String assetId) {
        jdbc.update(DELETE, assetId);
    }

    private static AssetFlag flag(ResultSet row, int number) throws SQLException {
        EnumMap<ContentCategory, Severity> severities = new EnumMap<>(ContentCategory.class);
        for (ContentCategory category : ContentCategory.values()) {
            severities.put(category, Severity.find(row.getInt(category.jsonName())).orElseThrow());
        }
        return new AssetFlag(
                row.getString(1),
                severities,
                row.getInt(10) == 1,
                row.getString(11),
                Instant.ofEpochMilli(row.getLong(12)));
    }
}
