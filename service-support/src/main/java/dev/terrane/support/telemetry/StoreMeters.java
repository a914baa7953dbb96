package dev.terrane.support.telemetry;

import dev.terrane.support.store.StoreThreads;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Meters of a store: {@code terrane.store.queued} by kind (write, read), {@code
 * terrane.store.refused}, and {@code terrane.store.write.failing} (1 while the last write failed
 * for the database's sake).
 */
final class StoreMeters implements MeterBinder {
    private final StoreThreads threads;

    StoreMeters(StoreThreads threads) {
        this.threads = threads;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("terrane.store.queued", threads, store -> store.load().queuedWrites())
                .description("Database work waiting for a thread")
                .tag("kind", "write")
                .register(registry);
        Gauge.builder("terrane.store.queued", threads, store -> store.load().queuedReads())
                .description("Database work waiting for a thread")
                .tag("kind", "read")
                .register(registry);
        FunctionCounter.builder("terrane.store.refused", threads, store -> store.load().refused())
                .description("Database work refused because a queue was full")
                .register(registry);
        Gauge.builder("terrane.store.write.failing", threads, StoreMeters::failing)
                .description("1 while the last write failed for the database's sake")
                .register(registry);
    }

    private static double failing(StoreThreads store) {
        StoreThreads.WriteOutcome write = store.lastWrite();
        return write != null && write.cause() != null ? 1 : 0;
    }
}
