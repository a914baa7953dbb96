package dev.terrane.support.drain;

/**
 * Owns something that outlives a request: sockets, sessions, streams. Beans of this type are called
 * by themselves; anything else registers with {@link DrainCoordinator#register}.
 */
@FunctionalInterface
public interface DrainListener {

    /**
     * Finishes and closes what this listener owns, and returns when that is done. Called once, on a
     * virtual thread of its own, at the same time as other listeners and while running requests
     * end; new requests are refused already. Interrupted when the grace period is over.
     */
    void drain(DrainNotice notice) throws InterruptedException;

    /** How logs name it when it does not finish in time. */
    default String name() {
        return getClass().getSimpleName();
    }
}
