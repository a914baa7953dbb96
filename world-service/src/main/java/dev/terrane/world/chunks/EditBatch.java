package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.codec.ChunkImage;
import dev.terrane.core.chunk.codec.ChunkTooLargeException;
import dev.terrane.core.chunk.edit.ChunkEdits;
import dev.terrane.core.chunk.edit.PatchLimits;
import dev.terrane.core.chunk.edit.PatchOutcome;
import dev.terrane.core.chunk.edit.PatchRefusal;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.chunks.store.ChunkStore;
import dev.terrane.world.chunks.store.ChunkStore.EditRow;
import dev.terrane.world.chunks.store.ChunkStore.HeadRow;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.World;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Runs edits in the order they came, all in the transaction it is called in. Each has a savepoint
 * of its own: a refused or failing edit takes back what it wrote and nothing else.
 */
@Component
public final class EditBatch {
    private final ChunkStore store;
    private final Chunks chunks;
    private final Definitions definitions;
    private final InstantSource clock;

    /** Makes a runner over a store. */
    public EditBatch(
            ChunkStore store, Chunks chunks, Definitions definitions, InstantSource clock) {
        this.store = store;
        this.chunks = chunks;
        this.definitions = definitions;
        this.clock = clock;
    }

    /** What became of one edit of a batch, to be told after the commit. */
    sealed interface Outcome {
        /** Its answer; {@code wrote} if this batch wrote a revision for it. */
        record Answered(EditResult result, boolean wrote) implements Outcome {}

        /** It failed by itself; the rest of the batch stands. */
        record Failed(RuntimeException cause) implements Outcome {}
    }

    /** Inside a write: one outcome an edit, in their order. */
    List<Outcome> run(List<EditRequest> requests) {
        store.lock(
                keys(requests, request -> !request.base().isNone()),
                keys(
                        requests,
                        request ->
                                request.base().isNone()
                                        || request.change() instanceof Change.Delete));
        Map<RoomKey, Optional<Place>> places = new HashMap<>();
        List<Outcome> outcomes = new ArrayList<>(requests.size());
        for (EditRequest request : requests) {
            outcomes.add(guarded(request, places));
        }
        return outcomes;
    }

    private record Place(World world, Room room) {}

    private static Set<ChunkKey> keys(List<EditRequest> requests, Predicate<EditRequest> wanted) {
        return requests.stream()
                .filter(wanted)
                .map(EditRequest::key)
                .collect(Collectors.toUnmodifiableSet());
    }

    private Outcome guarded(EditRequest request, Map<RoomKey, Optional<Place>> places) {
        store.setSavepoint();
        try {
            Outcome outcome = edit(request, places);
            store.releaseSavepoint();
            return outcome;
        } catch (PessimisticLockingFailureException e) {
            throw e; // The whole batch is run again.
        } catch (RuntimeException e) {
            try {
                store.rollBackToSavepoint();
            } catch (DataAccessException gone) {
                // The database gave up the transaction, not only the edit.
                e.addSuppressed(gone);
                throw e;
            }
            return new Outcome.Failed(e);
        }
    }

    private Outcome edit(EditRequest request, Map<RoomKey, Optional<Place>> places) {
        Optional<EditRow> before = store.findEdit(request.key(), request.editId());
        if (before.isPresent()) {
            return answered(repeated(request, before.get()));
        }
        Optional<HeadRow> head = store.findHead(request.key());
        if (!matches(request.base(), head)) {
            return answered(stale(request.key(), head));
        }
        Optional<Place> place =
                places.computeIfAbsent(
                        request.key().room(),
                        room ->
                                definitions
                                        .find(room)
                                        .flatMap(
                                                found ->
                                                        definitions
                                                                .find(room.world())
                                                                .map(w -> new Place(w, found))));
        if (place.isEmpty()) {
            return answered(new EditResult.NoRoom());
        }
        return switch (request.change()) {
            case Change.Delete() -> delete(request, head);
            case Change.Put(Chunk content, Checksum _) -> put(request, head, place.get(), content);
            case Change.Patch patch -> patch(request, head, place.get(), patch);
        };
    }

    private static Outcome answered(EditResult result) {
        return new Outcome.Answered(result, false);
    }

    private static EditResult repeated(EditRequest request, EditRow row) {
        return row.requestHash().equals(request.requestHash().hex())
                ? new EditResult.Applied(
                        new ChunkHead(request.key(), row.revision(), row.checksum(), row.at()),
                        true,
                        row.action())
                : new EditResult.IdMismatch(request.editId());
    }

    private static boolean matches(Base base, Optional<HeadRow> head) {
        return head.isEmpty()
                ? base.isNone()
                : (base.revision() < 0 || head.get().head().revision() == base.revision())
                        && head.get().head().checksum().hex().equals(base.checksum());
    }

    private EditResult stale(ChunkKey key, Optional<HeadRow> head) {
        return head.<EditResult>map(
                        row ->
                                new EditResult.Stale(
                                        row.head().revision(), row.head().checksum().hex(), false))
                .orElseGet(
                        () -> {
                            long last = store.lastRevision(key);
                            return new EditResult.Stale(last, "", last > 0);
                        });
    }

