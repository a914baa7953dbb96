package dev.terrane.core.session.model;

import java.util.ArrayList;
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

    /**
     * Contiguous chunks of one session as one; runs that meet at a seam become one run.
     *
     * @throws IllegalArgumentException if there is none, or one does not continue the one before
     */
    public static JournalChunk join(List<JournalChunk> chunks) {
        JournalChunk first = chunks.getFirst();
        JournalChunk last = first;
        List<JournalRecord> joined = new ArrayList<>(first.records);
        for (JournalChunk chunk : chunks.subList(1, chunks.size())) {
            if (!last.isContinuedBy(chunk)) {
                throw new IllegalArgumentException(
                        "chunk at entry " + chunk.firstEntry + " does not continue the one before");
            }
            for (JournalRecord record : chunk.records) {
                if (record instanceof JournalRecord.StepRun run
                        && !joined.isEmpty()
                        && joined.getLast() instanceof JournalRecord.StepRun before
                        && before.continuesWith(run)) {
                    joined.set(joined.size() - 1, before.joinedWith(run));
                } else {
                    joined.add(record);
                }
            }
            last = chunk;
        }
        return new JournalChunk(
                first.session,
                first.generation,
                first.engine,
                first.firstIndex,
                first.firstEntry,
                joined,
                last.digestAfter);
    }

    private boolean isContinuedBy(JournalChunk next) {
        return next.session.equals(session)
                && next.generation.equals(generation)
                && next.engine.equals(engine)
                && next.firstEntry == firstEntry + entryCount()
                && next.firstIndex == firstIndex + commandCount();
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
