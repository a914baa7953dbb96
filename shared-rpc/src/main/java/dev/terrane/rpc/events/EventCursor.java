package dev.terrane.rpc.events;

import dev.terrane.proto.events.v1alpha1.Cursor;

/**
 * A place in a stream: the numbering's identity and an event's number in it.
 *
 * @param epoch identity of the numbering, not zero
 * @param sequence number of an event; 0 stands before the first
 */
public record EventCursor(long epoch, long sequence) {
    public EventCursor {
        if (sequence < 0) {
            throw new IllegalArgumentException("sequence must not be negative: " + sequence);
        }
    }

    static EventCursor of(Cursor cursor) {
        return new EventCursor(cursor.getEpoch(), Math.max(0, cursor.getSequence()));
    }

    Cursor toProto() {
        return Cursor.newBuilder().setEpoch(epoch).setSequence(sequence).build();
    }
}
