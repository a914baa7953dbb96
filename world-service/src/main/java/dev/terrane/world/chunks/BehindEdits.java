package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.edit.ChunkEdits;
import dev.terrane.core.chunk.edit.PatchLimits;
import dev.terrane.core.chunk.edit.PatchOutcome;
import dev.terrane.core.chunk.edit.PatchRefusal;
import dev.terrane.world.chunks.ChunkWriter.Place;
import dev.terrane.world.chunks.ChunkWriter.Prepared;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.chunks.EditRequest.Reach;
import dev.terrane.world.chunks.store.ChunkStore;
import dev.terrane.world.chunks.store.ChunkStore.HeadRow;
import dev.terrane.world.flags.ChunkAssets;
import dev.terrane.world.flags.Viewer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Applies changes in memory, by the rules of {@link EditBatch}: what is stored is read, nothing is
 * written. For the thread of {@link WriteBehind}, inside a read.
 */
@Component
final class BehindEdits {
    private final EditBatch batch;
    private final ChunkStore store;
    private final Chunks chunks;
    private final ChunkWriter writer;
    private final DirtyChunks dirty;
    private final WriteBehindProperties properties;

    BehindEdits(
            EditBatch batch,
            ChunkStore store,
            Chunks chunks,
            ChunkWriter writer,
            DirtyChunks dirty,
            WriteBehindProperties properties) {
        this.batch = batch;
        this.store = store;
        this.chunks = chunks;
        this.writer = writer;
        this.dirty = dirty;
        this.properties = properties;
    }

    /** What became of a change. */
    sealed interface Applied {
        /** It changed nothing. */
        record Answered(EditResult result) implements Applied {}

        /** It is the newest state of its chunk now. */
        record Kept(DirtyChunk.Pending change) implements Applied {}

        /** There is no room for it before what is in memory is written. */
        record Full() implements Applied {}

        /** It is not one for memory: it takes the ordinary way. */
        record Ordinary() implements Applied {}
    }

    /** Changes of one read: what they opened is adopted when it is marked on disk. */
    final class Round {
        private final EditScene scene = batch.scene();
        private final Map<ChunkKey, DirtyChunk> opened = new LinkedHashMap<>();
        private long openedBytes;

        Map<ChunkKey, DirtyChunk> opened() {
            return opened;
        }

        private Optional<DirtyChunk> find(ChunkKey key) {
            DirtyChunk own = opened.get(key);
            return own != null ? Optional.of(own) : dirty.find(key);
        }

        /** Applies one change on top of those before it. */
        Applied apply(EditRequest request) {
            Optional<EditResult> repeated = findRepeated(request);
            if (repeated.isPresent()) {
                return new Applied.Answered(repeated.get());
            }
            Optional<Place> place = scene.place(request.key().room());
            if (place.isEmpty()) {
                return new Applied.Ordinary();
            }
            Optional<DirtyChunk> known = find(request.key());
            if (known.isPresent()) {
                DirtyChunk.Pending last = known.get().last();
                Base base = request.base();
                boolean matches =
                        (base.revision() < 0 || base.revision() == last.head().revision())
                                && base.checksum().equals(last.head().checksum().hex());
                return matches
                        ? change(request, place.get(), last.served(), known)
                        : new Applied.Answered(
                                new EditResult.Stale(
                                        last.head().revision(),
                                        last.head().checksum().hex(),
                                        false));
            }
            Optional<HeadRow> row = store.findHead(request.key());
            if (row.isEmpty()
                    || !batch.past().matches(request, row)
                    || !(chunks.load(row.get(), Viewer.TRUSTED)
                            instanceof Chunks.Found.Present(StoredChunk stored))) {
                return new Applied.Ordinary();
            }
            return change(request, place.get(), stored, known);
        }

        private Applied change(
                EditRequest request, Place place, StoredChunk now, Optional<DirtyChunk> known) {
            Chunk chunk = now.chunk();
            ContentFlags flags = chunk.flags().merge(place.flags().over(ChunkAssets.of(chunk)));
            if (!request.editor().viewer().admits(flags)) {
                return new Applied.Answered(new EditResult.Gated(flags));
            }
            return switch (content(request.change(), chunk)) {
                case PatchOutcome.Refused<Chunk>(PatchRefusal refusal) ->
                        new Applied.Answered(new EditResult.Refused(refusal));
                case PatchOutcome.Done<Chunk>(Chunk content) ->
                        kept(
                                writer.prepare(
                                        SingleEdit.origin(request, ChunkAction.UPDATE),
                                        place,
                                        now.head(),
                                        chunk,
                                        content),
                                place,
                                now,
                                known);
            };
        }

