package dev.terrane.world.chunks.store;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.Severity;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.FlaggedChunk;
import dev.terrane.world.chunks.ObjectEntry;
import dev.terrane.world.chunks.ObjectQuery;
import dev.terrane.world.flags.Viewer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.json.JsonMapper;

/** Questions to the object index; call inside work of StoreThreads. */
@Repository
public final class ObjectStore {
    private static final String LIST =
            """
            SELECT o.chunk_key, o.id, o.type, o.asset_id, o.dynamic, o.pos_x, o.pos_y, o.pos_z,
                   o.properties
            FROM chunks c JOIN chunk_objects o ON o.chunk_key = c.key
            WHERE c.world_id = ? AND c.room_id = ?
            """;
    private static final String ABOVE =
            """
            f.violence > ? OR f.sexual > ? OR f.language > ? OR f.substance > ?
            OR f.gambling > ? OR f.horror > ? OR f.hate > ? OR f.custom > ?
            OR f.mature > ?""";
    private static final String NOT_ABOVE =
            """
             AND NOT EXISTS (SELECT 1 FROM content_flags f
                 WHERE f.chunk_key = c.key AND f.object_id = '' AND (%1$s))
             AND NOT EXISTS (SELECT 1 FROM chunk_assets u JOIN asset_flags f
                 ON f.asset_id = u.asset_id WHERE u.chunk_key = c.key AND (%1$s))
            """
                    .formatted(ABOVE);
    private static final String WITH_FLAGS =
            """
            SELECT c.key, c.revision, c.checksum, c.updated_at, f.violence, f.sexual, f.language,
                   f.substance, f.gambling, f.horror, f.hate, f.custom, f.mature, f.sources,
                   c.format_version
            FROM chunks c JOIN content_flags f ON f.chunk_key = c.key AND f.object_id = ''
            """;
    private static final String SEEN =
            """
             AND NOT EXISTS (SELECT 1 FROM rooms h WHERE h.state = 'importing'
                 AND h.world_id = c.world_id AND h.id = c.room_id)
            """;
    private static final String FLAGS_OF = WITH_FLAGS + "WHERE c.key = ?" + SEEN;
    private static final String FLAGGED =
            WITH_FLAGS
                    + """
            WHERE c.world_id = ? AND c.room_id = ? AND c.key > ?
              AND (f.violence > 0 OR f.sexual > 0 OR f.language > 0 OR f.substance > 0
                   OR f.gambling > 0 OR f.horror > 0 OR f.hate > 0 OR f.custom > 0
                   OR f.mature > 0)
            """
                    + SEEN
                    + " ORDER BY c.key LIMIT ?";
    private static final String ALL_WITH_FLAGS =
            WITH_FLAGS
                    + "WHERE c.world_id = ? AND c.room_id = ? AND c.key > ? ORDER BY c.key LIMIT ?";
    private static final String OF_ASSET = " AND o.asset_id = ?";
    private static final String OF_TYPE = " AND o.type = ?";
    private static final String IN_BOX =
            " AND o.pos_x >= ? AND o.pos_x < ? AND o.pos_y >= ? AND o.pos_y < ?"
                    + " AND o.pos_z >= ? AND o.pos_z < ?";
    private static final String AFTER = " AND (c.cz, c.cy, c.cx, o.id) > (?, ?, ?, ?)";
    private static final String ORDER = " ORDER BY c.cz, c.cy, c.cx, o.id LIMIT ?";

    private final JdbcTemplate jdbc;

    /** Makes a store over the service's database. */
    public ObjectStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Objects in the order (chunk, object id). */
    public List<ObjectEntry> list(ObjectQuery query) {
        StringBuilder sql = new StringBuilder(LIST).append(SEEN);
        List<Object> arguments = new ArrayList<>();
        arguments.add(query.room().world().value());
        arguments.add(query.room().room().value());
        if (!query.viewer().trusted()) {
            sql.append(NOT_ABOVE);
            // Once for the chunk's own row, once for its assets' flags of now.
            arguments.addAll(allowance(query.viewer()));
            arguments.addAll(allowance(query.viewer()));
        }
        if (!query.type().isEmpty()) {
            sql.append(OF_TYPE);
            arguments.add(query.type());
        }
        if (!query.asset().isEmpty()) {
            sql.append(OF_ASSET);
            arguments.add(query.asset());
        }
        query.box()
                .ifPresent(
                        box -> {
                            sql.append(IN_BOX);
                            arguments.addAll(sides(box));
                        });
        query.after()
                .ifPresent(
                        place -> {
                            sql.append(AFTER);
                            ChunkCoord chunk = place.chunk();
                            arguments.addAll(
                                    List.of(chunk.cz(), chunk.cy(), chunk.cx(), place.objectId()));
                        });
        sql.append(ORDER);
        arguments.add(query.limit());
        return jdbc.query(sql.toString(), ObjectStore::entry, arguments.toArray());
    }

