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
import dev.terrane.world.chunks.EditDrafts.Draft;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.chunks.store.BatchStore;
import dev.terrane.world.chunks.store.ChunkStore;
import dev.terrane.world.chunks.store.ChunkStore.HeadRow;
import dev.terrane.world.chunks.store.ChunkStore.Origin;
import dev.terrane.world.chunks.store.HistoryStore;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.flags.FlagTable;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Runs edits in the order they came, all in the transaction it is called in. What they ask the
 * database for is asked for all of them at once, and what they change is written at once. Should
 * anything of that fail, all of it is taken back and they run one by one, each with a savepoint of
 * its own: a failing edit then takes back what it wrote and nothing else.
 *
 * <p>A {@link Run} may presume: edits that have drafts are then written without asking what their
 * chunks are, as the update itself compares. It is the usual case, and saves two queries.
 */
@Component
public final class EditBatch {
    private static final Logger LOG = LoggerFactory.getLogger(EditBatch.class);

    private final BatchStore batches;
    private final ChunkStore store;
    private final HistoryStore history;
    private final Chunks chunks;
    private final ChunkWriter writer;
    private final Payloads payloads;
    private final Definitions definitions;
    private final AssetFlags assetFlags;
    private final EditHistory past;

    /** Makes a runner over a store. */
    public EditBatch(
            BatchStore batches,
            ChunkStore store,
            HistoryStore history,
            Chunks chunks,
            ChunkWriter writer,
            Payloads payloads,
            Definitions definitions,
            AssetFlags assetFlags) {
        this.batches = batches;
        this.store = store;
        this.history = history;
        this.chunks = chunks;
        this.writer = writer;
        this.payloads = payloads;
        this.definitions = definitions;
        this.assetFlags = assetFlags;
        this.past = new EditHistory(history, chunks, payloads);
    }

    /** What became of one edit of a batch, to be told after the commit. */
    sealed interface Outcome {
        /** Its answer, and the revision this batch wrote for it. */
        record Answered(EditResult result, Optional<ChunkChange> change) implements Outcome {}

        /** It failed by itself; the rest of the batch stands. */
        record Failed(RuntimeException cause) implements Outcome {}
    }

    /** What a chunk's history says of edits. */
    EditHistory past() {
        return past;
    }

    /** Inside a read or a write: what edits share. */
    EditScene scene() {
        return scene(assetFlags.held());
    }

    private EditScene scene(FlagTable flags) {
        return new EditScene(store, history, payloads, definitions, flags);
    }

    /**
     * Inside a write: one outcome an edit, in their order.
     *
     * @param drafts what was made of some of them before, by request as an object
     */
    List<Outcome> run(List<EditRequest> requests, IdentityHashMap<EditRequest, Draft> drafts) {
        return new Run(false).edit(requests, drafts);
    }

    /** Edits of one transaction that come one after the other; used inside it, by its thread. */
    final class Run {
        private final boolean presuming;
        private @Nullable EditScene scene;

        /**
         * Begins.
         *
         * @param presuming whether chunks are taken for what drafts were made of
         */
        Run(boolean presuming) {
            this.presuming = presuming;
        }

        /**
         * One outcome an edit, in their order.
         *
         * @throws PresumedException if a chunk was not what it was taken for, or anything else was
         *     wrong: the transaction is to be rolled back, and may be run again without presuming
         */
        List<Outcome> edit(List<EditRequest> requests, IdentityHashMap<EditRequest, Draft> drafts) {
            definitions.hold(requests.stream().map(request -> request.key().world()).toList());
            if (scene == null) {
                scene = scene();
            }
            drafts.forEach(scene::add);
            if (presuming && scene.presume(requests)) {
                Optional<List<Outcome>> outcomes = presumed(requests, scene);
                if (outcomes.isPresent()) {
                    return outcomes.get();
                }
            }
            return looked(requests, scene);
        }
    }