    private Outcome delete(EditRequest request, Optional<HeadRow> head) {
        if (head.isEmpty()) {
            return answered(stale(request.key(), head));
        }
        ChunkHead last = head.get().head();
        Instant now = now(last.updatedAt());
        if (!store.delete(last, now, request.actor(), request.editId(), request.requestHash())) {
            return answered(stale(request.key(), store.findHead(request.key())));
        }
        return new Outcome.Answered(
                new EditResult.Applied(
                        new ChunkHead(request.key(), last.revision() + 1, last.checksum(), now),
                        true,
                        ChunkAction.DELETE),
                true);
    }

    private Outcome patch(
            EditRequest request, Optional<HeadRow> head, Place place, Change.Patch patch) {
        if (head.isEmpty()) {
            return answered(stale(request.key(), head));
        }
        return switch (chunks.load(head.get())) {
            case Chunks.Found.Missing() -> answered(stale(request.key(), Optional.empty()));
            case Chunks.Found.Corrupt(ChunkHead _, String detail, boolean _) ->
                    answered(new EditResult.Corrupt(detail));
            case Chunks.Found.Present(StoredChunk stored) ->
                    switch (ChunkEdits.apply(
                            stored.chunk(),
                            patch.patch(),
                            PatchLimits.DEFAULT,
                            ChunkLimits.DEFAULT)) {
                        case PatchOutcome.Refused<Chunk>(PatchRefusal refusal) ->
                                answered(new EditResult.Refused(refusal));
                        case PatchOutcome.Done<Chunk>(Chunk patched) ->
                                store(request, stored, place, patched);
                    };
        };
    }

    private Outcome put(EditRequest request, Optional<HeadRow> head, Place place, Chunk content) {
        if (head.isEmpty()) {
            return create(request, place, content);
        }
        return switch (chunks.load(head.get())) {
            case Chunks.Found.Missing() -> answered(stale(request.key(), Optional.empty()));
            case Chunks.Found.Corrupt(ChunkHead broken, String _, boolean _) ->
                    replace(request, broken, null, place, content);
            case Chunks.Found.Present(StoredChunk stored) -> store(request, stored, place, content);
        };
    }

    private Outcome store(EditRequest request, StoredChunk stored, Place place, Chunk content) {
        return replace(request, stored.head(), stored.chunk(), place, content);
    }

    private Outcome create(EditRequest request, Place place, Chunk content) {
        Instant now = now(Instant.EPOCH);
        long revision = store.lastRevision(request.key()) + 1;
        Meta meta = new Meta(now, now, revision, request.actor());
        Chunk chunk = ChunkRules.withServerFlags(content).withMeta(meta);
        EditResult.Invalid fault = ChunkRules.fault(chunk, place.world(), place.room());
        ChunkImage image = fault == null ? encode(chunk) : null;
        if (image == null) {
            return answered(fault == null ? tooLarge() : fault);
        }
        ChunkStore.Write write = write(request, image, meta);
        if (!store.create(write, chunk)) {
            return answered(stale(request.key(), store.findHead(request.key())));
        }
        return applied(write, chunk, ChunkAction.CREATE);
    }

    private Outcome replace(
            EditRequest request, ChunkHead head, @Nullable Chunk old, Place place, Chunk content) {
        Instant now = now(head.updatedAt());
        Meta meta =
                new Meta(
                        old == null ? now : old.meta().createdAt(),
                        now,
                        head.revision() + 1,
                        request.actor());
        Chunk chunk = ChunkRules.withServerFlags(content).withMeta(meta);
        if (old != null && chunk.withMeta(old.meta()).equals(old)) {
            return answered(new EditResult.Applied(head, false, ChunkAction.UPDATE));
        }
        EditResult.Invalid fault = ChunkRules.fault(chunk, place.world(), place.room());
        ChunkImage image = fault == null ? encode(chunk) : null;
        if (image == null) {
            return answered(fault == null ? tooLarge() : fault);
        }
        boolean indexChanged =
                old == null
                        || !old.objects().equals(chunk.objects())
                        || !old.flags().equals(chunk.flags());
        ChunkStore.Write write = write(request, image, meta);
        if (!store.update(write, head.revision(), chunk, indexChanged)) {
            return answered(stale(request.key(), store.findHead(request.key())));
        }
        return applied(write, chunk, ChunkAction.UPDATE);
    }

    private Outcome applied(ChunkStore.Write write, Chunk chunk, ChunkAction action) {
        ChunkHead head =
                new ChunkHead(write.key(), write.revision(), write.image().checksum(), write.at());
        // Cached by content: right even if this transaction does not come to its commit.
        chunks.remember(write.image().checksum(), write.image().bytes(), chunk);
        return new Outcome.Answered(new EditResult.Applied(head, true, action), true);
    }

    private static ChunkStore.Write write(EditRequest request, ChunkImage image, Meta meta) {
        return new ChunkStore.Write(
                request.key(),
                meta.revision(),
                image,
                meta.createdAt(),
                meta.updatedAt(),
                request.actor(),
                request.editId(),
                request.requestHash());
    }

    private static @Nullable ChunkImage encode(Chunk chunk) {
        try {
            return AgpcCodec.encode(chunk);
        } catch (ChunkTooLargeException e) {
            return null;
        }
    }

    private static EditResult.Invalid tooLarge() {
        return new EditResult.Invalid(
                "", "the chunk's body would exceed " + AgpcCodec.BODY_BYTES_MAX + " bytes");
    }

    /** Never before the revision it follows. */
    private Instant now(Instant atLeast) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return now.isBefore(atLeast) ? atLeast : now;
    }
}
