package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.KernelChanges;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.ProjectionClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The roots of a stage with classes that are published by comparing. A flush looks at each of them,
 * and compares those inside an outermost entity that the kernel named.
 */
final class ComparedRoots {
    private final BodyLimits limits;
    private final BodyCounters counters;
    private final Map<Guid, ComparedRoot> roots = new LinkedHashMap<>();
    private final Set<Entity> told = Collections.newSetFromMap(new IdentityHashMap<>());

    ComparedRoots(BodyLimits limits, BodyCounters counters) {
        this.limits = limits;
        this.counters = counters;
    }

    @Nullable ComparedClass find(Guid guid, ProjectionClass projection) {
        ComparedRoot root = roots.get(guid);
        if (root != null) {
            for (ComparedClass shared : root.classes()) {
                if (shared.projection().equals(projection)) {
                    return shared;
                }
            }
        }
        return null;
    }

    int classCount(Guid guid) {
        ComparedRoot root = roots.get(guid);
        return root == null ? 0 : root.classes().size();
    }

    /** Begins a class with one recipient. */
    Optional<Refusal> open(Entity entity, ProjectionClass projection, Flush at) {
        ComparedRoot known = roots.get(entity.guid());
        ComparedRoot root = known != null ? known : new ComparedRoot(entity, limits, counters);
        Optional<Refusal> refusal = root.bodies().join(projection, at);
        if (refusal.isEmpty()) {
            var shared = new ComparedClass(root, projection);
            shared.addRecipient();
            root.classes().add(shared);
            roots.put(entity.guid(), root);
        }
        return refusal;
    }

    /** Nobody receives a class any more. */
    void close(ComparedClass shared) {
        ComparedRoot root = shared.root();
        root.bodies().leave(shared.projection());
        root.classes().remove(shared);
        if (root.classes().isEmpty()) {
            roots.remove(root.entity().guid(), root);
        }
    }

    /** The kernel named an outermost entity. */
    void tell(Entity root) {
        if (!roots.isEmpty()) {
            told.add(root);
        }
    }

    void end(KernelChanges.Gone gone) {
        ComparedRoot root = roots.get(gone.guid());
        if (root != null && root.entity().incarnation() == gone.incarnation()) {
            root.classes().forEach(SharedClass::end);
            roots.remove(gone.guid());
        }
    }

    /** Compares what may have changed; what is refused is added to what was before. */
    List<StageBodies.Refused> publish(
            StageBodies.Moment moment, long floor, List<StageBodies.Refused> before) {
        List<StageBodies.Refused> refused = before;
        for (ComparedRoot root : roots.values()) {
            if (!told.isEmpty() && told.contains(root.entity().root())) {
                root.touch();
            }
            Refusal refusal = root.publish(moment);
            root.bodies().keepFrom(StageBodies.flushOf(floor));
            if (refusal != null) {
                refused = new ArrayList<>(refused);
                refused.add(new StageBodies.Refused(root.entity(), refusal));
            }
        }
        if (!told.isEmpty()) {
            told.clear();
        }
        return refused;
    }
}
