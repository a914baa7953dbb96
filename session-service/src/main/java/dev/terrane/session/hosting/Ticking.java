package dev.terrane.session.hosting;

import dev.terrane.core.session.Session;
import dev.terrane.core.session.Submission;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Operation;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A session's running clock: what it owes, reminded of it with all clocks of its rate. Runs on the
 * actor.
 */
final class Ticking {
    private final Surroundings surroundings;
    private final Runnable tick;
    private @Nullable Pace pace;
    private int hertz;

    /**
     * A clock that stands still.
     *
     * @param tick called by the clocks' thread at the clock's rate
     */
    Ticking(Surroundings surroundings, Runnable tick) {
        this.surroundings = surroundings;
        this.tick = tick;
    }

    /** Runs from now on; nothing is owed yet. */
    void start(Clock clock) {
        stop();
        Pace fresh = new Pace(clock.hertz(), surroundings.properties().catchUpStepsMax());
        fresh.restart(surroundings.nanos().getAsLong());
        pace = fresh;
        hertz = clock.hertz();
        surroundings.ticks().add(hertz, tick);
    }

    void stop() {
        if (hertz > 0) {
            surroundings.ticks().remove(hertz, tick);
            hertz = 0;
        }
        pace = null;
    }

    /**
     * Runs the steps owed now, as far as the store has kept up; tells why the session failed, or
     * null.
     */
    @Nullable String run(
            Session live,
            Clock clock,
            Outbox outbox,
            BooleanSupplier ready,
            BooleanSupplier bodiesWanted) {
        Pace now = pace;
        if (now == null) {
            return null;
        }
        int due = due(now);
        Operation step = new Operation.Step(clock.step());
        for (int i = 0; i < due; i++) {
            if (!ready.getAsBoolean()) {
                surroundings.metrics().clockStalled();
                return null;
            }
            var id = new CommandId.Host(HostSources.CLOCK, live.watermark(HostSources.CLOCK) + 1);
            switch (live.submitHost(id, step)) {
                case Submission.Answered answered -> {
                    now.ran();
                    outbox.add(live, null, answered, bodiesWanted.getAsBoolean());
                }
                case Submission.Refused(var reason, String detail) -> {
                    return reason + ": " + detail;
                }
                case Submission.Archived archived ->
                        throw new IllegalStateException("a host id in the clients' ledger");
                case Submission.HostRepeat repeat ->
                        throw new IllegalStateException("clock behind its watermark: " + repeat);
            }
        }
        return null;
    }

    /** Steps owed now; those beyond the catch-up are given up and counted. */
    private int due(Pace now) {
        long before = now.dropped();
        int due = now.due(surroundings.nanos().getAsLong());
        if (now.dropped() > before) {
            surroundings.metrics().stepsDropped(now.dropped() - before);
        }
        return due;
    }
}