    /** Those of some chunks that are flagged for more than somebody may see. */
    public Set<ChunkKey> listGated(Collection<ChunkKey> keys, Viewer viewer) {
        if (keys.isEmpty() || viewer.isUnlimited()) {
            return Set.of();
        }
        List<Object> half = new ArrayList<>();
        keys.forEach(key -> half.add(key.toString()));
        half.addAll(allowance(viewer));
        List<Object> arguments = new ArrayList<>(half);
        arguments.addAll(half);
        return Set.copyOf(
                jdbc.query(
                        """
                        SELECT f.chunk_key FROM content_flags f
                        WHERE f.object_id = '' AND f.chunk_key IN (%1$s) AND (%2$s)
                        UNION
                        SELECT u.chunk_key FROM chunk_assets u JOIN asset_flags f ON f.asset_id = u.asset_id
                        WHERE u.chunk_key IN (%1$s) AND (%2$s)
                        """
                                .formatted(ChunkStore.marks(keys.size()), ABOVE),
                        (row, _) -> ChunkKey.find(row.getString(1)).orElseThrow(),
                        arguments.toArray()));
    }

    /** What a chunk's own row says it is flagged for. */
    public Optional<FlaggedChunk> findFlags(ChunkKey key) {
        return jdbc.query(FLAGS_OF, ObjectStore::flagged, key.toString()).stream().findFirst();
    }

    /** The assets a chunk refers to. */
    public Set<String> listAssets(ChunkKey key) {
        return Set.copyOf(
                jdbc.query(
                        "SELECT asset_id FROM chunk_assets WHERE chunk_key = ?",
                        (row, _) -> row.getString(1),
                        key.toString()));
    }

    /** Chunks that are flagged for something, in order of keys. */
    public List<FlaggedChunk> listFlagged(RoomKey room, String after, int limit) {
        return jdbc.query(
                FLAGGED,
                ObjectStore::flagged,
                room.world().value(),
                room.room().value(),
                after,
                limit);
    }

    /** All chunks of a room with their flags, in order of keys. */
    public List<FlaggedChunk> listWithFlags(RoomKey room, String after, int limit) {
        return jdbc.query(
                ALL_WITH_FLAGS,
                ObjectStore::flagged,
                room.world().value(),
                room.room().value(),
                after,
                limit);
    }

    private static List<Integer> allowance(Viewer viewer) {
        List<Integer> allowance = new ArrayList<>();
        for (ContentCategory category : ContentCategory.values()) {
            allowance.add(viewer.allowance(category));
        }
        allowance.add(viewer.mature() ? 1 : 0);
        return allowance;
    }

    static FlaggedChunk flagged(ResultSet row, int number) throws SQLException {
        EnumMap<ContentCategory, Severity> severities = new EnumMap<>(ContentCategory.class);
        for (ContentCategory category : ContentCategory.values()) {
            severities.put(category, Severity.find(row.getInt(category.jsonName())).orElseThrow());
        }
        List<String> sources = new ArrayList<>();
        JsonMapper.shared()
                .readTree(row.getString(14))
                .forEach(source -> sources.add(source.stringValue()));
        return new FlaggedChunk(
                new ChunkHead(
                        ChunkKey.find(row.getString(1)).orElseThrow(),
                        row.getLong(2),
                        new Checksum(row.getString(3)),
                        Instant.ofEpochMilli(row.getLong(4))),
                row.getInt(15),
                new ContentFlags(severities, row.getInt(13) == 1, sources));
    }

    private static List<Double> sides(Box box) {
        return List.of(box.minX(), box.maxX(), box.minY(), box.maxY(), box.minZ(), box.maxZ());
    }

    private static ObjectEntry entry(ResultSet row, int number) throws SQLException {
        return new ObjectEntry(
                ChunkKey.find(row.getString(1)).orElseThrow(),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getInt(5) == 1,
                new ObjectEntry.Position(row.getDouble(6), row.getDouble(7), row.getDouble(8)),
                row.getString(9));
    }
}
