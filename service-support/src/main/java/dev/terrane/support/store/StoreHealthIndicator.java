package dev.terrane.support.store;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Readiness of a store: the outcome of the last write, and a probe on a reader. It never waits for
 * the writer. Since a service that is not ready gets no writes, a failed last write makes each
 * health request hand in an empty one, at most one at a time, whose success ends the state.
 */
final class StoreHealthIndicator implements HealthIndicator {
    static final Duration PROBE_TIMEOUT = Duration.ofSeconds(1);
    private final StoreThreads threads;
    private final JdbcTemplate template;
    private final AtomicBoolean probing = new AtomicBoolean();

    StoreHealthIndicator(StoreThreads threads, JdbcTemplate template) {
        this.threads = threads;
        this.template = template;
    }

    @Override
    public Health health() {
        StoreThreads.WriteOutcome write = threads.lastWrite();
        if (write != null && write.cause() != null) {
            probeWriter();
            return Health.down()
                    .withDetail("lastWrite", write.at().toString())
                    .withDetail("failure", write.cause().getClass().getSimpleName())
                    .build();
        }
        CompletableFuture<?> read = threads.readAsync(this::ask);
        try {
            read.get(PROBE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            return Health.up().build();
        } catch (TimeoutException e) {
            return Health.down()
                    .withDetail("failure", "no reader answered within " + PROBE_TIMEOUT)
                    .build();
        } catch (ExecutionException e) {
            return Health.down().withDetail("failure", String.valueOf(e.getCause())).build();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Health.unknown().build();
        }
    }

    private void probeWriter() {
        if (probing.compareAndSet(false, true)) {
            // The outcome is read from the threads' last write.
            CompletableFuture<?> _ =
                    threads.writeAsync(this::ask)
                            .whenComplete((result, failure) -> probing.set(false));
        }
    }

    private @Nullable Integer ask() {
        return template.queryForObject("select 1", Integer.class);
    }
}
