package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.codec.ChunkImage;
import dev.terrane.core.chunk.edit.ChunkEdits;
import dev.terrane.core.chunk.edit.PatchLimits;
import dev.terrane.core.chunk.edit.PatchOutcome;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.chunks.Payloads.Payload;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.flags.FlagTable;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/**
 * Makes what edits will probably write before it is the writer's turn: the patched chunk, its bytes
 * and its checksum are a function of the base, which an edit names by its checksum. So they are
 * made by the threads that hand edits in, side by side, and the one writer, for which all edits
 * wait, only compares and writes. Nothing is decided here: a draft is used if the writer finds the
 * base and the assets' flags that it was made of, and dropped otherwise.
 *
 * <p>May be called by any thread; compresses nothing and asks the database for nothing.
 */
@Component
public final class EditDrafts {
    /** Images of drafts whose turn has not come; beyond it edits wait without one. */
    static final long WAITING_BYTES_MAX = 16 << 20;

    private final Payloads payloads;
    private final AssetFlags flags;
    private final ChunkWriter writer;
    private final AtomicLong waitingBytes = new AtomicLong();

    /** Makes drafts of what is in the cache. */
    public EditDrafts(Payloads payloads, AssetFlags flags, ChunkWriter writer) {
        this.payloads = payloads;
        this.flags = flags;
        this.writer = writer;
    }

    /**
     * The next revision of a chunk.
     *
     * @param head what it replaces, as it is served
     * @param old the same
     * @param flags what its flags are derived from
     */
    record Draft(ChunkHead head, Chunk old, FlagTable flags, Chunk next, ChunkImage image) {
        /** Whether what it replaces is what this base names. */
        boolean isOn(Base base) {
            return base.checksum().equals(head.checksum().hex())
                    && (base.revision() < 0 || base.revision() == head.revision());
        }

        /** Whether it is what the writer would make of this chunk by these flags. */
        @SuppressWarnings("ReferenceEquality") // The caches' objects; equal ones need no draft.
        boolean isOf(Chunk current, FlagTable held) {
            return current == old && held == flags;
        }
    }

    /**
     * A draft of an edit; empty where there is nothing to make one of, and where the writer finds
     * the words for what is wrong. Each one is to be {@link #release released}.
     */
    Optional<Draft> find(EditRequest request) {
        if (waitingBytes.get() >= WAITING_BYTES_MAX) {
            return Optional.empty();
        }
        Optional<Draft> draft =
                Checksum.find(request.base().checksum())
                        .flatMap(checksum -> payloads.find(request.key(), checksum))
                        .flatMap(base -> find(request, base));
        draft.ifPresent(made -> waitingBytes.addAndGet(made.image().bytes().size()));
        return draft;
    }

    /** The writer's turn has come. */
    void release(Draft draft) {
        waitingBytes.addAndGet(-draft.image().bytes().size());
    }

    /** Bytes of the drafts whose turn has not come. */
    long waitingBytes() {
        return waitingBytes.get();
    }

    private Optional<Draft> find(EditRequest request, Payload base) {
        return switch (request.change()) {
            case Change.Put(Chunk content, Checksum _) -> find(request, base, content);
            case Change.Patch patch ->
                    ChunkEdits.apply(
                                            base.chunk(),
                                            patch.patch(),
                                            PatchLimits.DEFAULT,
                                            ChunkLimits.DEFAULT)
                                    instanceof PatchOutcome.Done<Chunk>(Chunk content)
                            ? find(request, base, content)
                            : Optional.empty();
            case Change.Delete(),
                    Change.Rollback _,
                    Change.Reflag(),
                    Change.Migrate(),
                    Change.Restore() ->
                    Optional.empty();
        };
    }

    private Optional<Draft> find(EditRequest request, Payload base, Chunk content) {
        return writer.draft(
                request.editor().subject(), flags.kept(), base.head(), base.chunk(), content);
    }
}
