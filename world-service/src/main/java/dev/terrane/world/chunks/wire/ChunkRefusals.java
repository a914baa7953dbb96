package dev.terrane.world.chunks.wire;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.proto.error.v1alpha1.RevisionConflict;
import dev.terrane.proto.world.v1alpha1.GatedChunk;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.ChunkHistory;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.Edits;
import dev.terrane.world.chunks.StoredChunk;
import dev.terrane.world.definitions.Requests;
import java.util.Optional;

/** Outcomes of reads and edits as values or refusals, the same on every transport. */
public final class ChunkRefusals {
    private ChunkRefusals() {}

    /** What was committed, or why nothing was. */
    public static EditResult.Applied applied(ChunkKey key, EditResult result) {
        return switch (result) {
            case EditResult.Applied applied -> applied;
            case EditResult.Stale stale -> throw stale(key, stale);
            case EditResult.IdMismatch(String editId, ChunkKey usedFor) ->
                    throw TerraneException.of(
                                    CommonError.IDEMPOTENCY_MISMATCH,
                                    "edit id '%s' was used for another edit, of %s"
                                            .formatted(editId, usedFor))
                            .field("edit_id")
                            .toException();
            case EditResult.Gated(ContentFlags flags) -> throw gated(key, flags);
            case EditResult.Newer(int version) -> throw newer(key, version);
            case EditResult.NotInHistory(long revision, String why) ->
                    throw unavailable(key, revision, why);
            case EditResult.NoRoom() -> throw Requests.notFound("room", key.room());
            case EditResult.Refused(var refusal) -> throw Edits.refused(refusal);
            case EditResult.Invalid(String pointer, String detail) ->
                    throw TerraneException.of(WorldError.CHUNK_INVALID, detail)
                            .pointer(pointer)
                            .toException();
            case EditResult.Corrupt(String detail) -> throw corrupt(key, detail);
        };
    }

    /** The chunk that was asked for, or why it cannot be had. */
    public static StoredChunk present(ChunkKey key, Chunks.Found found) {
        return switch (found) {
            case Chunks.Found.Present(StoredChunk chunk) -> chunk;
            case Chunks.Found.Missing() -> throw Requests.notFound("chunk", key);
            case Chunks.Found.Gated(ChunkHead _, ContentFlags flags) -> throw gated(key, flags);
            case Chunks.Found.Newer(ChunkHead _, int version) -> throw newer(key, version);
            case Chunks.Found.Corrupt(ChunkHead _, String detail, boolean _) ->
                    throw corrupt(key, detail);
        };
    }

    /** The chunk as it was, or why it cannot be had. */
    public static StoredChunk past(ChunkKey key, long revision, ChunkHistory.Past past) {
        return switch (past) {
            case ChunkHistory.Past.Present(StoredChunk chunk) -> chunk;
            case ChunkHistory.Past.Missing() ->
                    throw Requests.notFound("revision", key + "@" + revision);
            case ChunkHistory.Past.Unavailable(long of, String why) ->
                    throw unavailable(key, of, why);
            case ChunkHistory.Past.Gated(ContentFlags flags) -> throw gated(key, flags);
        };
    }

    /** A page of a chunk's history, or why it cannot be had. */
    public static ChunkHistory.Page.Rows rows(ChunkKey key, boolean first, ChunkHistory.Page page) {
        return switch (page) {
            case ChunkHistory.Page.Rows rows -> {
                if (first && rows.revisions().isEmpty()) {
                    throw Requests.notFound("chunk", key);
                }
                yield rows;
            }
            case ChunkHistory.Page.Gated(ContentFlags flags) -> throw gated(key, flags);
        };
    }

    /** Refuses who may not see a chunk. */
    public static void requireSeen(ChunkKey key, Optional<ContentFlags> gate) {
        if (gate.isPresent()) {
            throw gated(key, gate.get());
        }
    }

    /** The refusal of a chunk its reader may not see. */
    public static TerraneException gated(ChunkKey key, ContentFlags flags) {
        return TerraneException.of(
                        WorldError.CHUNK_GATED,
                        "chunk " + key + " is flagged for more than your content allowance")
                .extra("chunk", key.toString())
                .detail(GatedChunk.newBuilder().setFlags(ChunkMessages.of(flags)).build())
                .toException();
    }

    private static TerraneException newer(ChunkKey key, int version) {
        return TerraneException.of(
                        WorldError.CHUNK_FORMAT_NEWER,
                        "chunk %s is of format version %d, this service knows %d"
                                .formatted(key, version, AgpcCodec.VERSION))
                .extra("chunk", key.toString())
                .limit("formatVersion", AgpcCodec.VERSION, version)
                .toException();
    }

    private static TerraneException unavailable(ChunkKey key, long revision, String why) {
        return TerraneException.of(
                        WorldError.REVISION_UNAVAILABLE,
                        "revision %d of chunk %s: %s".formatted(revision, key, why))
                .extra("chunk", key.toString())
                .extra("revision", Long.toString(revision))
                .toException();
    }

    private static TerraneException stale(ChunkKey key, EditResult.Stale stale) {
        String state =
                stale.deleted()
                        ? "was deleted at revision " + stale.revision()
                        : stale.revision() == 0
                                ? "does not exist"
                                : "is at revision " + stale.revision();
        return TerraneException.of(WorldError.STALE_REVISION, "chunk " + key + " " + state)
                .detail(
                        RevisionConflict.newBuilder()
                                .setCurrentRevision(stale.revision())
                                .setCurrentChecksum(stale.checksum())
                                .setDeleted(stale.deleted())
                                .build())
                .toException();
    }

    private static TerraneException corrupt(ChunkKey key, String detail) {
        return TerraneException.of(
                        WorldError.CHUNK_CORRUPT, "chunk " + key + " does not verify: " + detail)
                .extra("chunk", key.toString())
                .toException();
    }
}
