package dev.terrane.session.hosting;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * One timer for all clocks of a rate: their steps fall due together, so they share wake-ups and the
 * transactions of their journals. Safe for all threads; a tick must not wait.
 */
final class Ticks {
    private final ScheduledExecutorService timer;
    private final Map<Integer, Rate> rates = new HashMap<>();

    private record Rate(Set<Runnable> clocks, ScheduledFuture<?> future) {}

    Ticks(ScheduledExecutorService timer) {
        this.timer = timer;
    }

    /** Reminds the clock at its rate from now on. */
    synchronized void add(int hertz, Runnable tick) {
        rates.computeIfAbsent(hertz, this::start).clocks().add(tick);
    }

    /** Reminds it no more; a reminder under way may still come. */
    synchronized void remove(int hertz, Runnable tick) {
        Rate rate = rates.get(hertz);
        if (rate != null && rate.clocks().remove(tick) && rate.clocks().isEmpty()) {
            rate.future().cancel(false);
            rates.remove(hertz);
        }
    }

    private Rate start(int hertz) {
        Set<Runnable> clocks = new CopyOnWriteArraySet<>();
        long period = TimeUnit.SECONDS.toNanos(1) / hertz;
        return new Rate(
                clocks,
                timer.scheduleAtFixedRate(
                        () -> clocks.forEach(Runnable::run), period, period, TimeUnit.NANOSECONDS));
    }
}
