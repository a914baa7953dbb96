package dev.terrane.world.imports;

import dev.terrane.world.ServiceWide;
import dev.terrane.world.imports.ImportJob.State;
import dev.terrane.world.imports.store.ImportJobStore;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Meters of imports: {@code terrane.world.imports} by outcome, {@code terrane.world.imports.chunks}
 * by what was done with them, {@code terrane.world.imports.failures} of steps, and {@code
 * terrane.world.imports.open}, jobs that are not over as this process last saw.
 */
@ServiceWide
@Component
final class ImportMeters implements MeterBinder {
    private final Map<ImportJobStore, Integer> open = new WeakHashMap<>();
    private volatile @Nullable Bound bound;

    private record Bound(
            Counter done,
            Counter failed,
            Counter cancelled,
            Counter planned,
            Counter suspended,
            Counter staged,
            Counter committed,
            Counter failures) {}

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("terrane.world.imports.open", this, ImportMeters::open)
                .description("Import jobs that are not over")
                .register(registry);
        bound =
                new Bound(
                        outcome(registry, "done"),
                        outcome(registry, "failed"),
                        outcome(registry, "cancelled"),
                        outcome(registry, "planned"),
                        outcome(registry, "suspended"),
                        chunks(registry, "staged"),
                        chunks(registry, "committed"),
                        Counter.builder("terrane.world.imports.failures")
                                .description("Steps of imports that failed and are tried again")
                                .register(registry));
    }

    private static Counter outcome(MeterRegistry registry, String outcome) {
        return Counter.builder("terrane.world.imports")
                .description("Import jobs that came to rest")
                .tag("outcome", outcome)
                .register(registry);
    }

    private static Counter chunks(MeterRegistry registry, String done) {
        return Counter.builder("terrane.world.imports.chunks")
                .description("Chunks import jobs went over")
                .tag("done", done)
                .register(registry);
    }

    private double open() {
        synchronized (open) {
            return open.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /** How many jobs of a store are not over. */
    void open(ImportJobStore store, int jobs) {
        synchronized (open) {
            open.put(store, jobs);
        }
    }

    void failedStep() {
        Bound meters = bound;
        if (meters != null) {
            meters.failures().increment();
        }
    }

    void advanced(ImportJob before, ImportJob now) {
        Bound meters = bound;
        if (meters == null) {
            return;
        }
        meters.staged().increment(more(before.progress().staged(), now.progress().staged()));
        meters.committed()
                .increment(more(before.progress().committed(), now.progress().committed()));
        if (before.state() != now.state()) {
            rested(meters, now.state());
        }
    }

    private static int more(int before, int now) {
        return Math.max(0, now - before);
    }

    private static void rested(Bound meters, State state) {
        switch (state) {
            case DONE -> meters.done().increment();
            case FAILED -> meters.failed().increment();
            case CANCELLED -> meters.cancelled().increment();
            case PLANNED -> meters.planned().increment();
            case SUSPENDED -> meters.suspended().increment();
            case STAGING, PLANNING, COMMITTING, FINISHING, CANCELLING -> {}
        }
    }
}
