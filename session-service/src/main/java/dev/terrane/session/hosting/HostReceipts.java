package dev.terrane.session.hosting;

import dev.terrane.core.session.format.Fingerprints;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.JournalRecord;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.model.SessionId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Receipts of the host's own commands. They are not stored: a command's place in the journal says
 * all that its receipt does, so steps of clocks cost a receipt no byte. The sequences of a source
 * ascend through the rows of a journal, so the row is found by halving. Known as long as the
 * journal is kept. Waits for the store; for all threads but a session's.
 */
final class HostReceipts {
    /** Rows read at once: a joined row may have megabytes. */
    private static final int PAGE_ROWS = 8;

    private final SessionStore store;

    HostReceipts(SessionStore store) {
        this.store = store;
    }

    /** A row that holds commands of a source, with the first and last of their sequences. */
    private record Found(SessionStore.JournalRow row, JournalChunk chunk, long first, long last) {}

    /**
     * The receipt of a command; empty if its row is not kept or the sequence was passed over.
     *
     * @throws IllegalStateException if a row on the way to it is damaged; names the place
     */
    Optional<SessionStore.StoredReceipt> find(
            SessionId name, Generation generation, CommandId.Host id) {
        long low = 1;
        long high = Long.MAX_VALUE;
        long leap = 1;
        while (low <= high) {
            // Where the journal ends is not known at first: ever larger leaps find it.
            long middle = high == Long.MAX_VALUE ? low + leap : low + (high - low) / 2;
            leap *= 2;
            Found found = firstFrom(name, generation, id.source(), middle, high);
            if (found == null || id.sequence() < found.first()) {
                high = middle - 1;
            } else if (id.sequence() > found.last()) {
                low = found.row().number() + 1;
            } else {
                return receipt(found, id).map(stored -> withFacts(name, generation, stored));
            }
        }
        return Optional.empty();
    }

    /** The first row from a number on, up to the one that covers another, with the source. */
    private @Nullable Found firstFrom(
            SessionId name, Generation generation, String source, long from, long upTo) {
        long after = from - 1;
        while (true) {
            List<SessionStore.JournalRow> page =
                    store.journalAfter(name, generation, after, PAGE_ROWS);
            for (SessionStore.JournalRow row : page) {
                Found found = found(row, source);
                if (found != null || row.number() >= upTo) {
                    return found;
                }
                after = row.number();
            }
            if (page.isEmpty()) {
                return null;
            }
        }
    }

    private static @Nullable Found found(SessionStore.JournalRow row, String source) {
        JournalChunk chunk = JournalRows.decode(row.chunk());
        long first = 0;
        long last = 0;
        for (JournalRecord record : chunk.records()) {
            CommandId.Host id = hostId(record);
            if (id != null && id.source().equals(source)) {
                first = first == 0 ? id.sequence() : first;
                last = lastSequence(record, id);
            }
        }
        return first == 0 ? null : new Found(row, chunk, first, last);
    }

    private static CommandId.@Nullable Host hostId(JournalRecord record) {
        CommandId id =
                switch (record) {
                    case JournalRecord.Accepted accepted -> accepted.id();
                    case JournalRecord.StepRun run -> run.first();
                    case JournalRecord.Rejected rejected -> rejected.receipt().commandId();
                };
        return id instanceof CommandId.Host host ? host : null;
    }

    private static long lastSequence(JournalRecord record, CommandId.Host first) {
        return first.sequence() + Math.max(1, record.commandCount()) - 1;
    }

    private static Optional<SessionStore.StoredReceipt> receipt(
            Found found, CommandId.Host wanted) {
        long step = found.row().stepIndex();
        for (JournalRecord record : found.chunk().records().reversed()) {
            CommandId.Host first = hostId(record);
            if (first != null
                    && first.source().equals(wanted.source())
                    && wanted.sequence() >= first.sequence()
                    && wanted.sequence() <= lastSequence(record, first)) {
                return Optional.of(receipt(record, wanted, step));
            }
            step -= steps(record);
        }
        return Optional.empty();
    }

    private static long steps(JournalRecord record) {
        return switch (record) {
            case JournalRecord.Accepted accepted ->
                    accepted.operation() instanceof Operation.Step ? 1 : 0;
            case JournalRecord.StepRun run -> run.count();
            case JournalRecord.Rejected rejected -> 0;
        };
    }

    /**
     * What the record says of the command.
     *
     * @param stepAfter last completed step after the whole record
     */
    private static SessionStore.StoredReceipt receipt(
            JournalRecord record, CommandId.Host id, long stepAfter) {
        return switch (record) {
            case JournalRecord.Rejected(Receipt receipt, var fingerprint) ->
                    new SessionStore.StoredReceipt(receipt, fingerprint);
            case JournalRecord.Accepted(var same, var requested, long at, var operation) ->
                    accepted(id, requested, operation, at, stepAfter);
            case JournalRecord.StepRun(var first, long count, long at, var step) -> {
                long behind = first.sequence() + count - 1 - id.sequence();
                yield accepted(id, Expected.ANY, step, at + count - 1 - behind, stepAfter - behind);
            }
        };
    }

    private static SessionStore.StoredReceipt accepted(
            CommandId.Host id, Expected requested, Operation operation, long before, long step) {
        return new SessionStore.StoredReceipt(
                new Receipt(id, operation.kind(), ReceiptError.NONE, before, before + 1, step, 0),
                new Fingerprints().fingerprint(requested, operation));
    }

    /** Facts are kept for another time than the journal. */
    private SessionStore.StoredReceipt withFacts(
            SessionId name, Generation generation, SessionStore.StoredReceipt stored) {
        Receipt bare = stored.receipt();
        if (!bare.isAccepted()) {
            return stored;
        }
        int facts = store.facts(name, generation, bare.afterRevision()).size();
        return new SessionStore.StoredReceipt(
                new Receipt(
                        bare.commandId(),
                        bare.kind(),
                        bare.error(),
                        bare.beforeRevision(),
                        bare.afterRevision(),
                        bare.stepIndex(),
                        facts),
                stored.fingerprint());
    }
}
