package dev.terrane.world.chunks.store;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.world.flags.ChunkAssets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The rows derived from a chunk's objects and flags. */
final class ChunkIndex {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String INSERT_OBJECT =
            """
            INSERT INTO chunk_objects (chunk_key, id, type, asset_id, dynamic, pos_x, pos_y, pos_z,
                                       properties)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String INSERT_FLAGS =
            """
            INSERT INTO content_flags (chunk_key, object_id, violence, sexual, language, substance,
                                       gambling, horror, hate, custom, mature, sources)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String INSERT_ASSET =
            "INSERT INTO chunk_assets (chunk_key, asset_id) VALUES (?, ?)";
    private static final String DELETE_ASSETS = "DELETE FROM chunk_assets WHERE chunk_key = ?";
    private static final String DELETE_OBJECTS = "DELETE FROM chunk_objects WHERE chunk_key = ?";
    private static final String DELETE_FLAGS = "DELETE FROM content_flags WHERE chunk_key = ?";

    private static final String OBJECT_ROWS =
            """
            SELECT chunk_key, id, type, asset_id, dynamic, pos_x, pos_y, pos_z, properties
            FROM chunk_objects WHERE chunk_key = ? ORDER BY id
            """;
    private static final String FLAG_ROWS =
            """
            SELECT chunk_key, object_id, violence, sexual, language, substance, gambling, horror,
                   hate, custom, mature, sources
            FROM content_flags WHERE chunk_key = ? ORDER BY object_id
            """;
    private static final String ASSET_ROWS =
            "SELECT asset_id FROM chunk_assets WHERE chunk_key = ? ORDER BY asset_id";

    private final JdbcTemplate jdbc;

    ChunkIndex(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Objects and flags of a chunk that had some. */
    void rewrite(Chunk chunk) {
        jdbc.update(DELETE_OBJECTS, chunk.key().toString());
        jdbc.update(DELETE_FLAGS, chunk.key().toString());
        insertIndex(List.of(chunk));
    }

    /** Assets of a chunk that had some. */
    void rewriteAssets(Chunk chunk) {
        jdbc.update(DELETE_ASSETS, chunk.key().toString());
        insertAssets(List.of(chunk));
    }

    /** Everything of a new chunk. */
    void insert(Chunk chunk) {
        insertAll(List.of(chunk));
    }

    /** Everything of new chunks. */
    void insertAll(List<Chunk> chunks) {
        insertIndex(chunks);
        insertAssets(chunks);
    }

    private void insertAssets(List<Chunk> chunks) {
        List<Object[]> rows = new ArrayList<>();
        for (Chunk chunk : chunks) {
            for (String asset : ChunkAssets.of(chunk)) {
                rows.add(new Object[] {chunk.key().toString(), asset});
            }
        }
        if (!rows.isEmpty()) {
            jdbc.batchUpdate(INSERT_ASSET, rows);
        }
    }

    private void insertIndex(List<Chunk> chunks) {
        List<Object[]> objects = new ArrayList<>();
        List<Object[]> flags = new ArrayList<>();
        for (Chunk chunk : chunks) {
            String key = chunk.key().toString();
            flags.add(flags(key, "", chunk.flags()));
            for (WorldObject object : chunk.objects()) {
                objects.add(object(key, object));
                if (!object.flags().isNone()) {
                    flags.add(flags(key, object.id().value(), object.flags()));
                }
            }
        }
        if (!objects.isEmpty()) {
            jdbc.batchUpdate(INSERT_OBJECT, objects);
        }
        jdbc.batchUpdate(INSERT_FLAGS, flags);
    }

    /** What of the derived rows is not what the chunk says. */
    Optional<String> findFault(Chunk chunk) {
        String key = chunk.key().toString();
        List<String> objects = new ArrayList<>();
        List<String> flags = new ArrayList<>();
        flags.add(line(flags(key, "", chunk.flags())));
        for (WorldObject object : chunk.objects()) {
            objects.add(line(object(key, object)));
            if (!object.flags().isNone()) {
                flags.add(line(flags(key, object.id().value(), object.flags())));
            }
        }
        if (!objects.equals(rows(OBJECT_ROWS, key))) {
            return Optional.of("the index of its objects differs");
        }
        if (!flags.equals(rows(FLAG_ROWS, key))) {
            return Optional.of("its flags' rows differ");
        }
        return List.copyOf(ChunkAssets.of(chunk)).equals(rows(ASSET_ROWS, key))
                ? Optional.empty()
                : Optional.of("the index of its assets differs");
    }

    private List<String> rows(String sql, String key) {
        return jdbc.query(
                sql,
                (row, _) -> {
                    Object[] values = new Object[row.getMetaData().getColumnCount()];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = row.getObject(i + 1);
                    }
                    return line(values);
                },
                key);
    }

    private static String line(Object[] values) {
        return Arrays.stream(values).map(String::valueOf).collect(Collectors.joining("\n"));
    }

    private static Object[] object(String key, WorldObject object) {
        Transform.Vector position = object.transform().position();
        return new Object[] {
            key,
            object.id().value(),
            object.type(),
            object.assetId(),
            object.dynamic() ? 1 : 0,
            (double) position.x(),
            (double) position.y(),
            (double) position.z(),
            object.properties().toJson()
        };
    }

    private static Object[] flags(String key, String objectId, ContentFlags flags) {
        return new Object[] {
            key,
            objectId,
            flags.severity(ContentCategory.VIOLENCE).number(),
            flags.severity(ContentCategory.SEXUAL).number(),
            flags.severity(ContentCategory.LANGUAGE).number(),
            flags.severity(ContentCategory.SUBSTANCE).number(),
            flags.severity(ContentCategory.GAMBLING).number(),
            flags.severity(ContentCategory.HORROR).number(),
            flags.severity(ContentCategory.HATE).number(),
            flags.severity(ContentCategory.CUSTOM).number(),
            flags.mature() ? 1 : 0,
            MAPPER.writeValueAsString(flags.sources())
        };
    }
}
