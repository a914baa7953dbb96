package dev.terrane.session.hosting;

import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What a hosted session needs of its registry. */
interface Surroundings {
    HostingProperties properties();

    SessionLimits limits();

    /** Platform threads that run sessions. */
    Executor pool();

    /** What reminds clocks. */
    Ticks ticks();

    /** Monotonic time of clocks. */
    LongSupplier nanos();

    CommitQueue commits();

    StepListener listener();

    HostingMetrics metrics();

    /**
     * Reads what a session is rebuilt from, again and again while the store is out of reach.
     *
     * @param then told on another thread
     * @param never told when there is no such session or the service stops
     */
    void load(SessionId name, Consumer<SessionStore.Restorable> then, Runnable never);

    /** Answers what only the store knows, then completes the batch. */
    void completeArchived(SessionId name, Generation generation, Batch batch);

    /** Writes down that a session is broken. */
    void rememberFault(SessionId name, Generation generation, String reason);

    /**
     * Puts the next generation in the place of one.
     *
     * @param then told on another thread, with what went wrong or null
     */
    void rollOver(
            SessionStore.NewSession next,
            Generation from,
            long revision,
            Consumer<@Nullable Throwable> then);

    /** A checkpoint is durable: it is to become a base. */
    void verifyBase(SessionId name, Generation generation);

    /** Drops facts of steps before one. */
    void pruneFacts(SessionId name, Generation generation, long beforeStep);

    /** Where a session's room is followed. */
    RoomColliders rooms();

    /** A dispose is durable: the session is no longer hosted. */
    void disposed(SessionHost host);
}
