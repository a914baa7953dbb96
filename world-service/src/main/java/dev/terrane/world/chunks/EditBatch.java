package dev.terrane.world.chunks;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.world.chunks.ChunkWriter.Place;
import dev.terrane.world.chunks.EditDrafts.Draft;
import dev.terrane.world.chunks.store.BatchStore;
import dev.terrane.world.chunks.store.ChunkStore;
import dev.terrane.world.chunks.store.HistoryStore;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.flags.FlagTable;
import java.util.ArrayList;
import java.util.HashSet;
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
    private final Payloads payloads;
    private final Definitions definitions;
    private final AssetFlags assetFlags;
    private final EditHistory past;
    private final SingleEdit single;

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
        this.payloads = payloads;
        this.definitions = definitions;
        this.assetFlags = assetFlags;
        this.past = new EditHistory(history, chunks, payloads);
        this.single = new SingleEdit(store, history, chunks, writer, payloads, definitions, past);
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
        private final Set<WorldId> held = new HashSet<>();
        private @Nullable EditScene scene;

        /**
         * Begins.
         *
         * @param presuming whether chunks are taken for what drafts were made of
         */
        Run(boolean presuming) {
            this.presuming = presuming;
        }

        /** Asks for what these edits, and those that join them, have in common; locks no chunk. */
        EditScene open(List<EditRequest> requests) {
            List<WorldId> worlds = new ArrayList<>();
            for (EditRequest request : requests) {
                if (held.add(request.key().world())) {
                    worlds.add(request.key().world());
                }
            }
            definitions.hold(worlds);
            EditScene known = scene;
            if (known == null) {
                known = scene();
                scene = known;
            }
            for (EditRequest request : requests) {
                Optional<Place> _ = known.place(request.key().room());
            }
            return known;
        }

        /**
         * One outcome an edit, in their order.
         *
         * @throws PresumedException if a chunk was not what it was taken for, or anything else was
         *     wrong: the transaction is to be rolled back, and may be run again without presuming
         */
        List<Outcome> edit(List<EditRequest> requests, IdentityHashMap<EditRequest, Draft> drafts) {
            EditScene known = open(requests);
            drafts.forEach(known::add);
            if (presuming && known.presume(requests)) {
                Optional<List<Outcome>> outcomes = presumed(requests, known);
                if (outcomes.isPresent()) {
                    return outcomes.get();
                }
            }
            return looked(requests, known);
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
                Outcome outcome = single.run(request, scene);
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
            return SingleEdit.answered(single.stale(request.key(), store.findHead(request.key())));
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
        Outcome outcome = single.run(request, scene);
        scene.end(request.key());
        return outcome;
    }
}
