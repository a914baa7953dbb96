package dev.terrane.rpc.events;

import com.google.protobuf.ByteString;

/**
 * What a subscriber does with its stream. All methods are called by one thread at a time, in order;
 * they may block, which holds back this stream only. What they throw ends the connection, which is
 * then opened again at the last event that was handled.
 */
public interface EventHandler {
    /** The next event; every event of the topic since the last one handled or the last reset. */
    void onEvent(EventCursor cursor, ByteString payload);

    /**
     * Events may be missing, at the very start or after a loss: the state up to {@code head} must
     * be read by other means. Events after it follow.
     */
    void onReset(EventCursor head, ResetCause cause);

    /**
     * Every event of the topic up to {@code head} was handed over. Comes once a connection has
     * caught up, and again while nothing happens; not after a failure until the next connection
     * has.
     */
    default void onCurrent(EventCursor head) {}

    /** The connection is gone; it is opened again after a pause. For logs and health. */
    default void onDisconnect(String why) {}
}
