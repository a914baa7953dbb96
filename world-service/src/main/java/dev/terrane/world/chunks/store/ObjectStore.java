package dev.terrane.world.chunks.store;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.world.chunks.ObjectEntry;
import dev.terrane.world.chunks.ObjectQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

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
        StringBuilder sql = new StringBuilder(LIST);
        List<Object> arguments = new ArrayList<>();
        arguments.add(query.room().world().value());
        arguments.add(query.room().room().value());
        if (!query.type().isEmpty()) {
            sql.append(OF_TYPE);
            arguments.add(query.type());
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
