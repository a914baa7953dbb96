package dev.terrane.world.chunks;

import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.Texts;
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
        if (coord.isEmpty() || Texts.idFault(token.substring(split + 1)) != null) {
            throw Requests.bad(field, "it is not a token of this list");
        }
        return Optional.of(new ObjectQuery.Place(coord.get(), token.substring(split + 1)));
    }

    /** Reads the token of a history: the revision the page before ended with. */
    public static long revision(String field, String token) {
        return token.isEmpty() ? Long.MAX_VALUE : number(field, token);
    }

    /** Reads the token of a list in the order of numbers from 1; 0 for the first page. */
    public static long number(String field, String token) {
        if (token.isEmpty()) {
            return 0;
        }
        try {
            long number = Long.parseLong(token);
            if (number > 0 && Long.toString(number).equals(token)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below like every other text.
        }
        throw Requests.bad(field, "it is not a token of this list");
    }

    /** Reads the token of a list in the order of keys. */
    public static String key(String field, String token) {
        if (!token.isEmpty() && ChunkKey.find(token).isEmpty()) {
            throw Requests.bad(field, "it is not a token of this list");
        }
        return token;
    }

    /** The token after a page of a history; empty when the page was not full. */
    public static String afterRevisions(List<ChunkRevision> page, int size) {
        return page.size() < size ? "" : Long.toString(page.getLast().head().revision());
    }

    /** The token after a page of flagged chunks; empty when the page was not full. */
    public static String afterFlagged(List<FlaggedChunk> page, int size) {
        return page.size() < size ? "" : page.getLast().head().key().toString();
    }

    /** The token after a page of chunks; empty when the page was not full. */
    public static String afterChunks(List<ListedChunk> page, int size) {
        return page.size() < size ? "" : page.getLast().head().key().coord().toString();
    }

    /** The token after a page of objects; empty when the page was not full. */
    public static String afterObjects(List<ObjectEntry> page, int size) {
        return page.size() < size
                ? ""
                : page.getLast().chunk().coord() + "," + page.getLast().objectId();
    }
}
