package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.Capture;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@link StageBodies} is held against: the same for one root by comparing whole captures,
 * children included. Keeps for each projection class the states at the flushes still used as a
 * base, and each body between two of them.
 *
 * <p>A refusal leaves all classes as they were.
 */
final class RootBodies {
    private final Entity entity;
    private final int classesMax;
    private final CompactLimits limits;
    private final BodyCounters counters;
    private final Map<ProjectionClass, ClassBodies> classes = new LinkedHashMap<>();
    private @Nullable Flush last;

    /** The bodies of a root nobody receives yet. */
    RootBodies(Entity entity, int classesMax, CompactLimits limits, BodyCounters counters) {
        this.entity = entity;
        this.classesMax = classesMax;
        this.limits = limits;
        this.counters = counters;
    }

    /**
     * Gives the class one more recipient, whose base is the last flush. A class over the limit is
     * refused by its name, and so is a state that cannot be captured.
     *
     * @param at the last flush of the stage
     */
    Optional<Refusal> join(ProjectionClass projection, Flush at) {
        if (at.part() != 0) {
            throw new IllegalStateException("no stream begins at " + at);
        }
        ClassBodies known = classes.get(projection);
        if (known == null) {
            if (classes.size() >= classesMax) {
                return Optional.of(
                        new Refusal.OverLimit(
                                Refusal.Limit.PROJECTION_CLASSES,
                                classesMax,
                                classes.size() + 1L,
                                projection.toString()));
            }
            switch (capture(projection)) {
                case Capture.Result.Refused(Refusal refusal) -> {
                    return Optional.of(refusal);
                }
                case Capture.Result.Captured(Snapshot state) -> {
                    known = new ClassBodies(projection, entity, limits, counters);
                    known.note(at, state);
                    classes.put(projection, known);
                }
            }
        }
        known.addRecipient();
        return Optional.empty();
    }

    /** Takes one recipient from the class; with the last one its states and bodies go. */
    void leave(ProjectionClass projection) {
        if (require(projection).removeRecipient()) {
            classes.remove(projection);
        }
    }

    /** Takes the state of every class at a flush, once each; flushes only go forward. */
    Optional<Refusal> flush(Flush at) {
        return flush(at, null);
    }

    /** As {@link #flush(Flush)}, but only what such a flush may publish. */
    Optional<Refusal> flushRealTime(Flush at, RealTime members) {
        return flush(at, members);
    }

    /** Whether the recipients of a class see a change since a flush. */
    boolean isChanged(ProjectionClass projection, Flush base) {
        return require(projection).isChanged(base);
    }

    /** The body that opens a stream at the last flush; encoded once until the state changes. */
    BodyResult baseline(ProjectionClass projection) {
        return require(projection).baseline();
    }

    /**
     * The body from a base to the last flush; encoded once for each base that differs. A base older
     * than what is kept is refused as a gap: that recipient needs a new stream.
     */
    BodyResult since(ProjectionClass projection, Flush base, BodyUse use) {
        return require(projection).since(base, use);
    }

    /** What a class sees of the changes since a base that is kept. */
    EntityPatch patch(ProjectionClass projection, Flush base) {
        return require(projection).patch(base);
    }

    /** Forgets states that only older bases need. */
    void keepFrom(Flush oldestBase) {
        classes.values().forEach(bodies -> bodies.keepFrom(oldestBase));
    }

    /** The state a class was last given. */
    Snapshot state(ProjectionClass projection) {
        return require(projection).state();
    }

    private Optional<Refusal> flush(Flush at, @Nullable RealTime members) {
        Flush before = last;
        if (before != null && at.compareTo(before) <= 0) {
            throw new IllegalArgumentException(at + " after " + before);
        }
        List<Snapshot> states = new ArrayList<>(classes.size());
        for (ClassBodies bodies : classes.values()) {
            switch (capture(bodies.projection())) {
                case Capture.Result.Refused(Refusal refusal) -> {
                    return Optional.of(refusal);
                }
                case Capture.Result.Captured(Snapshot state) ->
                        states.add(
                                members == null ? state : members.overlay(bodies.state(), state));
            }
        }
        int next = 0;
        for (ClassBodies bodies : classes.values()) {
            bodies.note(at, states.get(next));
            next++;
        }
        last = at;
        return Optional.empty();
    }

    private Capture.Result capture(ProjectionClass projection) {
        return Capture.capture(entity, projection, limits.stream().snapshot());
    }

    private ClassBodies require(ProjectionClass projection) {
        ClassBodies bodies = classes.get(projection);
        if (bodies == null) {
            throw new IllegalArgumentException("nobody receives " + projection);
        }
        return bodies;
    }
}
