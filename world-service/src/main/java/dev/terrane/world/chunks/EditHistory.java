package dev.terrane.world.chunks;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditRequest.Reach;
import dev.terrane.world.chunks.store.ChunkStore.HeadRow;
import dev.terrane.world.chunks.store.HistoryStore;
import dev.terrane.world.chunks.store.HistoryStore.EditRow;
import dev.terrane.world.flags.Viewer;
import java.util.Optional;

/**
 * What a chunk's history says of an edit: whether it was done before, and whether its base is what
 * the chunk is now. Inside a read or a write.
 */
final class EditHistory {
    /** Revisions of the server's own that are looked behind for a base of an older format. */
    private static final int LIFTED_MAX = 16;

    private final HistoryStore history;
    private final Chunks chunks;
    private final Payloads payloads;

    /** Makes one over a store. */
    EditHistory(HistoryStore history, Chunks chunks, Payloads payloads) {
        this.history = history;
        this.chunks = chunks;
        this.payloads = payloads;
    }

    /** What the edit's id says was done before. */
    Optional<EditResult> findRepeated(EditRequest request) {
        return request.id().text().isEmpty()
                ? Optional.empty()
                : findRepeated(request, history.findEdit(request.key(), request.id().text()));
    }

    /** The same where the edit that has its id and chunk is known. */
    Optional<EditResult> findRepeated(EditRequest request, Optional<EditRow> before) {
        String id = request.id().text();
        if (id.isEmpty()) {
            return Optional.empty();
        }
        if (before.isPresent()) {
            EditRow row = before.get();
            return Optional.of(
                    row.requestHash().equals(request.requestHash().hex())
                            ? new EditResult.Applied(
                                    new ChunkHead(
                                            request.key(),
                                            row.revision(),
                                            row.checksum(),
                                            row.at()),
                                    true,
                                    row.action())
                            : new EditResult.IdMismatch(request.id().given(), request.key()));
        }
        return request.id().reach() == Reach.CHUNK
                ? Optional.empty()
                : history.findElsewhere(request.key(), id, request.editor().subject())
                        .flatMap(ChunkKey::find)
                        .map(other -> new EditResult.IdMismatch(request.id().given(), other));
    }

    /**
     * Whether the base is what the chunk is now, or was before nothing but the server's own
     * revisions. Compared is the image as it is served.
     */
    boolean matches(EditRequest request, Optional<HeadRow> row) {
        Base base = request.base();
        if (row.isEmpty() || base.isNone()) {
            return row.isEmpty() && base.isNone();
        }
        ChunkHead head = row.get().head();
        if (base.revision() < 0 || base.revision() == head.revision()) {
            if (head.checksum().hex().equals(base.checksum())) {
                return true;
            }
            if (row.get().formatVersion() != AgpcCodec.VERSION
                    && chunks.load(row.get(), Viewer.TRUSTED)
                            instanceof Chunks.Found.Present(StoredChunk lifted)
                    && lifted.head().checksum().hex().equals(base.checksum())) {
                return true;
            }
        }
        long made = history.findBase(request.key(), base.checksum());
        if (made == 0) {
            made = findLifted(request.key(), base.checksum());
        }
        return made > 0
                && made < head.revision()
                && (base.revision() < 0 || base.revision() == made)
                && history.isServersSince(request.key(), made);
    }

    /**
     * The revision that is served under this checksum though its row, of an older format, states
     * another: the newest that is not the server's own, or one of the server's after it.
     */
    private long findLifted(ChunkKey key, String checksum) {
        for (ChunkRevision row : history.list(key, Long.MAX_VALUE, LIFTED_MAX)) {
            ChunkHead head = row.head();
            ChunkHead served =
                    payloads.served(
                            head,
                            row.formatVersion(),
                            () -> history.findPayload(key, head.revision()).orElseThrow());
            if (served.checksum().hex().equals(checksum)) {
                return head.revision();
            }
            if (!row.action().isServers()) {
                return 0;
            }
        }
        return 0;
    }
}
