package dev.terrane.standalone;

import dev.terrane.rpc.error.TerraneException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Keeps the console of {@code terrane up} for the reason of a service that refuses to start, which
 * the command prints: how it got there, with the framework's trace, goes to the log file. Where all
 * log lines are shown anyway, and where a start failed for no typed reason, the framework reports.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class RefusedStart implements SpringBootExceptionReporter {
    private static final Logger LOG = LoggerFactory.getLogger(RefusedStart.class);

    private final @Nullable ConfigurableApplicationContext context;

    RefusedStart(@Nullable ConfigurableApplicationContext context) {
        this.context = context;
    }

    @Override
    public boolean reportException(Throwable failure) {
        StartFailure found = StartFailure.of(failure);
        if (context == null
                || found.refusal().isEmpty()
                || !ServiceArguments.isQuiet(context.getEnvironment())) {
            return false;
        }
        TerraneException refusal = found.refusal().get();
        LOG.info("refused to start: {}", refusal.code().name(), failure);
        return true;
    }
}
