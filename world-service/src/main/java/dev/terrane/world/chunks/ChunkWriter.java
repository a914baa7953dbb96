package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.codec.ChunkImage;
import dev.terrane.core.chunk.codec.ChunkTooLargeException;
import dev.terrane.world.chunks.EditDrafts.Draft;
import dev.terrane.world.chunks.store.ChunkStore;
import dev.terrane.world.chunks.store.ChunkStore.Origin;
import dev.terrane.world.chunks.store.ChunkUpdates;
import dev.terrane.world.chunks.store.HistoryStore;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.World;
import dev.terrane.world.flags.FlagTable;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Writes one chunk's new state with its history and derived rows, all in the write it is called in.
 * Flags and meta are the server's: what the content states of them is dropped.
 */
@Component
public final class ChunkWriter {
    private final ChunkStore store;
    private final HistoryStore history;
    private final Payloads payloads;
    private final InstantSource clock;

    /** Makes a writer over a store. */
    public ChunkWriter(
            ChunkStore store, HistoryStore history, Payloads payloads, InstantSource clock) {
        this.store = store;
        this.history = history;
        this.payloads = payloads;
        this.clock = clock;
    }

    /**
     * Where a chunk lies and what its flags are derived from.
     *
     * @param updates where updates wait for those that are written with them
     */
    record Place(World world, Room room, FlagTable flags, ChunkUpdates updates) {}

    /** What became of a write. */
    sealed interface Written {
        /** A revision was written, flagged like this. */
        record Done(ChunkHead head, ContentFlags flags) implements Written {}

        /** It is what it was. */
        record Same() implements Written {}

        /** The content is not allowed. */
        record Refused(EditResult.Invalid fault) implements Written {}

        /** The chunk is not at the revision that was to be replaced. */
        record Moved() implements Written {}
    }

    Written create(Origin origin, Place place, Chunk content) {
        long before = history.lastRevision(content.key());
        long revision = before + 1;
        Instant now = now(history.timeOf(content.key(), before));
        Chunk chunk =
                place.flags()
                        .derive(content)
                        .withMeta(new Meta(now, now, revision, origin.actor()));
        Result result = encode(chunk, place);
        return switch (result) {
            case Result.Invalid(EditResult.Invalid fault) -> new Written.Refused(fault);
            case Result.Image(ChunkImage image) ->
                    store.create(write(chunk, image, origin), chunk)
                            ? written(chunk, image)
                            : new Written.Moved();
        };
    }

    /**
     * Replaces a chunk: the update is written with the others of its transaction.
     *
     * @param old what is replaced; null when its payload does not verify
     */
    Written replace(
            Origin origin, Place place, ChunkHead head, @Nullable Chunk old, Chunk content) {
        return replace(place, head, old, prepare(origin, place, head, old, content));
    }

    /** The same of a draft that is of this chunk. */
    Written replace(Origin origin, Place place, ChunkHead head, Draft draft) {
        EditResult.Invalid fault = ChunkRules.fault(draft.next(), place.world(), place.room());
        Prepared prepared =
                fault != null
                        ? new Prepared.Refused(fault)
                        : new Prepared.Ready(
                                write(draft.next(), draft.image(), origin), draft.next());
        return replace(place, head, draft.old(), prepared);
    }

    private Written replace(Place place, ChunkHead head, @Nullable Chunk old, Prepared prepared) {
        return switch (prepared) {
            case Prepared.Same() -> new Written.Same();
            case Prepared.Refused(EditResult.Invalid fault) -> new Written.Refused(fault);
            case Prepared.Ready(ChunkStore.Write write, Chunk chunk) -> {
                place.updates().add(new ChunkUpdates.Update(write, head, chunk, old));
                yield replaced(head, written(chunk, write.image()));
            }
        };
    }

    /** What a replacement would write. */
    sealed interface Prepared {
        /** This, of this content. */
        record Ready(ChunkStore.Write write, Chunk chunk) implements Prepared {}

        /** Nothing: it is what it was. */
        record Same() implements Prepared {}

        /** Nothing: the content is not allowed. */
        record Refused(EditResult.Invalid fault) implements Prepared {}
    }

