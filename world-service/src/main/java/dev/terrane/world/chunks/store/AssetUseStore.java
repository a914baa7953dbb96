package dev.terrane.world.chunks.store;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.world.chunks.FlaggedChunk;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** Questions to the index of assets; call inside work of StoreThreads. */
@Repository
public final class AssetUseStore {
    private static final String LIST =
            """
            SELECT chunk_key FROM chunk_assets
            WHERE asset_id = ? AND chunk_key > ? ORDER BY chunk_key LIMIT ?
            """;
    private static final String COUNT = "SELECT COUNT(*) FROM chunk_assets WHERE asset_id = ?";
    private static final String LIST_FLAGS =
            """
            SELECT c.key, c.revision, c.checksum, c.updated_at, f.violence, f.sexual, f.language,
                   f.substance, f.gambling, f.horror, f.hate, f.custom, f.mature, f.sources,
                   c.format_version
            FROM chunk_assets u JOIN chunks c ON c.key = u.chunk_key
            JOIN content_flags f ON f.chunk_key = c.key AND f.object_id = ''
            WHERE u.asset_id = ? AND NOT EXISTS (SELECT 1 FROM rooms h
                WHERE h.state = 'importing' AND h.world_id = c.world_id AND h.id = c.room_id)
            ORDER BY c.key LIMIT ?
            """;

    private final JdbcTemplate jdbc;

    /** Makes a store over the service's database. */
    public AssetUseStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Keys of chunks that refer to an asset, in order after one. */
    public List<ChunkKey> list(String assetId, String after, int limit) {
        return jdbc.query(
                LIST,
                (row, _) -> ChunkKey.find(row.getString(1)).orElseThrow(),
                assetId,
                after,
                limit);
    }

    /** How many do. */
    public long count(String assetId) {
        Long count = jdbc.queryForObject(COUNT, Long.class, assetId);
        return count == null ? 0 : count;
    }

    /** Chunks that refer to an asset, with the flags they were written with. */
    public List<FlaggedChunk> listFlags(String assetId, int limit) {
        return jdbc.query(LIST_FLAGS, ObjectStore::flagged, assetId, limit);
    }
}
