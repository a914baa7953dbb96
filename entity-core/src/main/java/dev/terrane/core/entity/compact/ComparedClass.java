package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Snapshot;
import org.jspecify.annotations.Nullable;

/** A projection class with containers: published by comparing the captures of its root. */
final class ComparedClass extends SharedClass {
    private final ComparedRoot root;
    private final ProjectionClass projection;
    private @Nullable CompactBody located;
    private @Nullable Refusal refusal;

    ComparedClass(ComparedRoot root, ProjectionClass projection) {
        this.root = root;
        this.projection = projection;
    }

    ComparedRoot root() {
        return root;
    }

    @Override
    ProjectionClass projection() {
        return projection;
    }

    @Override
    Entity entity() {
        return root.entity();
    }

    @Override
    boolean isChanged(long base) {
        return root.bodies().isChanged(projection, StageBodies.flushOf(base));
    }

    @Override
    int locate(long base, RootBodies.Use use, StageBodies stage) {
        return switch (root.bodies().since(projection, StageBodies.flushOf(base), use)) {
            case BodyResult.Unchanged() -> UNCHANGED;
            case BodyResult.Refused(Refusal why) -> {
                refusal = why;
                yield REFUSED;
            }
            case BodyResult.Encoded(CompactBody body) -> {
                located = body;
                yield 0;
            }
        };
    }

    @Override
    Refusal refusal() {
        return require(refusal);
    }

    @Override
    void write(FrameWriter writer, int handle, int place, ChildNames names) {
        writer.body(handle, require(located), names);
    }

    @Override
    CompactBody body(int place) {
        return require(located);
    }

    @Override
    BodyResult baseline(BodyCounters counters) {
        return root.bodies().baseline(projection);
    }

    @Override
    Snapshot state() {
        return root.bodies().state(projection);
    }

    @Override
    EntityPatch patch(long base) {
        return root.bodies().patch(projection, StageBodies.flushOf(base));
    }

    private static <T> T require(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("nothing was located");
        }
        return value;
    }
}