    /** Makes the next revision of a chunk without writing it, on a thread of the store. */
    Prepared prepare(
            Origin origin, Place place, ChunkHead head, @Nullable Chunk old, Chunk content) {
        Chunk derived = place.flags().derive(content);
        if (old != null
                && origin.action() != ChunkAction.ROLLBACK
                && origin.action() != ChunkAction.MIGRATE
                && isSame(derived, old)) {
            return new Prepared.Same();
        }
        Instant now = now(head.updatedAt());
        Chunk chunk =
                derived.withMeta(
                        new Meta(
                                old == null ? now : old.meta().createdAt(),
                                now,
                                head.revision() + 1,
                                origin.actor()));
        return switch (encode(chunk, place)) {
            case Result.Invalid(EditResult.Invalid fault) -> new Prepared.Refused(fault);
            case Result.Image(ChunkImage image) ->
                    new Prepared.Ready(write(chunk, image, origin), chunk);
        };
    }

    /**
     * Makes what an update of a chunk would write, on any thread; empty where it would write
     * nothing or would be refused.
     */
    Optional<Draft> draft(String actor, FlagTable flags, ChunkHead head, Chunk old, Chunk content) {
        Chunk derived = flags.derive(content);
        if (isSame(derived, old)) {
            return Optional.empty();
        }
        Meta meta = old.meta();
        Chunk next =
                derived.withMeta(
                        new Meta(
                                meta.createdAt(),
                                now(meta.updatedAt()),
                                meta.revision() + 1,
                                actor));
        try {
            return Optional.of(new Draft(head, old, flags, next, AgpcCodec.encode(next)));
        } catch (ChunkTooLargeException e) {
            return Optional.empty();
        }
    }

    private static boolean isSame(Chunk content, Chunk old) {
        return content.layers().equals(old.layers())
                && content.objects().equals(old.objects())
                && content.flags().equals(old.flags());
    }

    private Written replaced(ChunkHead old, Written written) {
        payloads.forget(old.checksum());
        return written;
    }

    /** Removes a chunk; empty if it is not at the head's revision. */
    Optional<ChunkHead> delete(Origin origin, ChunkHead head) {
        Instant now = now(head.updatedAt());
        return store.delete(head, now, origin)
                ? Optional.of(new ChunkHead(head.key(), head.revision() + 1, head.checksum(), now))
                : Optional.empty();
    }

    /** Writes prepared revisions, the last of which becomes the chunk's state. */
    Written.Done flush(DirtyChunk dirty) {
        DirtyChunk.Pending last = dirty.last();
        List<DirtyChunk.Pending> changes = dirty.changes();
        ChunkHead stored = dirty.stored();
        store.insertRevisions(
                changes.subList(0, changes.size() - 1).stream()
                        .map(DirtyChunk.Pending::write)
                        .toList());
        ChunkUpdates update = new ChunkUpdates(store);
        update.add(new ChunkUpdates.Update(last.write(), stored, last.chunk(), dirty.base()));
        update.flush();
        payloads.forget(stored.checksum());
        payloads.remember(last.image(), last.chunk());
        return new Written.Done(last.head(), last.chunk().flags());
    }

    /** Cached by content: right even if this transaction does not come to its commit. */
    private Written written(Chunk chunk, ChunkImage image) {
        payloads.remember(image, chunk);
        return new Written.Done(
                new ChunkHead(
                        chunk.key(),
                        chunk.meta().revision(),
                        image.checksum(),
                        chunk.meta().updatedAt()),
                chunk.flags());
    }

    private ChunkStore.Write write(Chunk chunk, ChunkImage image, Origin origin) {
        Meta meta = chunk.meta();
        return new ChunkStore.Write(
                chunk.key(),
                meta.revision(),
                image,
                payloads.toStore(chunk, image),
                meta.createdAt(),
                meta.updatedAt(),
                origin);
    }

    private sealed interface Result {
        record Image(ChunkImage image) implements Result {}

        record Invalid(EditResult.Invalid fault) implements Result {}
    }

    private static Result encode(Chunk chunk, Place place) {
        EditResult.Invalid fault = ChunkRules.fault(chunk, place.world(), place.room());
        if (fault != null) {
            return new Result.Invalid(fault);
        }
        try {
            return new Result.Image(AgpcCodec.encode(chunk));
        } catch (ChunkTooLargeException e) {
            return new Result.Invalid(
                    new EditResult.Invalid(
                            "",
                            "the chunk's body would exceed "
                                    + AgpcCodec.BODY_BYTES_MAX
                                    + " bytes"));
        }
    }

    /** Never before the revision it follows. */
    private Instant now(Instant atLeast) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return now.isBefore(atLeast) ? atLeast : now;
    }
}
