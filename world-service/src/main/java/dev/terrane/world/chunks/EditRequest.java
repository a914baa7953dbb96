package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.edit.JsonPatch;
import dev.terrane.world.chunks.EditRequest.Change.Delete;
import dev.terrane.world.chunks.EditRequest.Change.Patch;
import dev.terrane.world.chunks.EditRequest.Change.Put;
import dev.terrane.world.flags.Viewer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * One change to one chunk.
 *
 * @param id makes a retry return the first result
 * @param requestHash tells another request under the same id
 */
public record EditRequest(
        ChunkKey key, Base base, Change change, Id id, Checksum requestHash, Editor editor) {

    /**
     * What names a change.
     *
     * @param text as it is remembered: the caller's, or one made for it, with what makes it unique
     *     among all callers; empty for what nobody retries
     * @param reach whether the caller may use it for another chunk as well
     */
    public record Id(String text, Reach reach) {
        /** Stands in no id. */
        private static final char OF = '@';

        /** For what the server does by itself: it is not remembered. */
        public static final Id NONE = new Id("", Reach.CHUNK);

        /** Of a job of the server's own: no caller's id begins like it. */
        public static Id ofJob(String job) {
            return new Id(OF + job, Reach.CHUNK);
        }

        /** An id within one chunk, as RPC carries it. */
        public static Id ofChunk(String text) {
            return new Id(text, Reach.CHUNK);
        }

        /** An id of one subject's within one chunk, as the stage protocol carries it. */
        public static Id ofChunk(String text, String subject) {
            return new Id(text + OF + subject, Reach.CHUNK);
        }

        /** An id among all changes of its caller, as REST's Idempotency-Key is. */
        public static Id ofCaller(String text, String subject) {
            return new Id(text + OF + subject, Reach.CALLER);
        }

        /** As the caller wrote it. */
        public String given() {
            int end = text.indexOf(OF);
            return end < 0 ? text : end == 0 ? text.substring(1) : text.substring(0, end);
        }
    }

    /** Among what an id is unique. */
    public enum Reach {
        CHUNK,
        CALLER
    }

    /** Who asks: the subject, and what it may see of what it changes. */
    public record Editor(String subject, Viewer viewer) {
        /** The service itself. */
        public static final Editor SERVER = new Editor("world-service", Viewer.TRUSTED);
    }

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

        /** Brings an older revision's content back, also after a deletion. */
        record Rollback(long revision) implements Change {}

        /** Writes the content with the flags its assets have now; on any base. */
        record Reflag() implements Change {}

        /** Writes the content in the current format; on any base. */
        record Migrate() implements Change {}

        /** Gives a chunk that was set aside the newest content that verifies; on any base. */
        record Restore() implements Change {}

        /** Whether it is made for the state it finds, whatever that is. */
        default boolean isForAnyBase() {
            return switch (this) {
                case Reflag(), Migrate(), Restore() -> true;
                case Patch _, Put _, Delete(), Rollback _ -> false;
            };
        }

        /** Whether the chunk may be there no more after it, or again. */
        default boolean isOfExistence() {
            return switch (this) {
                case Delete(), Rollback _, Restore() -> true;
                case Patch _, Put _, Reflag(), Migrate() -> false;
            };
        }
    }

    /** A change the server makes by itself. */
    public static EditRequest ofServer(ChunkKey key, Change change) {
        return of(key, Base.NONE, change, Id.NONE, Editor.SERVER);
    }

    /** Makes a request and the hash that identifies it. */
    public static EditRequest of(ChunkKey key, Base base, Change change, Id id, Editor editor) {
        String content =
                switch (change) {
                    case Patch(JsonPatch _, Checksum digest) -> "patch " + digest;
                    case Put(Chunk _, Checksum contentHash) -> "put " + contentHash;
                    case Delete() -> "delete";
                    case Change.Rollback(long revision) -> "rollback " + revision;
                    case Change.Reflag() -> "reflag";
                    case Change.Migrate() -> "migrate";
                    case Change.Restore() -> "restore";
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
                id,
                Checksum.of(sha.digest(text.getBytes(StandardCharsets.UTF_8))),
                editor);
    }
}
