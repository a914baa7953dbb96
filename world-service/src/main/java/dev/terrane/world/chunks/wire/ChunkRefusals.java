package dev.terrane.world.chunks.wire;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.proto.error.v1alpha1.RevisionConflict;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.Edits;
import dev.terrane.world.chunks.StoredChunk;
import dev.terrane.world.definitions.Requests;

/** Outcomes of reads and edits as values or refusals, the same on every transport. */
public final class ChunkRefusals {
    private ChunkRefusals() {}

    /** What was committed, or why nothing was. */
    public static EditResult.Applied applied(ChunkKey key, EditResult result) {
        return switch (result) {
            case EditResult.Applied applied -> applied;
            case EditResult.Stale stale -> throw stale(key, stale);
            case EditResult.IdMismatch(String editId) ->
                    throw TerraneException.of(
                                    CommonError.IDEMPOTENCY_MISMATCH,
                                    "edit id '" + editId + "' was used for another edit of " + key)
                            .field("edit_id")
                            .toException();
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
            case Chunks.Found.Corrupt(ChunkHead _, String detail, boolean _) ->
                    throw corrupt(key, detail);
        };
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