    /**
     * Writes edits of chunks that were not asked for, if each of them comes to an update: that
     * compares with what it replaces. Nothing is answered of what was not seen.
     */
    private Optional<List<Outcome>> presumed(List<EditRequest> requests, EditScene scene) {
        try {
            List<Outcome> outcomes = new ArrayList<>(requests.size());
            for (EditRequest request : requests) {
                Outcome outcome = begun(request, scene);
                if (!(outcome instanceof Outcome.Answered answered)
                        || answered.change().isEmpty()) {
                    scene.updates().drop();
                    return Optional.empty();
                }
                outcomes.add(outcome);
            }
            scene.updates().flushUnseen();
            return Optional.of(outcomes);
        } catch (PessimisticLockingFailureException e) {
            throw e; // The whole batch is run again.
        } catch (RuntimeException e) {
            throw new PresumedException(e);
        }
    }

    /** Something of a transaction was not as it was taken for; nothing is to be kept of it. */
    static final class PresumedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private PresumedException(RuntimeException cause) {
            super(cause);
        }
    }

    private List<Outcome> looked(List<EditRequest> requests, EditScene scene) {
        batches.lock(
                keys(
                        requests,
                        request -> !request.base().isNone() || request.change().isForAnyBase()),
                keys(
                        requests,
                        request -> request.base().isNone() || request.change().isOfExistence()));
        batches.setSavepoint();
        try {
            List<Outcome> outcomes = together(requests, scene);
            batches.releaseSavepoint();
            return outcomes;
        } catch (PessimisticLockingFailureException e) {
            throw e; // The whole batch is run again.
        } catch (RuntimeException e) {
            scene.updates().drop();
            takeBack(e);
            LOG.debug("a batch of {} edits is run one by one", requests.size(), e);
            return oneByOne(requests);
        }
    }

    private List<Outcome> together(List<EditRequest> requests, EditScene scene) {
        scene.prepare(requests);
        List<Outcome> outcomes = new ArrayList<>(requests.size());
        for (EditRequest request : requests) {
            outcomes.add(edit(request, scene));
        }
        scene.updates().flush();
        return outcomes;
    }

    private List<Outcome> oneByOne(List<EditRequest> requests) {
        FlagTable flags = assetFlags.held();
        return requests.stream().map(request -> guarded(request, scene(flags))).toList();
    }

    private static Set<ChunkKey> keys(List<EditRequest> requests, Predicate<EditRequest> wanted) {
        return requests.stream()
                .filter(wanted)
                .map(EditRequest::key)
                .collect(Collectors.toUnmodifiableSet());
    }

    private Outcome guarded(EditRequest request, EditScene scene) {
        batches.setSavepoint();
        try {
            Outcome outcome = together(List.of(request), scene).getFirst();
            batches.releaseSavepoint();
            return outcome;
        } catch (PessimisticLockingFailureException e) {
            throw e; // The whole batch is run again.
        } catch (ChunkStore.MovedException e) {
            takeBack(e);
            return answered(stale(request.key(), store.findHead(request.key())));
        } catch (RuntimeException e) {
            takeBack(e);
            return new Outcome.Failed(e);
        }
    }

    /** Takes back what was written since the savepoint. */
    private void takeBack(RuntimeException cause) {
        try {
            batches.rollBackToSavepoint();
        } catch (DataAccessException gone) {
            // The database gave up the transaction, not only the edit.
            cause.addSuppressed(gone);
            throw cause;
        }
    }

    private Outcome edit(EditRequest request, EditScene scene) {
        scene.begin(request);
        Outcome outcome = begun(request, scene);
        scene.end(request.key());
        return outcome;
    }

    private Outcome begun(EditRequest request, EditScene scene) {
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

    private static Outcome answered(EditResult result) {
        return new Outcome.Answered(result, Optional.empty());
    }

    private static Outcome wrote(ChunkHead now, ChunkAction action, ContentFlags flags) {
        return new Outcome.Answered(
                new EditResult.Applied(now, true, action),
                Optional.of(ChunkChange.wrote(now, action, flags)));
    }

    private EditResult stale(ChunkKey key, Optional<HeadRow> head) {
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

    static Origin origin(EditRequest request, ChunkAction action) {
        return new Origin(
                request.editor().subject(),
                action,
                request.id().text().isEmpty() ? null : request.id().text(),
                request.requestHash());
    }
}
