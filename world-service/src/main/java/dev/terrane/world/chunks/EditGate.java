package dev.terrane.world.chunks;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.world.flags.Viewer;
import org.springframework.stereotype.Component;

/**
 * Keeps from editors, in what edits answer, what they may not read: an answer to an edit of a chunk
 * that its editor may not see is the same whatever the edit was made for. May be called by any
 * thread but the store's.
 */
@Component
public final class EditGate {
    private final Chunks chunks;
    private final ChunkHistory history;

    /** Makes one over a store. */
    public EditGate(Chunks chunks, ChunkHistory history) {
        this.chunks = chunks;
        this.history = history;
    }

    /** The answer as its editor may have it. */
    EditResult shown(EditRequest request, EditResult result) {
        Viewer viewer = request.editor().viewer();
        ChunkKey key = request.key();
        if (viewer.isUnlimited()) {
            return result;
        }
        return switch (result) {
            case EditResult.Stale stale -> shown(key, viewer, stale);
            case EditResult.NotInHistory _, EditResult.Corrupt _ ->
                    history.findGate(key, viewer)
                            .<EditResult>map(EditResult.Gated::new)
                            .orElse(result);
            case EditResult.Applied _,
                    EditResult.IdMismatch _,
                    EditResult.Gated _,
                    EditResult.Newer _,
                    EditResult.NoRoom _,
                    EditResult.Refused _,
                    EditResult.Invalid _ ->
                    result;
        };
    }

    /**
     * Tells of the chunk as it is read here: what the edit met may have been another revision, of
     * which nobody knows whether this editor might have seen it.
     */
    private EditResult shown(ChunkKey key, Viewer viewer, EditResult.Stale stale) {
        if (stale.checksum().isEmpty()) {
            return stale;
        }
        return switch (chunks.get(key, viewer)) {
            case Chunks.Found.Gated(var _, var flags) -> new EditResult.Gated(flags);
            case Chunks.Found.Present(StoredChunk now) ->
                    new EditResult.Stale(now.head().revision(), now.head().checksum().hex(), false);
            case Chunks.Found.Missing() -> {
                EditResult.Stale last =
                        history.findLast(key)
                                .map(EditResult.Stale::ofLast)
                                .orElse(EditResult.Stale.NEVER);
                // Made between the two reads, it is read again: this editor may not see it.
                yield last.checksum().isEmpty() || last.revision() <= stale.revision()
                        ? new EditResult.Stale(last.revision(), "", last.revision() > 0)
                        : shown(key, viewer, last);
            }
            // It may be seen, had it not been damaged or newer.
            case Chunks.Found.Corrupt(ChunkHead head, String _, boolean _) -> stale(head);
            case Chunks.Found.Newer(ChunkHead head, int _) -> stale(head);
        };
    }

    private static EditResult stale(ChunkHead head) {
        return new EditResult.Stale(head.revision(), head.checksum().hex(), false);
    }
}
