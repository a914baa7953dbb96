package dev.terrane.world.chunks.store;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.world.flags.ChunkAssets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    /** Leaves the columns that are indexed alone, and so their indexes. */
    private static final String UPDATE_OBJECT =
            """
            UPDATE chunk_objects SET dynamic = ?, pos_x = ?, pos_y = ?, pos_z = ?, properties = ?
            WHERE chunk_key = ? AND id = ?
            """;

    private static final String DELETE_OBJECT =
            "DELETE FROM chunk_objects WHERE chunk_key = ? AND id = ?";
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

    /** Everything of a chunk that had some. */
    void rewrite(Chunk chunk) {
        rewriteObjects(List.of(chunk));
        rewriteFlags(List.of(chunk));
        rewriteAssets(List.of(chunk));
    }

    /** What updates change, and nothing else. */
    void change(List<ChunkUpdates.Update> updates) {
        List<Chunk> anew = new ArrayList<>();
        List<Chunk> flags = new ArrayList<>();
        List<Chunk> assets = new ArrayList<>();
        ObjectChanges objects = new ObjectChanges();
        for (ChunkUpdates.Update update : updates) {
            Chunk old = update.old();
            Chunk chunk = update.chunk();
            if (old == null) {
                anew.add(chunk);
                flags.add(chunk);
                assets.add(chunk);
                continue;
            }
            boolean sameObjects = old.objects().equals(chunk.objects());
            if (!sameObjects) {
                objects.compare(old, chunk);
            }
            if (!old.flags().equals(chunk.flags()) || (!sameObjects && !sameFlags(old, chunk))) {
                flags.add(chunk);
            }
            if (!(sameObjects && samePalettes(old, chunk))
                    && !ChunkAssets.of(old).equals(ChunkAssets.of(chunk))) {
                assets.add(chunk);
            }
        }
        anew.addAll(change(objects));
        rewriteObjects(anew);
        rewriteFlags(flags);
        rewriteAssets(assets);
    }

    private static boolean samePalettes(Chunk old, Chunk chunk) {
        boolean same = old.layers().size() == chunk.layers().size();
        for (int i = 0; same && i < chunk.layers().size(); i++) {
            same = old.layers().get(i).palette().equals(chunk.layers().get(i).palette());
        }
        return same;
    }

    private static boolean sameFlags(Chunk old, Chunk chunk) {
        return flagged(old).equals(flagged(chunk));
    }

    private static Map<ObjectId, ContentFlags> flagged(Chunk chunk) {
        Map<ObjectId, ContentFlags> flagged = new HashMap<>();
        for (WorldObject object : chunk.objects()) {
            if (!object.flags().isNone()) {
                flagged.put(object.id(), object.flags());
            }
        }
        return flagged;
    }

    /** Chunks whose rows were not what they should have been, to be made anew. */
    private Set<Chunk> change(ObjectChanges objects) {
        if (!objects.deleted.isEmpty()) {
            jdbc.batchUpdate(DELETE_OBJECT, objects.deleted);
        }
        Set<Chunk> damaged = new LinkedHashSet<>();
        if (!objects.updated.isEmpty()) {
            int[] counts = jdbc.batchUpdate(UPDATE_OBJECT, objects.updated);
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] != 1) {
                    damaged.add(objects.updatedIn.get(i));
                }
            }
        }
        if (!objects.inserted.isEmpty()) {
            jdbc.batchUpdate(INSERT_OBJECT, objects.inserted);
        }
        return damaged;
    }

    private void rewriteObjects(Collection<Chunk> chunks) {
        delete(DELETE_OBJECTS, chunks);
        insertObjects(chunks);
    }

    private void rewriteFlags(Collection<Chunk> chunks) {
        delete(DELETE_FLAGS, chunks);
        insertFlags(chunks);
    }

    private void rewriteAssets(Collection<Chunk> chunks) {
        delete(DELETE_ASSETS, chunks);
        insertAssets(chunks);
    }

    private void delete(String sql, Collection<Chunk> chunks) {
        if (!chunks.isEmpty()) {
            jdbc.batchUpdate(
                    sql,
                    chunks.stream().map(chunk -> new Object[] {chunk.key().toString()}).toList());
        }
    }

    /** Everything of a new chunk. */
    void insert(Chunk chunk) {
        insertAll(List.of(chunk));
    }

    /** Everything of new chunks. */
    void insertAll(List<Chunk> chunks) {
        insertObjects(chunks);
        insertFlags(chunks);
        insertAssets(chunks);
    }

    private void insertAssets(Collection<Chunk> chunks) {
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

    private void insertObjects(Collection<Chunk> chunks) {
        List<Object[]> rows = new ArrayList<>();
        for (Chunk chunk : chunks) {
            chunk.objects().forEach(object -> rows.add(object(chunk.key().toString(), object)));
        }
        if (!rows.isEmpty()) {
            jdbc.batchUpdate(INSERT_OBJECT, rows);
        }
    }

    private void insertFlags(Collection<Chunk> chunks) {
        List<Object[]> rows = new ArrayList<>();
        for (Chunk chunk : chunks) {
            String key = chunk.key().toString();
            rows.add(flags(key, "", chunk.flags()));
            for (WorldObject object : chunk.objects()) {
                if (!object.flags().isNone()) {
                    rows.add(flags(key, object.id().value(), object.flags()));
                }
            }
        }
        if (!rows.isEmpty()) {
            jdbc.batchUpdate(INSERT_FLAGS, rows);
        }
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

    /** What objects of several chunks become, as arguments of the statements. */
    private static final class ObjectChanges {
        private final List<Object[]> deleted = new ArrayList<>();
        private final List<Object[]> updated = new ArrayList<>();
        private final List<Chunk> updatedIn = new ArrayList<>();
        private final List<Object[]> inserted = new ArrayList<>();

        private void compare(Chunk old, Chunk chunk) {
            String key = chunk.key().toString();
            Map<ObjectId, WorldObject> before = new LinkedHashMap<>();
            old.objects().forEach(object -> before.put(object.id(), object));
            for (WorldObject object : chunk.objects()) {
                WorldObject was = before.remove(object.id());
                if (was == null) {
                    inserted.add(object(key, object));
                } else if (!was.type().equals(object.type())
                        || !was.assetId().equals(object.assetId())) {
                    deleted.add(new Object[] {key, object.id().value()});
                    inserted.add(object(key, object));
                } else if (!was.equals(object)) {
                    updated.add(state(key, object));
                    updatedIn.add(chunk);
                }
            }
            before.keySet().forEach(gone -> deleted.add(new Object[] {key, gone.value()}));
        }
    }

    private static Object[] state(String key, WorldObject object) {
        Transform.Vector position = object.transform().position();
        return new Object[] {
            object.dynamic() ? 1 : 0,
            (double) position.x(),
            (double) position.y(),
            (double) position.z(),
            object.properties().toJson(),
            key,
            object.id().value()
        };
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
