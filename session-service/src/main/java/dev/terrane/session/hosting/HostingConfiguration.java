package dev.terrane.session.hosting;

import dev.terrane.core.session.model.Generation;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Hosts the sessions of this service: recovered before the server opens, drained after it closed.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(HostingProperties.class)
class HostingConfiguration {
    private static final int GENERATION_BYTES = 16;

    @Bean(destroyMethod = "")
    SessionRegistry sessionRegistry(
            HostingProperties properties,
            SessionStore store,
            RoomColliders rooms,
            ObjectProvider<StepListener> listener) {
        return new SessionRegistry(
                properties,
                store,
                rooms,
                listener.getIfAvailable(() -> StepListener.NONE),
                generations());
    }

    @Bean
    SessionArchive sessionArchive(SessionRegistry registry, SessionStore store) {
        return new SessionArchive(registry, store);
    }

    private static Supplier<Generation> generations() {
        SecureRandom random = new SecureRandom();
        return () -> {
            byte[] bytes = new byte[GENERATION_BYTES];
            random.nextBytes(bytes);
            return new Generation(HexFormat.of().formatHex(bytes));
        };
    }

    @Bean
    SmartLifecycle sessionLifecycle(SessionRegistry registry) {
        return new Hosted(registry);
    }

    @Bean
    MeterBinder sessionMeters(SessionRegistry registry) {
        return meters -> {
            Gauge.builder("terrane.sessions", registry, r -> r.stats().hosted())
                    .description("Sessions hosted now")
                    .register(meters);
            FunctionCounter.builder(
                            "terrane.session.commits", registry, r -> r.stats().commitRounds())
                    .description("Transactions of journals")
                    .register(meters);
            FunctionCounter.builder(
                            "terrane.session.clock.stalls", registry, r -> r.stats().clockStalls())
                    .description("Clock steps that waited for the store")
                    .register(meters);
            FunctionCounter.builder(
                            "terrane.session.clock.dropped",
                            registry,
                            r -> r.stats().stepsDropped())
                    .description("Clock steps given up beyond the catch-up")
                    .register(meters);
            FunctionCounter.builder("terrane.session.bases", registry, r -> r.stats().bases())
                    .description("Checkpoints that a replay of the journal gave too")
                    .register(meters);
            FunctionCounter.builder(
                            "terrane.session.bases.diverged",
                            registry,
                            r -> r.stats().basesDiverged())
                    .description("Checkpoints that a replay of the journal did not give")
                    .register(meters);
            FunctionCounter.builder(
                            "terrane.session.colliders.changed",
                            registry,
                            r -> r.stats().collidersChanged())
                    .description("Boxes added or taken away because a room changed")
                    .register(meters);
            FunctionCounter.builder(
                            "terrane.session.colliders.refused",
                            registry,
                            r -> r.stats().collidersRefused())
                    .description("Boxes of a room that a session could not take")
                    .register(meters);
            FunctionCounter.builder("terrane.session.loads", registry, r -> r.stats().reloads())
                    .description("Sessions loaded from the store")
                    .register(meters);
        };
    }

    /** Between the store and the web server: phases start in ascending order. */
    private static final class Hosted implements SmartLifecycle {
        private final SessionRegistry registry;
        private volatile boolean running;

        Hosted(SessionRegistry registry) {
            this.registry = registry;
        }

        @Override
        public void start() {
            registry.recover();
            running = true;
        }

        @Override
        public void stop() {
            running = false;
            registry.close();
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return 0;
        }
    }
}
