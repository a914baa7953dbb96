package dev.terrane.sdk;

import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import java.util.EnumMap;
import java.util.Map;

/** Counts what arrives. Written by the owner thread, read by any through {@link #snapshot}. */
final class CounterTable {
    private final Map<MessageKind, Long> messages = new EnumMap<>(MessageKind.class);
    private final Map<MessageKind, Long> bytes = new EnumMap<>(MessageKind.class);
    private long frames;
    private long binds;
    private long deltas;
    private long removals;
    private long baselineBytes;
    private long deltaBytes;
    private long duplicates;

    CounterTable() {
        for (MessageKind kind : MessageKind.values()) {
            messages.put(kind, 0L);
            bytes.put(kind, 0L);
        }
    }

    synchronized void message(ServerMessage.BodyCase body, int size) {
        MessageKind kind = kind(body);
        messages.merge(kind, 1L, Long::sum);
        bytes.merge(kind, (long) size, Long::sum);
    }

    synchronized void frame() {
        frames++;
    }

    synchronized void duplicate() {
        duplicates++;
    }

    synchronized void bind(int size) {
        binds++;
        baselineBytes += size;
    }

    synchronized void delta(int size) {
        deltas++;
        deltaBytes += size;
    }

    synchronized void removal() {
        removals++;
    }

    synchronized StageCounters snapshot() {
        return new StageCounters(
                frames,
                binds,
                deltas,
                removals,
                baselineBytes,
                deltaBytes,
                duplicates,
                messages,
                bytes);
    }

    private static MessageKind kind(ServerMessage.BodyCase body) {
        return switch (body) {
            case CONTROL -> MessageKind.CONTROL;
            case STATE -> MessageKind.STATE;
            case EVENTS -> MessageKind.EVENTS;
            case CHUNK_DATA,
                    CHUNK_EDIT_RESULT,
                    CHUNK_EDIT_SETTLED,
                    CHUNK_INVALIDATED,
                    CHUNK_FLAGS ->
                    MessageKind.CHUNK;
            case ACCEPTED, DECLINED, PONG, GOODBYE, BODY_NOT_SET -> MessageKind.CONNECTION;
        };
    }
}
