package dev.terrane.world.chunks;

import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.world.definitions.Requests;
import java.util.List;
import java.util.Optional;

/** Page tokens: the place the page before ended with. */
public final class Pages {
    private Pages() {}

    /** Reads the token of a list of chunks. */
    public static Optional<ChunkCoord> chunk(String field, String token) {
        if (token.isEmpty()) {
            return Optional.empty();
        }
        Optional<ChunkCoord> coord = ChunkKey.findCoord(token);
        if (coord.isEmpty()) {
            throw Requests.bad(field, "it is not a token of this list");
        }
        return coord;
    }

    /** Reads the token of a list of objects. */
    public static Optional<ObjectQuery.Place> object(String field, String token) {
        if (token.isEmpty()) {
            return Optional.empty();
        }
        int split = token.lastIndexOf(',');
        Optional<ChunkCoord> coord =
                split < 0 ? Optional.empty() : ChunkKey.findCoord(token.substring(0, split));
        if (coord.isEmpty()) {
            throw Requests.bad(field, "it is not a token of this list");
        }
        return Optional.of(new ObjectQuery.Place(coord.get(), token.substring(split + 1)));
    }

    /** The token after a page of chunks; empty when the page was not full. */
    public static String afterChunks(List<ChunkHead> page, int size) {
        return page.size() < size ? "" : page.getLast().key().coord().toString();
    }

    /** The token after a page of objects; empty when the page was not full. */
    public static String afterObjects(List<ObjectEntry> page, int size) {
        return page.size() < size
                ? ""
                : page.getLast().chunk().coord() + "," + page.getLast().objectId();
    }
}
