package dev.terrane.gateway.stages.wire;

import dev.terrane.gateway.live.EncodedBody;
import dev.terrane.rpc.events.EventCursor;

/** Event streams of other services. */
interface EventSource {
    /** Follows a stream from now on, over lost connections, until the result is run. */
    Runnable follow(Subscription subscription, Follower follower);

    /**
     * What to follow.
     *
     * @param service short name of the service
     * @param contract subprotocol
     * @param topic topic within the contract; empty for everything
     * @param options encoded options of the contract
     */
    record Subscription(String service, String contract, String topic, EncodedBody options) {}

    /** Takes what comes, in order, on any one thread at a time; may block. */
    interface Follower {
        /** The next event. */
        void onEvent(byte[] payload);

        /**
         * Events were missed; what they told must be read again. Failing here begins the connection
         * anew.
         *
         * @param head the last event that will not come
         */
        void onReset(EventCursor head);

        /**
         * Everything that has happened so far was handed over; comes again while nothing happens.
         */
        default void onCurrent() {}

        /** The connection is lost; another one follows. */
        default void onLost() {}
    }
}
