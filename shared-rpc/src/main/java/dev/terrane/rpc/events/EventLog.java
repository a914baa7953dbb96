package dev.terrane.rpc.events;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The newest events of one numbering, bounded in number, bytes and age. Subscribers hold a position
 * in it, not a queue of their own, so a slow one costs no memory. For all threads; appending never
 * waits for a subscriber.
 *
 * @param <T> immutable value of the contract
 */
public final class EventLog<T> {
    private final EventLogLimits limits;
    private final ToIntFunction<T> bytesOf;
    private final LongSupplier nanos;
    private final CopyOnWriteArrayList<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** Slot of a sequence is its remainder by the number of slots. */
    private final @Nullable LoggedEvent<T>[] ring;

    private final Deque<Kept> ages = new ArrayDeque<>();
    private long epoch;
    private long first;
    private long head;
    private long bytes;
    private boolean isClosed;

    private record Kept(long atNanos, int bytes) {}

    /**
     * A log whose numbering begins after {@code head}.
     *
     * @param head where the numbering stands: its epoch and the last number given
     * @param bytesOf size of an event's value, for the limit on bytes
     */
    public EventLog(EventCursor head, EventLogLimits limits, ToIntFunction<T> bytesOf) {
        this(head, limits, bytesOf, System::nanoTime);
    }

    @SuppressWarnings("unchecked") // an array of a generic record can be made in no other way
    EventLog(
            EventCursor head, EventLogLimits limits, ToIntFunction<T> bytesOf, LongSupplier nanos) {
        this.limits = limits;
        this.bytesOf = bytesOf;
        this.nanos = nanos;
        this.ring = (@Nullable LoggedEvent<T>[]) new LoggedEvent<?>[limits.eventsMax()];
        begin(head);
    }

    /** The place of the newest event. */
    public synchronized EventCursor head() {
        return new EventCursor(epoch, head);
    }

    /**
     * Adds the next event and gives its place. Callers that number events themselves append them in
     * order under their own lock.
     *
     * @throws IllegalStateException when the log is closed
     */
    public EventCursor append(Set<String> topics, T value) {
        EventCursor place;
        synchronized (this) {
            if (isClosed) {
                throw new IllegalStateException("the event log is closed");
            }
            head++;
            int size = bytesOf.applyAsInt(value);
            if (head - first == limits.eventsMax()) {
                dropOldest();
            }
            ring[slot(head)] = new LoggedEvent<>(head, topics, value);
            ages.addLast(new Kept(nanos.getAsLong(), size));
            bytes += size;
            trim();
            place = new EventCursor(epoch, head);
        }
        listeners.forEach(Runnable::run);
        return place;
    }

    /**
     * Begins another numbering: what was kept is gone and every subscriber is told to start anew.
     */
    public void restart(EventCursor newHead) {
        synchronized (this) {
            begin(newHead);
        }
        listeners.forEach(Runnable::run);
    }

    /** Ends the log: subscribers are let go when they have seen what is kept. */
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        listeners.forEach(Runnable::run);
    }

    /** Where a reader at this cursor continues. */
    sealed interface Read<T> {
        /** The next event of its topic. */
        record Next<T>(LoggedEvent<T> event) implements Read<T> {}

        /** Nothing yet; the reader has seen everything up to the cursor. */
        record UpToDate<T>(EventCursor seen) implements Read<T> {}

        /** The cursor cannot be continued. */
        record Lost<T>(ResetCause cause, EventCursor head) implements Read<T> {}

        /** The log has ended, and nothing is left that the reader could continue with. */
        record Closed<T>() implements Read<T> {}
    }

    /** The first event of the topic after the cursor. */
    synchronized Read<T> after(EventCursor cursor, String topic) {
        trim();
        EventCursor now = new EventCursor(epoch, head);
        Read<T> read = after(cursor, topic, now);
        return isClosed && !(read instanceof Read.Next<T>) ? new Read.Closed<>() : read;
    }

    private Read<T> after(EventCursor cursor, String topic, EventCursor now) {
        if (cursor.epoch() != epoch) {
            return new Read.Lost<>(ResetCause.EPOCH, now);
        }
        if (cursor.sequence() > head) {
            return new Read.Lost<>(ResetCause.UNKNOWN_CURSOR, now);
        }
        if (cursor.sequence() + 1 < first) {
            return new Read.Lost<>(ResetCause.RETENTION, now);
        }
        for (long sequence = cursor.sequence() + 1; sequence <= head; sequence++) {
            LoggedEvent<T> event = ring[slot(sequence)];
            if (event != null && event.isOf(topic)) {
                return new Read.Next<>(event);
            }
        }
        return new Read.UpToDate<>(now);
    }

    /** Calls this after every change, on the changing thread; it must not block. */
    void listen(Runnable listener) {
        listeners.add(listener);
    }

    void forget(Runnable listener) {
        listeners.remove(listener);
    }

    private void begin(EventCursor newHead) {
        epoch = newHead.epoch();
        head = newHead.sequence();
        first = head + 1;
        bytes = 0;
        ages.clear();
        Arrays.fill(ring, null);
    }

    private void trim() {
        long oldest = nanos.getAsLong() - limits.ageMax().toNanos();
        while (!ages.isEmpty()
                && (bytes > limits.bytesMax() || ages.getFirst().atNanos() - oldest < 0)) {
            dropOldest();
        }
    }

    private void dropOldest() {
        ring[slot(first)] = null;
        bytes -= ages.removeFirst().bytes();
        first++;
    }

    private int slot(long sequence) {
        return (int) (sequence % ring.length);
    }
}
