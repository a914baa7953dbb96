package dev.terrane.session.hosting;

import dev.terrane.core.session.Session;
import dev.terrane.core.session.SessionInfo;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.JournalChunkCodec;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.JournalRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of a journal put together: chunks that follow each other become one, and runs of equal clock
 * steps that were cut by commits become one run again. A run counts and digests as its commands, so
 * the joined row replays to the same bits.
 */
final class JournalRows {
    /** Bytes of rows that are joined to one; the joined row is not larger. */
    private static final long JOINED_BYTES_MAX = 4L << 20;

    private JournalRows() {}

    /** The rows, contiguous and in order, as few as the limit on bytes allows. */
    static List<SessionStore.JournalRow> join(List<SessionStore.JournalRow> rows) {
        List<SessionStore.JournalRow> joined = new ArrayList<>();
        List<SessionStore.JournalRow> group = new ArrayList<>();
        long bytes = 0;
        for (SessionStore.JournalRow row : rows) {
            int size = row.chunk().value().length;
            if (!group.isEmpty() && bytes + size > JOINED_BYTES_MAX) {
                joined.add(joinAll(group));
                group.clear();
                bytes = 0;
            }
            group.add(row);
            bytes += size;
        }
        if (!group.isEmpty()) {
            joined.add(joinAll(group));
        }
        return joined;
    }

    private static SessionStore.JournalRow joinAll(List<SessionStore.JournalRow> group) {
        SessionStore.JournalRow first = group.getFirst();
        SessionStore.JournalRow last = group.getLast();
        if (group.size() == 1) {
            return first;
        }
        List<JournalRecord> records = new ArrayList<>();
        List<JournalChunk> chunks = group.stream().map(row -> decode(row.chunk())).toList();
        long commands = 0;
        for (JournalChunk chunk : chunks) {
            chunk.records().forEach(record -> append(records, record));
            commands += chunk.commandCount();
        }
        JournalChunk start = chunks.getFirst();
        var all =
                new JournalChunk(
                        start.session(),
                        start.generation(),
                        start.engine(),
                        start.firstIndex(),
                        start.firstEntry(),
                        records,
                        chunks.getLast().digestAfter());
        return new SessionStore.JournalRow(
                last.number(),
                first.firstIndex(),
                commands,
                last.stepIndex(),
                new Bytes(JournalChunkCodec.encode(all)));
    }

    private static void append(List<JournalRecord> records, JournalRecord next) {
        if (!records.isEmpty()
                && records.getLast() instanceof JournalRecord.StepRun before
                && next instanceof JournalRecord.StepRun after
                && continues(before, after)) {
            records.set(
                    records.size() - 1,
                    new JournalRecord.StepRun(
                            before.first(),
                            before.count() + after.count(),
                            before.resolvedRevision(),
                            before.step()));
            return;
        }
        records.add(next);
    }

    private static boolean continues(JournalRecord.StepRun before, JournalRecord.StepRun after) {
        return before.first().source().equals(after.first().source())
                && before.first().sequence() + before.count() == after.first().sequence()
                && before.resolvedRevision() + before.count() == after.resolvedRevision()
                && before.step().equals(after.step());
    }

    /** A chunk without commands at the session's present place: a checkpoint needs a row. */
    static JournalChunk empty(Session session) {
        SessionInfo info = session.info();
        return new JournalChunk(
                info.id(),
                info.generation(),
                session.origin().engine(),
                info.revision(),
                session.entries(),
                List.of(),
                info.digest());
    }

    /**
     * The chunk in these bytes.
     *
     * @throws IllegalStateException if they are none
     */
    static JournalChunk decode(Bytes bytes) {
        return switch (JournalChunkCodec.decode(bytes.value())) {
            case Decoded.Ok<JournalChunk>(JournalChunk chunk) -> chunk;
            case Decoded.Rejected<JournalChunk>(var reason, String location) ->
                    throw new IllegalStateException("journal: " + reason + " at " + location);
        };
    }
}
