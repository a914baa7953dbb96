package dev.terrane.gateway.stages;

import dev.terrane.gateway.live.ActorPool;
import dev.terrane.gateway.live.BodyCodec;
import dev.terrane.gateway.live.StageMetrics;
import dev.terrane.gateway.live.socket.StageSocket;
import dev.terrane.support.drain.DrainListener;
import dev.terrane.support.drain.DrainNotice;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.ServerConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts stages together. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StagesProperties.class)
class StagesConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(StagesConfiguration.class);

    /** Three renewals fit into the silence after which a holder is shown as unreachable. */
    private static final long RENEWAL_SECONDS = 20;

    /** Threads that may block, for calls to other services and the store. */
    @Bean(destroyMethod = "close")
    ExecutorService stageRequests() {
        return Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("stage-request-", 0).factory());
    }

    @Bean
    ActorPool stageActors(StagesProperties properties) {
        return new ActorPool("stage-actor", properties.threadCount());
    }

    @Bean
    GuidPool guidPool(StageStore store) {
        return new GuidPool(store);
    }

    @Bean
    SchemaHolds schemaHolds(SchemaUses uses) {
        return new SchemaHolds(uses);
    }

    /** One thread that may block; what it misses while a call hangs is not made up for. */
    @Bean(destroyMethod = "shutdownNow")
    ScheduledExecutorService schemaHoldRenewal(SchemaHolds holds) {
        ScheduledExecutorService timer =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofVirtual().name("schema-holds").factory());
        var _ =
                timer.scheduleWithFixedDelay(
                        () -> {
                            try {
                                holds.renew();
                            } catch (RuntimeException e) {
                                LOG.error("holds of schema versions were not renewed", e);
                            }
                        },
                        RENEWAL_SECONDS,
                        RENEWAL_SECONDS,
                        TimeUnit.SECONDS);
        return timer;
    }

    @Bean
    StageOpener stageOpener(
            StageSources sources,
            SchemaHolds holds,
            StageServices services,
            GuidPool guids,
            ActorPool pool,
            BodyCodec codec,
            StagesProperties properties,
            ObjectProvider<InstantSource> clock,
            StageMetrics metrics) {
        return new StageOpener(
                sources,
                holds,
                services,
                guids,
                pool,
                codec,
                properties,
                clock.getIfUnique(InstantSource::system),
                metrics);
    }

    @Bean
    StageRegistry stageRegistry(
            StageStore store,
            StageOpener opener,
            StagesProperties properties,
            ExecutorService stageRequests,
            ObjectProvider<InstantSource> clock) {
        return new StageRegistry(
                store,
                opener,
                clock.getIfUnique(InstantSource::system),
                properties.stagesMax(),
                stageRequests);
    }

    @Bean
    StageSocket stageSocket(
            StageRegistry stages,
            ActorPool pool,
            StagesProperties properties,
            ObjectProvider<InstantSource> clock) {
        return new StageSocket(
                stages,
                stages::exists,
                pool,
                clock.getIfUnique(InstantSource::system),
                new StageSocket.Settings(
                        properties.debtLimits(),
                        properties.helloTimeout(),
                        properties.closeTimeout(),
                        properties.messagesPerSecondMax()));
    }

    /**
     * Debt counts what a peer has not acknowledged; a small buffer keeps that close to the truth.
     */
    @Bean
    WebServerFactoryCustomizer<JettyServletWebServerFactory> smallSendBuffers(
            StagesProperties properties) {
        int bytes = (int) properties.sendBuffer().toBytes();
        return factory ->
                factory.addServerCustomizers(
                        server -> {
                            for (Connector connector : server.getConnectors()) {
                                if (connector instanceof ServerConnector tcp) {
                                    tcp.setAcceptedSendBufferSize(bytes);
                                }
                            }
                        });
    }

    @Bean
    StageMetrics stageMetrics(MeterRegistry registry, ObjectProvider<StageSocket> socket) {
        return new StageMeters(
                registry,
                () -> socket.stream().mapToInt(StageSocket::connectionCount).sum(),
                () -> socket.stream().mapToLong(StageSocket::queuedBytes).sum());
    }

    /** Parts with all peers: told why, closed with 1012, then cut. */
    @Bean
    DrainListener stageDrain(
            StageRegistry stages, StageSocket socket, StagesProperties properties) {
        return new DrainListener() {
            @Override
            public void drain(DrainNotice notice) throws InterruptedException {
                try {
                    stages.drain().get(notice.grace().toMillis(), TimeUnit.MILLISECONDS);
                    long deadline = System.nanoTime() + properties.closeTimeout().toNanos();
                    while (socket.connectionCount() > 0 && System.nanoTime() < deadline) {
                        TimeUnit.MILLISECONDS.sleep(10);
                    }
                } catch (ExecutionException | TimeoutException e) {
                    LOG.warn("stages did not end in time", e);
                }
                socket.cutAll();
            }

            @Override
            public String name() {
                return "stages";
            }
        };
    }
}
