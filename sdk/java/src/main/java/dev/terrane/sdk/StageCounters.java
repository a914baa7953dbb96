package dev.terrane.sdk;

import java.util.Map;

/**
 * What one client has received since entry; immutable.
 *
 * @param frames frames applied
 * @param binds streams opened
 * @param deltas deltas applied
 * @param removals streams ended
 * @param baselineBytes bytes of baselines inside binds
 * @param deltaBytes bytes of deltas inside state messages
 * @param duplicates frames ignored because they were applied before
 * @param messages messages by kind
 * @param bytes payload bytes of messages by kind
 */
public record StageCounters(
        long frames,
        long binds,
        long deltas,
        long removals,
        long baselineBytes,
        long deltaBytes,
        long duplicates,
        Map<MessageKind, Long> messages,
        Map<MessageKind, Long> bytes) {
    public StageCounters {
        messages = Map.copyOf(messages);
        bytes = Map.copyOf(bytes);
    }

    /** Payload bytes of all messages. */
    public long totalBytes() {
        return bytes.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Payload bytes of the parts of frames. */
    public long frameBytes() {
        return of(MessageKind.CONTROL) + of(MessageKind.STATE) + of(MessageKind.EVENTS);
    }

    /** Payload bytes of one kind. */
    public long of(MessageKind kind) {
        return bytes.getOrDefault(kind, 0L);
    }
}
