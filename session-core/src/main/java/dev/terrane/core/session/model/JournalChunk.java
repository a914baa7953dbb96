package dev.terrane.core.session.model;

import java.util.List;

/**
 * A contiguous piece of a session's journal: what one commit holds of it.
 *
 * @param session whose journal
 * @param generation which life
 * @param engine solver that ran it
 * @param firstIndex accepted commands before this chunk
 * @param firstEntry commands with a receipt before this chunk, rejected ones included
 * @param records in order
 * @param digestAfter chained digest after the last record
 */
public record JournalChunk(
        SessionId session,
        Generation generation,
        String engine,
        long firstIndex,
        long firstEntry,
        List<JournalRecord> records,
        Hash digestAfter) {
    public JournalChunk {
        if (firstIndex < 0 || firstEntry < firstIndex) {
            throw new IllegalArgumentException(
                    "no place for a chunk: command " + firstIndex + ", entry " + firstEntry);
        }
        records = List.copyOf(records);
    }

    /** Commands with a receipt in this chunk. */
    public long entryCount() {
        return records.stream().mapToLong(JournalRecord::entryCount).sum();
    }

    /** Accepted commands in this chunk. */
    public long commandCount() {
        return records.stream().mapToLong(JournalRecord::commandCount).sum();
    }
}
