package dev.terrane.gateway.live;

import dev.terrane.core.entity.Catalog;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Value;
import dev.terrane.gateway.live.StageSpec.BodyRule;
import dev.terrane.gateway.live.StepInbox.Pose;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which entity has which body, and the fields only the session writes. Body ids are {@code
 * <stage>/<guid>}: deterministic, and nobody else's. Owned by the stage's thread.
 */
final class BodyBinding {
    private final String stage;
    private final Map<String, Bound> byClass = new HashMap<>();
    private final Map<String, Entity> entities = new HashMap<>();

    BodyBinding(String stage, Catalog catalog, List<BodyRule> rules) {
        this.stage = stage;
        for (BodyRule rule : rules) {
            EntityLayout layout = catalog.findClass(rule.className()).orElseThrow();
            byClass.put(
                    rule.className(),
                    new Bound(
                            rule,
                            layout.findIndex(rule.x()).orElseThrow(),
                            layout.findIndex(rule.y()).orElseThrow(),
                            rule.angle().isEmpty()
                                    ? 0
                                    : layout.findIndex(rule.angle()).orElseThrow()));
        }
    }

    /** The rule for a class, if its entities have bodies. */
    Optional<Bound> find(String className) {
        return Optional.ofNullable(byClass.get(className));
    }

    /** Id of the body of an entity. */
    String bodyId(Guid guid) {
        return stage + "/" + guid;
    }

    /** Id of an entity's body, if it has one. */
    Optional<String> findBody(Guid guid) {
        String id = bodyId(guid);
        return entities.containsKey(id) ? Optional.of(id) : Optional.empty();
    }

    void bind(Entity entity) {
        entities.put(bodyId(entity.guid()), entity);
    }

    void unbind(Guid guid) {
        entities.remove(bodyId(guid));
    }

    /** The entity of a body, if it is one of this stage's. */
    Optional<Guid> findEntity(String bodyId) {
        return Optional.ofNullable(entities.get(bodyId)).map(Entity::guid);
    }

    /** Whether only the session writes this field of this class. */
    boolean isBound(String className, long index) {
        Bound bound = byClass.get(className);
        return bound != null && bound.indices().contains(index);
    }

    /** Writes the poses of the session into the bound fields. */
    void apply(Map<String, Pose> poses) {
        poses.forEach(
                (bodyId, pose) -> {
                    Entity entity = entities.get(bodyId);
                    if (entity != null) {
                        find(entity.layout().name()).orElseThrow().write(entity, pose);
                    }
                });
    }

    /**
     * The bound fields of one class.
     *
     * @param rule the rule
     * @param x index of the field for x
     * @param y index of the field for y
     * @param angle index of the field for the angle; 0 for none
     */
    record Bound(BodyRule rule, long x, long y, long angle) {
        Set<Long> indices() {
            Set<Long> indices = new HashSet<>(Set.of(x, y));
            if (angle != 0) {
                indices.add(angle);
            }
            return indices;
        }

        private void write(Entity entity, Pose pose) {
            entity.set(x, new Value.Float64(pose.x()));
            entity.set(y, new Value.Float64(pose.y()));
            if (angle != 0) {
                entity.set(angle, new Value.Float64(pose.angle()));
            }
        }
    }
}
