package dev.terrane.session.hosting;

import dev.terrane.core.session.Session;
import dev.terrane.core.session.SessionInfo;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.JournalChunkCodec;
import dev.terrane.core.session.model.JournalChunk;
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
        JournalChunk all = joined(group.stream().map(SessionStore.JournalRow::chunk).toList());
        return new SessionStore.JournalRow(
                last.number(),
                first.firstIndex(),
                all.commandCount(),
                last.stepIndex(),
                new Bytes(JournalChunkCodec.encode(all)));
    }

    /** Contiguous chunks as one. */
    static JournalChunk joined(List<Bytes> chunks) {
        return JournalChunk.join(chunks.stream().map(JournalRows::decode).toList());
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
