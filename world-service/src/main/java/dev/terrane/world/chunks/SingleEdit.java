package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.edit.ChunkEdits;
import dev.terrane.core.chunk.edit.PatchLimits;
import dev.terrane.core.chunk.edit.PatchOutcome;
import dev.terrane.core.chunk.edit.PatchRefusal;
import dev.terrane.world.chunks.ChunkWriter.Place;
import dev.terrane.world.chunks.ChunkWriter.Written;
import dev.terrane.world.chunks.EditBatch.Outcome;
import dev.terrane.world.chunks.EditDrafts.Draft;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.chunks.store.ChunkStore;
import dev.terrane.world.chunks.store.ChunkStore.HeadRow;
import dev.terrane.world.chunks.store.ChunkStore.Origin;
import dev.terrane.world.chunks.store.HistoryStore;
import dev.terrane.world.definitions.Definitions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one edit does to its chunk and is answered, by what its scene shows. Inside a write; the
 * updates it makes are its scene's to write.
 */
final class SingleEdit {
    private final ChunkStore store;
    private final HistoryStore history;
    private final Chunks chunks;
    private final ChunkWriter writer;
    private final Payloads payloads;
    private final Definitions definitions;
    private final EditHistory past;

    /** Makes one over a store. */
    SingleEdit(
            ChunkStore store,
            HistoryStore history,
            Chunks chunks,
            ChunkWriter writer,
            Payloads payloads,
            Definitions definitions,
            EditHistory past) {
        this.store = store;
        this.history = history;
        this.chunks = chunks;
        this.writer = writer;
        this.payloads = payloads;
        this.definitions = definitions;
        this.past = past;
    }

    /**
     * Runs it.
     *
     * @throws RuntimeException whatever the database refuses; what was written is to be taken back
     */
    Outcome run(EditRequest request, EditScene scene) {
        Optional<EditResult> repeated =
                past.findRepeated(request, scene.editBefore(request.key(), request.id().text()));
        if (repeated.isPresent()) {
            return answered(repeated.get());
        }
        Optional<HeadRow> head = scene.head(request.key());
        if (!request.change().isForAnyBase() && !past.matches(request, head)) {
            return answered(stale(request.key(), head));
        }
        Optional<Place> place = scene.place(request.key().room());
        if (place.isEmpty()) {
            return answered(new EditResult.NoRoom());
        }
        if (head.isEmpty()) {
            return absent(request, place.get());
        }
        return switch (chunks.load(head.get(), request.editor().viewer())) {
            case Chunks.Found.Missing() -> answered(stale(request.key(), Optional.empty()));
            case Chunks.Found.Gated(ChunkHead _, ContentFlags flags) ->
                    answered(new EditResult.Gated(flags));
            case Chunks.Found.Newer(ChunkHead _, int version) ->
                    answered(new EditResult.Newer(version));
            case Chunks.Found.Corrupt(ChunkHead broken, String detail, boolean _) ->
                    corrupt(request, place.get(), broken, detail);
            case Chunks.Found.Present(StoredChunk stored) ->
                    scene.draft(request, stored.chunk())
                            .map(draft -> drafted(request, place.get(), head.get().head(), draft))
                            .orElseGet(() -> present(request, place.get(), head.get(), stored));
        };
    }

    private Outcome absent(EditRequest request, Place place) {
        return switch (request.change()) {
            case Change.Put(Chunk content, Checksum _) ->
                    outcome(
                            request,
                            ChunkAction.CREATE,
                            writer.create(origin(request, ChunkAction.CREATE), place, content));
            case Change.Rollback(long revision) -> rollback(request, place, null, null, revision);
            case Change.Restore() -> answered(new EditResult.NotInHistory(0, "it is not there"));
            case Change.Patch _, Change.Delete(), Change.Reflag(), Change.Migrate() ->
                    answered(stale(request.key(), Optional.empty()));
        };
    }

    private Outcome corrupt(EditRequest request, Place place, ChunkHead head, String detail) {
        return switch (request.change()) {
            case Change.Put(Chunk content, Checksum _) ->
                    replaced(request, ChunkAction.UPDATE, place, head, null, content);
            case Change.Rollback(long revision) -> rollback(request, place, head, null, revision);
            case Change.Restore() -> restore(request, place, head);
            case Change.Delete() -> deleted(request, head);
            case Change.Patch _, Change.Reflag(), Change.Migrate() ->
                    answered(new EditResult.Corrupt(detail));
        };
    }

    private Outcome present(EditRequest request, Place place, HeadRow row, StoredChunk stored) {
        ChunkHead head = row.head();
        Chunk chunk = stored.chunk();
        return switch (request.change()) {
            case Change.Delete() -> deleted(request, stored.head());
            case Change.Put(Chunk content, Checksum _) ->
                    replaced(request, ChunkAction.UPDATE, place, head, chunk, content);
            case Change.Patch patch -> patched(request, place, head, chunk, patch);
            case Change.Rollback(long revision) -> rollback(request, place, head, chunk, revision);
            case Change.Reflag() ->
                    replaced(request, ChunkAction.REFLAG, place, head, chunk, chunk);
            case Change.Migrate() ->
                    row.formatVersion() == AgpcCodec.VERSION
                            ? unchanged(stored.head(), ChunkAction.MIGRATE)
                            : replaced(request, ChunkAction.MIGRATE, place, head, chunk, chunk);
            case Change.Restore() -> unchanged(stored.head(), ChunkAction.UPDATE);
        };
    }

    private Outcome drafted(EditRequest request, Place place, ChunkHead head, Draft draft) {
        ChunkAction action = ChunkAction.UPDATE;
        return outcome(
                request, action, writer.replace(origin(request, action), place, head, draft));
    }

