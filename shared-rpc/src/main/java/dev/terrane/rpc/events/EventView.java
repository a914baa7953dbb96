package dev.terrane.rpc.events;

import com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * What one subscription is sent. May keep state, a last-sent body say: it belongs to the
 * subscription and is called by one thread at a time, in the order of the events.
 *
 * @param <T> value of the log's events
 */
@FunctionalInterface
public interface EventView<T> {
    /** The payload to send for an event, at most 1 MiB, or null to send none. */
    @Nullable ByteString view(LoggedEvent<T> event);

    /** Events were lost; the next one must stand by itself. */
    default void onReset() {}
}
