package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.codec.ChunkJson;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes rooms as maps. Importing the result into a world of the same chunk size and origin gives
 * the same chunks, but for moderation flags and meta, which are the server's; that is checked
 * before the result is handed out.
 */
public final class MapExporter {
    /** Pixels of a cell in Tiled. */
    static final int CELL_PIXELS = 16;

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private MapExporter() {}

    /**
     * Writes a flat room as a Tiled map in JSON (TMJ).
     *
     * @param chunks all chunks of the room, of one grid
     * @param room the room's bounds, which the map remembers
     */
    public static ExportOutcome toTmj(List<Chunk> chunks, Box room) {
        if (chunks.isEmpty()) {
            return new ExportOutcome.Refused("the room", "it has no chunks");
        }
        ChunkGrid grid = chunks.getFirst().grid();
        try {
            String json = MAPPER.writeValueAsString(new TmjWriter(chunks, grid, room).write());
            Optional<String> loss = lossOf(json, chunks, grid, room);
            return loss.isPresent()
                    ? new ExportOutcome.Refused("the room", loss.get())
                    : new ExportOutcome.Exported(json);
        } catch (TmjWriter.Unfit unfit) {
            return new ExportOutcome.Refused(unfit.place(), unfit.detail());
        }
    }

    private static Optional<String> lossOf(
            String json, List<Chunk> chunks, ChunkGrid grid, Box room) {
        ImportOptions options = ImportOptions.of(chunks.getFirst().key().room(), grid, Meta.NONE);
        Bytes bytes = Bytes.wrap(json.getBytes(StandardCharsets.UTF_8));
        return switch (MapImporter.importMap(
                "room.tmj", bytes, path -> Optional.empty(), options)) {
            case ImportOutcome.Refused refused -> Optional.of(refused.text());
            case ImportOutcome.Imported(List<Chunk> back, Box bounds, var _, var _) -> {
                if (back.size() != chunks.size() || !bounds.equals(room)) {
                    yield Optional.of("it would import as another room");
                }
                Map<ChunkCoord, Chunk> byCoord = new HashMap<>();
                back.forEach(chunk -> byCoord.put(chunk.key().coord(), chunk));
                for (Chunk chunk : chunks) {
                    ChunkCoord coord = chunk.key().coord();
                    if (!plain(chunk).equals(byCoord.get(coord))) {
                        yield Optional.of("chunk " + coord + " would import as another");
                    }
                }
                yield Optional.empty();
            }
        };
    }

    /** A chunk without what is the server's. */
    static Chunk plain(Chunk chunk) {
        return new Chunk(
                chunk.key(),
                chunk.grid(),
                chunk.layers(),
                chunk.objects().stream().map(o -> o.withFlags(ContentFlags.NONE)).toList(),
                ContentFlags.NONE,
                Meta.NONE);
    }

    /** Writes any room in Terrane's own form; nothing is lost. */
    public static String toRoomJson(List<Chunk> chunks, Box room) {
        StringBuilder out = new StringBuilder();
        ObjectNode head = JsonNodeFactory.instance.objectNode();
        head.put("format", RoomDocuments.FORMAT).put("version", RoomDocuments.VERSION);
        head.putObject("bounds")
                .put("min_x", room.minX())
                .put("min_y", room.minY())
                .put("min_z", room.minZ())
                .put("max_x", room.maxX())
                .put("max_y", room.maxY())
                .put("max_z", room.maxZ());
        String text = MAPPER.writeValueAsString(head);
        out.append(text, 0, text.length() - 1).append(",\"chunks\":[\n");
        for (int i = 0; i < chunks.size(); i++) {
            out.append(i == 0 ? "" : ",\n").append(ChunkJson.encode(chunks.get(i)));
        }
        return out.append("\n]}\n").toString();
    }
}
