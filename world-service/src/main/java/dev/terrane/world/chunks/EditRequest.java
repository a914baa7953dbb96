package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.edit.JsonPatch;
import dev.terrane.world.chunks.EditRequest.Change.Delete;
import dev.terrane.world.chunks.EditRequest.Change.Patch;
import dev.terrane.world.chunks.EditRequest.Change.Put;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * One change to one chunk.
 *
 * @param editId makes a retry return the first result
 * @param requestHash tells another request under the same id
 * @param actor subject of who asks
 */
public record EditRequest(
        ChunkKey key, Base base, Change change, String editId, Checksum requestHash, String actor) {

    /**
     * What a change was made for; both must be current.
     *
     * @param revision 0 when the chunk is to be created, -1 where only the checksum is known
     * @param checksum of that revision, as served; empty when the chunk is to be created
     */
    public record Base(long revision, String checksum) {
        /** The base of a creation. */
        public static final Base NONE = new Base(0, "");

        /** A base known by its checksum, which covers the revision. */
        public static Base ofChecksum(String checksum) {
            return new Base(-1, checksum);
        }

        /** Whether the chunk is to be created. */
        public boolean isNone() {
            return revision == 0;
        }
    }

    /** What to do. */
    public sealed interface Change {
        /** Applies a patch; the chunk must exist. */
        record Patch(JsonPatch patch, Checksum digest) implements Change {}

        /** Stores this content, whatever was there; flags and meta of it are ignored. */
        record Put(Chunk content, Checksum contentHash) implements Change {}

        /** Removes the chunk. */
        record Delete() implements Change {}
    }

    /** Makes a request and the hash that identifies it. */
    public static EditRequest of(
            ChunkKey key, Base base, Change change, String editId, String actor) {
        String content =
                switch (change) {
                    case Patch(JsonPatch _, Checksum digest) -> "patch " + digest;
                    case Put(Chunk _, Checksum contentHash) -> "put " + contentHash;
                    case Delete() -> "delete";
                };
        String text =
                String.join(
                        "\n",
                        key.toString(),
                        Long.toString(base.revision()),
                        base.checksum(),
                        content);
        MessageDigest sha = Checksum.sha256();
        return new EditRequest(
                key,
                base,
                change,
                editId,
                Checksum.of(sha.digest(text.getBytes(StandardCharsets.UTF_8))),
                actor);
    }
}
