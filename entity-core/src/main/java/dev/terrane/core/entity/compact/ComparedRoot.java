package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.MemberChanges;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.schema.MaskName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One root with the classes of it that are published by comparing. */
final class ComparedRoot {
    private final Entity entity;
    private final RootBodies bodies;
    private final List<ComparedClass> classes = new ArrayList<>(1);
    private final Set<Long> realTime = new HashSet<>();
    private boolean waiting;

    ComparedRoot(Entity entity, BodyLimits limits, BodyCounters counters) {
        this.entity = entity;
        this.bodies = new RootBodies(entity, limits.classesMax(), limits.compact(), counters);
        MemberChanges members = entity.changes();
        for (int ordinal = 0; ordinal < members.size(); ordinal++) {
            if ((members.maskBits(ordinal) & MaskName.REAL_TIME.bit()) != 0) {
                realTime.add(members.indexAt(ordinal));
            }
        }
    }

    Entity entity() {
        return entity;
    }

    RootBodies bodies() {
        return bodies;
    }

    List<ComparedClass> classes() {
        return classes;
    }

    /** Something inside the outermost entity it is in changed. */
    void touch() {
        waiting = true;
    }

    /** Compares if something changed; the streams of classes that see a difference are marked. */
    @Nullable Refusal publish(StageBodies.Moment moment) {
        if (!waiting || !entity.isLive()) {
            return null;
        }
        Refusal refusal =
                (moment.realTimeOnly()
                                ? bodies.flushRealTime(moment.at(), realTime)
                                : bodies.flush(moment.at()))
                        .orElse(null);
        if (refusal != null) {
            return refusal;
        }
        waiting = moment.realTimeOnly();
        for (ComparedClass shared : classes) {
            if (shared.isChanged(moment.previous())) {
                shared.mark(moment.previous());
            }
        }
        return null;
    }
}
