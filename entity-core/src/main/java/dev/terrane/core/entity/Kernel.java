package dev.terrane.core.entity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The registry of live entities. Creates them by class, finds them by guid, destroys them and knows
 * what changed since the last flush.
 *
 * <p>One owner thread. A refused operation changes nothing. Not promised: order of entities by
 * anything but creation, and incarnations that mean something outside this kernel.
 */
public final class Kernel {
    private final Catalog catalog;
    private final GuidSource guids;
    private final KernelLimits limits;
    private final Map<Guid, Entity> entities = new LinkedHashMap<>();
    private final Set<Entity> created = new LinkedHashSet<>();
    private final Set<Entity> changed = new LinkedHashSet<>();
    private final Set<Entity> moved = new LinkedHashSet<>();
    private final List<KernelChanges.Gone> destroyed = new ArrayList<>();
    private long lastIncarnation;

    /** A kernel without entities. */
    public Kernel(Catalog catalog, GuidSource guids, KernelLimits limits) {
        this.catalog = catalog;
        this.guids = guids;
        this.limits = limits;
    }

    /** Creates an entity; zero, then profile, then argument. */
    public CreateResult create(Creation creation) {
        EntityLayout layout = catalog.findClass(creation.className()).orElse(null);
        if (layout == null) {
            return refused(Reason.UNKNOWN_CLASS, creation.className());
        }
        Refusal refusal = judge(creation, layout);
        if (refusal != null) {
            return new CreateResult.Refused(refusal);
        }
        return make(creation, layout);
    }

    /** Creates a child inside a container; see {@link Container#create}. */
    CreateResult createContained(
            Container container, long slot, @Nullable Guid guid, long profileId) {
        String className = container.layout().childClass();
        EntityLayout layout = catalog.findClass(className).orElse(null);
        if (layout == null) {
            return refused(Reason.UNKNOWN_CLASS, className);
        }
        Refusal refusal = container.refuseSlot(slot);
        if (refusal == null) {
            refusal = container.refuseDepth(slot, 1);
        }
        var creation = new Creation(className, guid, profileId, List.of());
        if (refusal == null) {
            refusal = judge(creation, layout);
        }
        if (refusal != null) {
            return new CreateResult.Refused(refusal);
        }
        CreateResult result = make(creation, layout);
        if (result instanceof CreateResult.Created(Entity child)) {
            container.attach(slot, child);
        }
        return result;
    }

    private CreateResult make(Creation creation, EntityLayout layout) {
        Guid given = creation.guid();
        Guid guid = given != null ? given : guids.next();
        if (!limits.guidWidth().holds(guid.value())) {
            return refused(Reason.GUID_RANGE, guid.toString());
        }
        if (entities.containsKey(guid)) {
            return refused(Reason.GUID_IN_USE, guid.toString());
        }
        if (lastIncarnation == Long.MAX_VALUE) {
            return new CreateResult.Refused(
                    new Refusal.Exhausted(Refusal.Counter.ENTITY_INCARNATION, layout.name()));
        }
        lastIncarnation++;
        var entity = new Entity(this, guid, layout, lastIncarnation);
        catalog.findProfile(creation.profileId())
                .ifPresent(
                        profile ->
                                profile.values()
                                        .forEach(
                                                (value, index) ->
                                                        entity.install(
                                                                layout.fields().positionOf(index),
                                                                value)));
        for (Creation.Argument argument : creation.arguments()) {
            entity.install(layout.fields().positionOf(argument.index()), argument.value());
        }
        entities.put(guid, entity);
        created.add(entity);
        return new CreateResult.Created(entity);
    }

    /** A live entity. */
    public Optional<Entity> find(Guid guid) {
        return Optional.ofNullable(entities.get(guid));
    }

    /** All live entities in creation order; a live view that must not be kept over changes. */
    public Collection<Entity> entities() {
        return Collections.unmodifiableCollection(entities.values());
    }

    /** Destroys an entity and forgets its pending changes; false when there is none. */
    public boolean destroy(Guid guid) {
        Entity entity = entities.remove(guid);
        if (entity == null) {
            return false;
        }
        entity.retire();
        changed.remove(entity);
        moved.remove(entity);
        if (!created.remove(entity)) {
            destroyed.add(new KernelChanges.Gone(guid, entity.incarnation()));
        }
        return true;
    }

    /** What happened since the last call; the knowledge is handed out once. */
    public KernelChanges drainChanges() {
        var changes = new ArrayList<KernelChanges.Change>();
        for (Entity entity : changed) {
            var members = entity.takeDirty();
            if (!created.contains(entity)) {
                changes.add(new KernelChanges.Change(entity, members));
            }
        }
        moved.removeAll(created);
        var result =
                new KernelChanges(List.copyOf(created), changes, List.copyOf(moved), destroyed);
        created.clear();
        changed.clear();
        moved.clear();
        destroyed.clear();
        return result;
    }

    KernelLimits limits() {
        return limits;
    }

    void noteChanged(Entity entity) {
        changed.add(entity);
    }

    void noteMoved(Entity entity) {
        moved.add(entity);
    }

    /** For tests of exhaustion: continues the counter from a given value. */
    void continueIncarnationsFrom(long incarnation) {
        lastIncarnation = incarnation;
    }

    private @Nullable Refusal judge(Creation creation, EntityLayout layout) {
        if (creation.profileId() != 0) {
            Profile profile = catalog.findProfile(creation.profileId()).orElse(null);
            if (profile == null) {
                return new Refusal.Rejected(
                        Reason.UNKNOWN_PROFILE, Long.toString(creation.profileId()));
            }
            if (!profile.className().equals(layout.name())) {
                return new Refusal.Rejected(
                        Reason.PROFILE_CLASS, layout.name() + " by profile " + profile.id());
            }
        }
        int arguments = creation.arguments().size();
        if (arguments > limits.argumentsMax()) {
            return new Refusal.OverLimit(
                    Refusal.Limit.ARGUMENTS, limits.argumentsMax(), arguments, layout.name());
        }
        for (Creation.Argument argument : creation.arguments()) {
            FieldLayout field = layout.fields().find(argument.index()).orElse(null);
            if (field == null) {
                return new Refusal.Rejected(
                        Reason.UNKNOWN_MEMBER, layout.name() + "." + argument.index());
            }
            Refusal refusal =
                    ValueCheck.refusal(
                            field, argument.value(), limits, layout.name() + "." + field.name());
            if (refusal != null) {
                return refusal;
            }
        }
        if (entities.size() >= limits.entitiesMax()) {
            return new Refusal.OverLimit(
                    Refusal.Limit.ENTITIES,
                    limits.entitiesMax(),
                    entities.size() + 1L,
                    layout.name());
        }
        return null;
    }

    private static CreateResult refused(Reason reason, String location) {
        return new CreateResult.Refused(new Refusal.Rejected(reason, location));
    }
}
