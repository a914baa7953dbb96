package dev.terrane.world.imports;

import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Holds a service process at a point of an import, {@code importstop=ROOM:STATE:NUMBER}: after that
 * many transactions of that state it says so and does nothing any more, for tests that kill it
 * there.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("importstop")
class StopConfiguration {
    /** What it prints before the point. */
    static final String STOPPED = "import is held at ";

    @Bean
    ImportProbe stop(Environment environment) {
        String point = environment.getRequiredProperty("importstop");
        String[] parts = point.split(":");
        ImportJob.State state = ImportJob.State.valueOf(parts[1].toUpperCase(Locale.ROOT));
        AtomicInteger left = new AtomicInteger(Integer.parseInt(parts[2]));
        return (step, now) -> {
            if (now.room().room().value().equals(parts[0])
                    && step == state
                    && left.decrementAndGet() == 0) {
                System.out.println(STOPPED + point);
                await(new CountDownLatch(1));
            }
        };
    }

    private static void await(CountDownLatch never) {
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
