package dev.terrane.gateway.stages;

import dev.terrane.gateway.live.StageMetrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Meters of all stages together; no label grows with stages or peers. */
final class StageMeters implements StageMetrics {
    private final Timer ticks;
    private final Counter skipped;
    private final AtomicInteger peers = new AtomicInteger();

    /**
     * @param connections sockets that are open
     * @param queuedBytes bytes that wait in front of them
     */
    StageMeters(
            MeterRegistry registry, Supplier<Number> connections, Supplier<Number> queuedBytes) {
        this.ticks =
                Timer.builder("terrane.stage.tick")
                        .description("Time one tick of one stage takes")
                        .publishPercentileHistogram(false)
                        .register(registry);
        this.skipped =
                Counter.builder("terrane.stage.ticks.skipped")
                        .description("Ticks left out because the one before had not run yet")
                        .register(registry);
        Gauge.builder("terrane.stage.peers", peers, AtomicInteger::get)
                .description("Peers on all stages")
                .register(registry);
        Gauge.builder("terrane.stage.sockets", connections)
                .description("Stage sockets that are open")
                .register(registry);
        Gauge.builder("terrane.stage.queue.bytes", queuedBytes)
                .description("Bytes that wait in front of all stage sockets")
                .baseUnit("bytes")
                .register(registry);
    }

    @Override
    public void tickDone(long nanos) {
        ticks.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void ticksSkipped(long count) {
        skipped.increment((double) count);
    }

    @Override
    public void peersChanged(int delta) {
        peers.addAndGet(delta);
    }
}
