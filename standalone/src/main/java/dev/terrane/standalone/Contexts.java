package dev.terrane.standalone;

import dev.terrane.cli.services.ServiceName;
import dev.terrane.cli.services.ServiceRunner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The contexts that are up, newest first. Closing goes on when one context fails to close: the
 * others still have data to flush. Thread-safe.
 */
final class Contexts implements ServiceRunner.Running {
    private static final Logger LOG = LoggerFactory.getLogger(Contexts.class);

    private final ServiceRunner.Progress progress;
    private final Deque<Up> up = new ArrayDeque<>();

    Contexts(ServiceRunner.Progress progress) {
        this.progress = progress;
    }

    private record Up(ServiceName service, ConfigurableApplicationContext context) {}

    synchronized void add(ServiceName service, ConfigurableApplicationContext context) {
        up.push(new Up(service, context));
    }

    /** The context of a service that is up; for tests. */
    synchronized ConfigurableApplicationContext get(ServiceName service) {
        return up.stream()
                .filter(entry -> entry.service() == service)
                .findFirst()
                .map(Up::context)
                .orElseThrow(() -> new IllegalStateException(service + " is not up"));
    }

    @Override
    public synchronized void close() {
        while (!up.isEmpty()) {
            Up entry = up.pop();
            Instant begin = Instant.now();
            try {
                entry.context().close();
            } catch (RuntimeException e) {
                LOG.error("{} did not close cleanly", entry.service(), e);
            }
            progress.down(entry.service(), Duration.between(begin, Instant.now()));
        }
    }
}