        private Applied kept(
                Prepared prepared, Place place, StoredChunk now, Optional<DirtyChunk> known) {
            return switch (prepared) {
                case Prepared.Same() ->
                        new Applied.Answered(
                                new EditResult.Applied(
                                        now.head(), false, ChunkAction.UPDATE, known.isEmpty()));
                case Prepared.Refused(EditResult.Invalid fault) -> new Applied.Answered(fault);
                case Prepared.Ready(ChunkStore.Write write, Chunk next) -> {
                    DirtyChunk.Pending change = new DirtyChunk.Pending(write, next);
                    if (isFull(known.isEmpty(), write.stored().size())) {
                        yield new Applied.Full();
                    }
                    if (known.isPresent()) {
                        known.get().add(change);
                        count(known.get(), change);
                        yield new Applied.Kept(change);
                    }
                    DirtyChunk first =
                            new DirtyChunk(
                                    now.head(),
                                    now.chunk(),
                                    place.flags().revision(),
                                    System.nanoTime(),
                                    change);
                    opened.put(first.key(), first);
                    count(first, change);
                    yield new Applied.Kept(change);
                }
            };
        }

        private boolean isFull(boolean opens, long size) {
            long bytes = dirty.bytes() + openedBytes;
            return (opens && dirty.size() + opened.size() >= properties.dirtyChunksMax())
                    || (bytes > 0 && bytes + size > properties.pendingBytesMax().toBytes());
        }

        private void count(DirtyChunk chunk, DirtyChunk.Pending change) {
            if (opened.containsKey(chunk.key())) {
                openedBytes += change.write().stored().size();
            } else {
                dirty.added(change.write().stored().size());
            }
        }

        private Optional<EditResult> findRepeated(EditRequest request) {
            String id = request.id().text();
            if (id.isEmpty()) {
                return Optional.empty();
            }
            Optional<DirtyChunk.Pending> before =
                    find(request.key()).flatMap(chunk -> chunk.findEdit(id));
            if (before.isPresent()) {
                DirtyChunk.Pending change = before.get();
                return Optional.of(
                        change.write().origin().requestHash().equals(request.requestHash())
                                ? new EditResult.Applied(
                                        change.head(), true, ChunkAction.UPDATE, false)
                                : new EditResult.IdMismatch(request.id().given(), request.key()));
            }
            if (request.id().reach() == Reach.CALLER) {
                String actor = request.editor().subject();
                Optional<ChunkKey> elsewhere = dirty.findElsewhere(request.key(), id, actor);
                for (DirtyChunk chunk : opened.values()) {
                    if (elsewhere.isEmpty()
                            && !chunk.key().equals(request.key())
                            && chunk.findEdit(id)
                                    .filter(e -> e.write().origin().actor().equals(actor))
                                    .isPresent()) {
                        elsewhere = Optional.of(chunk.key());
                    }
                }
                if (elsewhere.isPresent()) {
                    return Optional.of(
                            new EditResult.IdMismatch(request.id().given(), elsewhere.get()));
                }
            }
            return batch.past().findRepeated(request);
        }
    }

    /** Inside a read: begins a round. */
    Round begin() {
        return new Round();
    }

    /** Whether a change may be kept in memory: it leaves a chunk there that was there. */
    static boolean isForMemory(EditRequest request) {
        return switch (request.change()) {
            case Change.Patch _, Change.Put _ -> !request.base().isNone();
            case Change.Delete(),
                    Change.Rollback _,
                    Change.Reflag(),
                    Change.Migrate(),
                    Change.Restore() ->
                    false;
        };
    }

    private static PatchOutcome<Chunk> content(Change change, Chunk chunk) {
        return switch (change) {
            case Change.Patch patch ->
                    ChunkEdits.apply(
                            chunk, patch.patch(), PatchLimits.DEFAULT, ChunkLimits.DEFAULT);
            case Change.Put put -> new PatchOutcome.Done<>(put.content());
            case Change.Delete(),
                    Change.Rollback _,
                    Change.Reflag(),
                    Change.Migrate(),
                    Change.Restore() ->
                    throw new IllegalArgumentException("not for memory: " + change);
        };
    }
}