    private Outcome patched(
            EditRequest request, Place place, ChunkHead head, Chunk chunk, Change.Patch patch) {
        return switch (ChunkEdits.apply(
                chunk, patch.patch(), PatchLimits.DEFAULT, ChunkLimits.DEFAULT)) {
            case PatchOutcome.Refused<Chunk>(PatchRefusal refusal) ->
                    answered(new EditResult.Refused(refusal));
            case PatchOutcome.Done<Chunk>(Chunk result) ->
                    replaced(request, ChunkAction.UPDATE, place, head, chunk, result);
        };
    }

    private Outcome deleted(EditRequest request, ChunkHead head) {
        return writer.delete(origin(request, ChunkAction.DELETE), head)
                .<Outcome>map(gone -> wrote(gone, ChunkAction.DELETE, ContentFlags.NONE))
                .orElseGet(() -> answered(stale(request.key(), store.findHead(request.key()))));
    }

    private Outcome rollback(
            EditRequest request,
            Place place,
            @Nullable ChunkHead head,
            @Nullable Chunk old,
            long revision) {
        Optional<ChunkRevision> target = history.find(request.key(), revision);
        if (target.isEmpty()) {
            return answered(new EditResult.NotInHistory(revision, "there never was one"));
        }
        if (target.get().action() == ChunkAction.DELETE) {
            return answered(new EditResult.NotInHistory(revision, "it is a deletion"));
        }
        Optional<Bytes> payload = history.findPayload(request.key(), revision);
        if (payload.isEmpty()) {
            return answered(new EditResult.NotInHistory(revision, "its payload was pruned"));
        }
        return switch (payloads.read(target.get().head(), payload::get)) {
            case Payloads.Read.Bad(String detail) ->
                    answered(new EditResult.NotInHistory(revision, "it is damaged: " + detail));
            case Payloads.Read.Newer(int version) -> answered(new EditResult.Newer(version));
            case Payloads.Read.Good(Payloads.Payload good) -> {
                ContentFlags flags = good.chunk().flags().merge(place.flags().over(good.assets()));
                if (!request.editor().viewer().admits(flags)) {
                    yield answered(new EditResult.Gated(flags));
                }
                yield head == null
                        ? outcome(
                                request,
                                ChunkAction.ROLLBACK,
                                writer.create(
                                        origin(request, ChunkAction.ROLLBACK), place, good.chunk()))
                        : replaced(request, ChunkAction.ROLLBACK, place, head, old, good.chunk());
            }
        };
    }

    /**
     * The current revision's bytes of the history, if those verify, put back as they are; else the
     * newest revision that does, as a roll-back.
     */
    private Outcome restore(EditRequest request, Place place, ChunkHead head) {
        Optional<Bytes> own = history.findPayload(head.key(), head.revision());
        if (own.isPresent() && payloads.decode(head, own.get()) instanceof Payloads.Read.Good) {
            store.restore(head, own.get());
            return answered(new EditResult.Applied(head, true, ChunkAction.UPDATE));
        }
        for (long older : history.withPayload(head.key().toString(), head.revision())) {
            ChunkRevision revision = history.find(head.key(), older).orElseThrow();
            Bytes bytes = history.findPayload(head.key(), older).orElseThrow();
            if (payloads.decode(revision.head(), bytes) instanceof Payloads.Read.Good) {
                return rollback(request, place, head, null, older);
            }
        }
        return answered(new EditResult.NotInHistory(head.revision(), "no revision of it verifies"));
    }

    private Outcome replaced(
            EditRequest request,
            ChunkAction action,
            Place place,
            ChunkHead head,
            @Nullable Chunk old,
            Chunk content) {
        return outcome(
                request,
                action,
                writer.replace(origin(request, action), place, head, old, content));
    }

    private Outcome outcome(EditRequest request, ChunkAction action, Written written) {
        return switch (written) {
            case Written.Done(ChunkHead now, ContentFlags flags) -> wrote(now, action, flags);
            case Written.Same() ->
                    unchanged(chunks.served(store.findHead(request.key()).orElseThrow()), action);
            case Written.Refused(EditResult.Invalid fault) -> answered(fault);
            case Written.Moved() -> answered(stale(request.key(), store.findHead(request.key())));
        };
    }

    private static Outcome unchanged(ChunkHead head, ChunkAction action) {
        return answered(new EditResult.Applied(head, false, action));
    }

    static Outcome answered(EditResult result) {
        return new Outcome.Answered(result, Optional.empty());
    }

    private static Outcome wrote(ChunkHead now, ChunkAction action, ContentFlags flags) {
        return new Outcome.Answered(
                new EditResult.Applied(now, true, action),
                Optional.of(ChunkChange.wrote(now, action, flags)));
    }

    /** The refusal of an edit whose base is not what the chunk is. */
    EditResult stale(ChunkKey key, Optional<HeadRow> head) {
        return head.<EditResult>map(
                        row ->
                                new EditResult.Stale(
                                        row.head().revision(),
                                        chunks.served(row).checksum().hex(),
                                        false))
                .orElseGet(() -> absent(key));
    }

    /** A room that an import still makes has no history for anybody. */
    private EditResult.Stale absent(ChunkKey key) {
        return definitions.isHidden(key.room())
                ? EditResult.Stale.NEVER
                : history.findLast(key)
                        .map(EditResult.Stale::ofLast)
                        .orElse(EditResult.Stale.NEVER);
    }

    /** What a revision's row says of who made it. */
    static Origin origin(EditRequest request, ChunkAction action) {
        return new Origin(
                request.editor().subject(),
                action,
                request.id().text().isEmpty() ? null : request.id().text(),
                request.requestHash());
    }
}
