package dev.terrane.world.chunks.store;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import java.util.ArrayList;
import java.util.List;
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
    private static final String DELETE_OBJECTS = "DELETE FROM chunk_objects WHERE chunk_key = ?";
    private static final String DELETE_FLAGS = "DELETE FROM content_flags WHERE chunk_key = ?";

    private final JdbcTemplate jdbc;

    ChunkIndex(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    void remove(ChunkKey key) {
        jdbc.update(DELETE_OBJECTS, key.toString());
        jdbc.update(DELETE_FLAGS, key.toString());
    }

    void insert(Chunk chunk) {
        insertAll(List.of(chunk));
    }

    void insertAll(List<Chunk> chunks) {
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
