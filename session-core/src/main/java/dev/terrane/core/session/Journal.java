package dev.terrane.core.session;

import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.JournalRecord;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.SessionState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records not yet taken by the host; equal consecutive host steps become one run. */
final class Journal {
    private final List<JournalRecord> pending = new ArrayList<>();
    private long firstIndex;
    private long commandCount;
    private long firstEntry;
    private long entryCount;

    /** A journal that continues after so many accepted commands and receipts. */
    Journal(long commandCount, long entryCount) {
        this.firstIndex = commandCount;
        this.commandCount = commandCount;
        this.firstEntry = entryCount;
        this.entryCount = entryCount;
    }

    /** Commands with a receipt so far, rejected ones included. */
    long entryCount() {
        return entryCount;
    }

    int pendingRecords() {
        return pending.size();
    }

    void add(JournalRecord record) {
        commandCount += record.commandCount();
        entryCount += record.entryCount();
        JournalRecord.StepRun run = asRun(record);
        if (run == null) {
            pending.add(record);
            return;
        }
        if (!pending.isEmpty() && pending.getLast() instanceof JournalRecord.StepRun last) {
            if (last.continuesWith(run)) {
                pending.set(pending.size() - 1, last.joinedWith(run));
                return;
            }
        }
        pending.add(run);
    }

    @Nullable JournalChunk take(SessionState.Origin origin, Hash digestAfter) {
        if (pending.isEmpty()) {
            return null;
        }
        var chunk =
                new JournalChunk(
                        origin.id(),
                        origin.generation(),
                        origin.engine(),
                        firstIndex,
                        firstEntry,
                        pending,
                        digestAfter);
        forget();
        return chunk;
    }

    void forget() {
        pending.clear();
        firstIndex = commandCount;
        firstEntry = entryCount;
    }

    private static JournalRecord.@Nullable StepRun asRun(JournalRecord record) {
        if (record instanceof JournalRecord.Accepted accepted
                && accepted.id() instanceof CommandId.Host host
                && accepted.requested() instanceof Expected.Any
                && accepted.operation() instanceof Operation.Step step) {
            return new JournalRecord.StepRun(host, 1, accepted.resolvedRevision(), step);
        }
        return null;
    }
}
