package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.ProjectionClass;

/** A stage of which one root is published. */
final class OneRoot {
    private final Entity entity;
    private final StageBodies stage;

    /** Nobody receives it yet, at flush 0. */
    OneRoot(Kernel kernel, Entity entity) {
        kernel.flush(StageBodies.NOTHING);
        this.entity = entity;
        this.stage =
                new StageBodies(
                        kernel, Flush.of(0), BodyLimits.of(Compacts.LIMITS), new BodyCounters());
    }

    /** Gives a class one more recipient. */
    void join(ProjectionClass projection) {
        stage.join(entity, projection).ifPresent(OneRoot::fail);
    }

    void flush(Flush at) {
        stage.flush(at, StageBodies.NOTHING).forEach(refused -> fail(refused.refusal()));
    }

    void flushRealTime(Flush at) {
        stage.flushRealTime(at, StageBodies.NOTHING).forEach(refused -> fail(refused.refusal()));
    }

    BodyCounters counters() {
        return stage.counters();
    }

    boolean isChanged(ProjectionClass projection, Flush base) {
        return stage.isChanged(entity, projection, base);
    }

    CompactBody baseline(ProjectionClass projection) {
        return Compacts.body(stage.baseline(entity, projection));
    }

    BodyResult since(ProjectionClass projection, Flush base, BodyUse use) {
        return stage.since(entity, projection, base, use);
    }

    void keepFrom(Flush oldestBase) {
        stage.keepFrom(oldestBase);
    }

    private static void fail(Refusal refusal) {
        throw Compacts.fail(refusal);
    }
}
