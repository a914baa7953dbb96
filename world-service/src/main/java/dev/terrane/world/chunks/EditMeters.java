package dev.terrane.world.chunks;

import dev.terrane.world.ServiceWide;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Meters of edits: {@code terrane.world.edits} by outcome, {@code terrane.world.edits.waiting}, and
 * {@code terrane.world.commit.edits}, how many edits shared a commit.
 */
@ServiceWide
@Component
public final class EditMeters implements MeterBinder {
    private volatile @Nullable Bound bound;
    private final Set<EditQueue> queues = Collections.newSetFromMap(new WeakHashMap<>());

    private record Bound(
            Counter applied,
            Counter unchanged,
            Counter stale,
            Counter refused,
            Counter failed,
            DistributionSummary perCommit) {}

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("terrane.world.edits.waiting", this, EditMeters::waiting)
                .description("Edits waiting for a commit")
                .register(registry);
        bound =
                new Bound(
                        counter(registry, "applied"),
                        counter(registry, "unchanged"),
                        counter(registry, "stale"),
                        counter(registry, "refused"),
                        counter(registry, "failed"),
                        DistributionSummary.builder("terrane.world.commit.edits")
                                .description("Edits that shared a commit")
                                .register(registry));
    }

    private static Counter counter(MeterRegistry registry, String outcome) {
        return Counter.builder("terrane.world.edits")
                .description("Edits answered")
                .tag("outcome", outcome)
                .register(registry);
    }

    private double waiting() {
        synchronized (queues) {
            return queues.stream().mapToInt(EditQueue::size).sum();
        }
    }

    /** Counts a queue for as long as it is in use. */
    void watch(EditQueue watched) {
        synchronized (queues) {
            queues.add(watched);
        }
    }

    void committed(List<EditBatch.Outcome> outcomes) {
        Bound meters = bound;
        if (meters == null) {
            return;
        }
        meters.perCommit().record(outcomes.size());
        for (EditBatch.Outcome outcome : outcomes) {
            counter(meters, outcome).increment();
        }
    }

    private static Counter counter(Bound meters, EditBatch.Outcome outcome) {
        return switch (outcome) {
            case EditBatch.Outcome.Failed _ -> meters.failed();
            case EditBatch.Outcome.Answered(EditResult result, Optional<ChunkChange> change) ->
                    switch (result) {
                        case EditResult.Applied _ ->
                                change.isPresent() ? meters.applied() : meters.unchanged();
                        case EditResult.Stale _ -> meters.stale();
                        case EditResult.IdMismatch _,
                                EditResult.Gated _,
                                EditResult.Newer _,
                                EditResult.NotInHistory _,
                                EditResult.NoRoom _,
                                EditResult.Refused _,
                                EditResult.Invalid _,
                                EditResult.Corrupt _ ->
                                meters.refused();
                    };
        };
    }
}
