package dev.terrane.rpc.events;

import com.google.protobuf.ByteString;
import dev.terrane.rpc.server.Caller;
import java.util.function.Function;

/**
 * What one contract streams. Called at each subscription, on a thread that may not block for long.
 */
@FunctionalInterface
public interface EventSource {
    /**
     * The feed of a subscription.
     *
     * @param caller who subscribes; the access table has admitted it to the contract
     * @param topic what to subscribe to within the contract, empty for everything; at most 256
     *     bytes
     * @param options the contract's encoded options; at most 4 KiB
     * @throws dev.terrane.rpc.error.TerraneException to refuse; its code must have a close code
     */
    Feed<?> subscribe(Caller caller, String topic, ByteString options);

    /**
     * A log as one subscriber sees it.
     *
     * @param <T> value of the log's events
     * @param log where events come from; its topics are matched with the subscription's
     * @param topic topic to match, usually the subscription's; empty for every event of the log
     * @param view what of each event is sent
     */
    record Feed<T>(EventLog<T> log, String topic, EventView<T> view) {
        /** Every event as it is. */
        public static Feed<ByteString> of(EventLog<ByteString> log, String topic) {
            return mapped(log, topic, bytes -> bytes);
        }

        /** Every event in this form. */
        public static <T> Feed<T> mapped(
                EventLog<T> log, String topic, Function<T, ByteString> form) {
            return new Feed<>(log, topic, event -> form.apply(event.value()));
        }
    }
}
