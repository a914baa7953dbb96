package dev.terrane.gateway.stages.wire;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.gateway.live.SpawnPlaces.Place;
import dev.terrane.gateway.live.StageFacts.RoomFacts;
import dev.terrane.proto.world.v1alpha1.ChunkKey;
import dev.terrane.proto.world.v1alpha1.GetChunksRequest;
import dev.terrane.proto.world.v1alpha1.GetChunksResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Looks for the cell without a solid tile that is nearest to a room's centre, ring by ring. */
final class FreeCells {
    /** Rings looked at: everything within this many cells of the centre. */
    private static final int RINGS_MAX = 64;

    private final RoomFacts room;
    private final Calls calls;
    private final Map<Column, Optional<Chunk>> chunks = new HashMap<>();

    FreeCells(RoomFacts room, Calls calls) {
        this.room = room;
        this.calls = calls;
    }

    /** The middle of the cell. */
    Optional<Place> find() {
        long centreX = (long) Math.floor((room.min().x() + room.max().x()) / 2 - room.originX());
        long centreY = (long) Math.floor((room.min().y() + room.max().y()) / 2 - room.originY());
        for (int ring = 0; ring <= RINGS_MAX; ring++) {
            for (long y = centreY - ring; y <= centreY + ring; y++) {
                boolean edge = y == centreY - ring || y == centreY + ring;
                for (long x = centreX - ring;
                        x <= centreX + ring;
                        x += edge || ring == 0 ? 1 : 2L * ring) {
                    Place middle = new Place(room.originX() + x + 0.5, room.originY() + y + 0.5);
                    if (isInside(middle) && !isSolid(x, y)) {
                        return Optional.of(middle);
                    }
                }
            }
        }
        return Optional.empty();
    }

    private boolean isInside(Place place) {
        return place.x() >= room.min().x()
                && place.x() < room.max().x()
                && place.y() >= room.min().y()
                && place.y() < room.max().y();
    }

    private boolean isSolid(long x, long y) {
        Column column =
                new Column(
                        (int) Math.floorDiv(x, (long) room.chunkWidth()),
                        (int) Math.floorDiv(y, (long) room.chunkHeight()));
        int index =
                (int)
                        (Math.floorMod(y, (long) room.chunkHeight()) * room.chunkWidth()
                                + Math.floorMod(x, (long) room.chunkWidth()));
        // Where there is no chunk there is air.
        return chunks.computeIfAbsent(column, this::fetch)
                .filter(
                        chunk -> {
                            for (TileLayer layer : chunk.layers()) {
                                if (layer.getTileAt(index).solid()) {
                                    return true;
                                }
                            }
                            return false;
                        })
                .isPresent();
    }

    private Optional<Chunk> fetch(Column column) {
        var found =
                calls.call(
                        "GetChunks",
                        GetChunksRequest.newBuilder()
                                .addKeys(
                                        ChunkKey.newBuilder()
                                                .setWorld(room.world())
                                                .setRoom(room.room())
                                                .setCx(column.cx())
                                                .setCy(column.cy()))
                                .build(),
                        GetChunksResponse.getDefaultInstance());
        if (found.getChunksCount() == 0) {
            return Optional.empty();
        }
        return switch (AgpcCodec.decode(
                Bytes.copyOf(found.getChunks(0).getImage().toByteArray()))) {
            case Decoded.Ok<Chunk>(Chunk chunk) -> Optional.of(chunk);
            case Decoded.Rejected<Chunk> rejected ->
                    throw new IllegalStateException("a chunk does not decode: " + rejected);
        };
    }

    private record Column(int cx, int cy) {}
}
