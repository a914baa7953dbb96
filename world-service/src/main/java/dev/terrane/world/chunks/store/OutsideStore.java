package dev.terrane.world.chunks.store;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.world.chunks.ObjectEntry.Position;
import dev.terrane.world.chunks.store.ChunkStore.Range;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** What of a room lies outside of something; call inside work of StoreThreads. */
@Repository
public final class OutsideStore {
    private static final String CHUNKS =
            """
            SELECT key FROM chunks
            WHERE world_id = ? AND room_id = ? AND (cz, cy, cx) > (?, ?, ?)
              AND NOT (cz BETWEEN ? AND ? AND cy BETWEEN ? AND ? AND cx BETWEEN ? AND ?)
            ORDER BY cz, cy, cx LIMIT ?
            """;
    private static final String ANY = "SELECT key FROM chunks WHERE world_id = ? LIMIT 1";

    private final JdbcTemplate jdbc;

    /** Makes a store over the service's database. */
    public OutsideStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** An object and where it stands. */
    public record Standing(String id, Position at) {}

    /**
     * Chunks of a room outside a range of coordinates, in the order (cz, cy, cx).
     *
     * @param after coordinate the chunks before ended with
     */
    public List<ChunkKey> listChunks(RoomKey room, Range range, ChunkCoord after, int limit) {
        return jdbc.query(
                CHUNKS,
                (row, _) -> ChunkKey.find(row.getString(1)).orElseThrow(),
                room.world().value(),
                room.room().value(),
                after.cz(),
                after.cy(),
                after.cx(),
                range.min().cz(),
                range.max().cz(),
                range.min().cy(),
                range.max().cy(),
                range.min().cx(),
                range.max().cx(),
                limit);
    }

    /** Objects of some chunks that stand outside a box, in the order of their ids. */
    public Map<ChunkKey, List<Standing>> listObjects(Collection<ChunkKey> chunks, Box box) {
        Map<ChunkKey, List<Standing>> found = new HashMap<>();
        if (chunks.isEmpty()) {
            return found;
        }
        List<Object> arguments = new ArrayList<>();
        chunks.forEach(key -> arguments.add(key.toString()));
        arguments.addAll(
                List.of(box.minX(), box.maxX(), box.minY(), box.maxY(), box.minZ(), box.maxZ()));
        jdbc.query(
                """
                SELECT chunk_key, id, pos_x, pos_y, pos_z FROM chunk_objects
                WHERE chunk_key IN (%s)
                  AND NOT (pos_x >= ? AND pos_x < ? AND pos_y >= ? AND pos_y < ?
                           AND pos_z >= ? AND pos_z < ?)
                ORDER BY chunk_key, id
                """
                        .formatted(ChunkStore.marks(chunks.size())),
                row -> {
                    found.computeIfAbsent(
                                    ChunkKey.find(row.getString(1)).orElseThrow(),
                                    _ -> new ArrayList<>())
                            .add(
                                    new Standing(
                                            row.getString(2),
                                            new Position(
                                                    row.getDouble(3),
                                                    row.getDouble(4),
                                                    row.getDouble(5))));
                },
                arguments.toArray());
        return found;
    }

    /** Whether a world has a chunk, also one that an import still makes. */
    public boolean hasChunk(WorldId world) {
        return !jdbc.queryForList(ANY, String.class, world.value()).isEmpty();
    }
}
