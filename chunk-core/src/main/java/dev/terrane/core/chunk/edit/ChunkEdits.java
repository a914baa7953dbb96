package dev.terrane.core.chunk.edit;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.Decoded.Location;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.core.chunk.codec.JsonModelReader;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Applies a patch to a chunk. The document it sees is the chunk's JSON form reduced to {@code
 * tiles} and {@code objects}; both {@code path} and {@code from} must lie in them, and never in an
 * object's {@code flags}. Meta and chunk-level flags are kept as they are; what a patch states as
 * an object's flags is dropped.
 */
public final class ChunkEdits {
    /** No part of a chunk is deeper; what is, on the way, only costs. */
    private static final int DEPTH_MAX = 32;

    private ChunkEdits() {}

    /** The patched chunk, or why not; the chunk given is unchanged either way. */
    public static PatchOutcome<Chunk> apply(
            Chunk chunk, JsonPatch patch, PatchLimits limits, ChunkLimits chunkLimits) {
        Chunk painted =
                chunkLimits.equals(ChunkLimits.DEFAULT)
                        ? CellPatch.find(chunk, patch, limits)
                        : null;
        return painted != null
                ? new PatchOutcome.Done<>(painted)
                : applyByTree(chunk, patch, limits, chunkLimits);
    }

    /** Any patch, on a tree of the chunk. */
    static PatchOutcome<Chunk> applyByTree(
            Chunk chunk, JsonPatch patch, PatchLimits limits, ChunkLimits chunkLimits) {
        try {
            requireAllowed(patch);
            ChunkTree tree = new ChunkTree(chunk);
            new Patcher(tree, limits.withDepth(DEPTH_MAX)).run(patch);
            return switch (JsonModelReader.decode(() -> read(chunk, tree, chunkLimits))) {
                case Decoded.Ok<Chunk>(Chunk patched) -> new PatchOutcome.Done<>(patched);
                case Decoded.Rejected<Chunk> rejected ->
                        new PatchOutcome.Refused<>(
                                new PatchRefusal.InvalidResult(
                                        rejected.reason(),
                                        pointer(rejected.location()),
                                        rejected.detail()));
            };
        } catch (PatchFault fault) {
            return new PatchOutcome.Refused<>(fault.refusal());
        }
    }

    private static String pointer(Location location) {
        return location instanceof Location.Pointer(String pointer) ? pointer : location.toString();
    }

    private static Chunk read(Chunk chunk, ChunkTree tree, ChunkLimits limits) {
        JsonNode root = tree.root();
        List<TileLayer> layers =
                JsonModelReader.layers(root.get("tiles"), "/tiles", chunk.grid().size(), limits);
        List<WorldObject> objects =
                JsonModelReader.objects(root.get("objects"), "/objects", chunk.bounds(), limits);
        return chunk.withContent(layers, objects);
    }

    private static void requireAllowed(JsonPatch patch) {
        for (int i = 0; i < patch.operations().size(); i++) {
            PatchOperation operation = patch.operations().get(i);
            requireAllowed(i, operation.path());
            switch (operation) {
                case PatchOperation.Move(JsonPointer from, JsonPointer _) ->
                        requireAllowed(i, from);
                case PatchOperation.Copy(JsonPointer from, JsonPointer _) ->
                        requireAllowed(i, from);
                case PatchOperation.Add _,
                        PatchOperation.Remove _,
                        PatchOperation.Replace _,
                        PatchOperation.Test _ -> {}
            }
        }
    }

    private static void requireAllowed(int operation, JsonPointer pointer) {
        List<String> tokens = pointer.tokens();
        boolean inside =
                !tokens.isEmpty()
                        && (tokens.getFirst().equals("tiles")
                                || tokens.getFirst().equals("objects"));
        boolean flags =
                tokens.size() >= 3
                        && tokens.getFirst().equals("objects")
                        && tokens.get(2).equals("flags");
        if (!inside || flags) {
            throw new PatchFault(new PatchRefusal.Forbidden(operation, pointer.toString()));
        }
    }
}
