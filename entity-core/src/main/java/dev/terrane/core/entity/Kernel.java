package dev.terrane.core.entity;

import dev.terrane.core.schema.Mask;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The registry of live entities. Creates them by class, finds them by guid, destroys them, tells
 * callbacks about it and knows what changed since the last flush.
 *
 * <p>One owner thread. A refused operation changes nothing. Not promised: order of entities by
 * anything but creation, and incarnations that mean something outside this kernel.
 *
 * <pre>
 * creation     registered (and placed), {@link Stage#CREATION}; what a stage throws withdraws the
 *              entity, its incarnation stays used
 * destruction  {@link Stage#DESTRUCTION}, container callback of the parent, then the commit; what
 *              any of them throws leaves the entity alive
 * stop         destroys everything, latest first; then nothing can be created
 * </pre>
 */
public final class Kernel {
    private final Catalog catalog;
    private final GuidSource guids;
    private final KernelLimits limits;
    private final Map<String, ClassShape> shapes = new LinkedHashMap<>();
    private final Callbacks callbacks = new Callbacks(shapes);
    private final Maps maps;
    private final Map<Guid, Entity> entities = new LinkedHashMap<>();
    private final ChangeLog changeLog = new ChangeLog();
    private final GuidLifetimes lifetimes;
    private final Map<Long, Refusal> unfitProfiles;
    private long lastIncarnation;
    private boolean stopped;

    /** A kernel without entities. */
    public Kernel(Catalog catalog, GuidSource guids, KernelLimits limits) {
        this.catalog = catalog;
        this.guids = guids;
        this.limits = limits;
        for (EntityLayout layout : catalog.classes()) {
            shapes.put(layout.name(), new ClassShape(layout, catalog.masks(layout.name())));
        }
        this.maps = new Maps(this);
        this.lifetimes = new GuidLifetimes(limits.retiredGuidsMax());
        this.unfitProfiles = ValueCheck.unfitProfiles(catalog, limits);
    }

    /** The classes of its entities. */
    public Catalog catalog() {
        return catalog;
    }

    /** Where callbacks are registered. */
    public Callbacks callbacks() {
        return callbacks;
    }

    /** Maps, their instances and who is in them. */
    public Maps maps() {
        return maps;
    }

    /** Creates an entity; zero, then profile, then argument. */
    public CreateResult create(Creation creation) {
        changeLog.requireQuiet();
        ClassShape shape = shapes.get(creation.className());
        if (shape == null) {
            return refused(Reason.UNKNOWN_CLASS, creation.className());
        }
        Refusal refusal = judge(creation, shape.layout());
        if (refusal != null) {
            return new CreateResult.Refused(refusal);
        }
        if (!maps.exists(creation.place())) {
            return refused(Reason.UNKNOWN_MAP, creation.place().toString());
        }
        return make(creation, new Entity.Birth(shape, ClassEvent.Origin.CREATED), null, 0);
    }

    /** Creates a child inside a container; see {@link Container#create}. */
    CreateResult createContained(
            Container container, long slot, @Nullable Guid guid, long profileId) {
        changeLog.requireQuiet();
        String className = container.layout().childClass();
        ClassShape shape = shapes.get(className);
        if (shape == null) {
            return refused(Reason.UNKNOWN_CLASS, className);
        }
        Refusal refusal = container.refuseSlot(slot);
        if (refusal == null) {
            refusal = container.refuseDepth(slot, 1);
        }
        var creation =
                new Creation(className, guid, profileId, List.of(), container.owner().place());
        if (refusal == null) {
            refusal = judge(creation, shape.layout());
        }
        if (refusal != null) {
            return new CreateResult.Refused(refusal);
        }
        return make(
                creation, new Entity.Birth(shape, ClassEvent.Origin.CONTAINED), container, slot);
    }

    /**
     * Brings back an entity with everything inside it, as it was exported. No default is merged: a
     * member that was not exported is zero. Refused when any identity in it is in use, and when it
     * does not fit the classes, the limits or the maps; then nothing of it exists.
     */
    public CreateResult restore(EntityData data) {
        changeLog.requireQuiet();
        if (stopped) {
            return refused(Reason.STOPPED, data.className());
        }
        Refusal refusal = new RestoreCheck(shapes, limits, entities.keySet()).refuse(data);
        if (refusal != null) {
            return new CreateResult.Refused(refusal);
        }
        if (!maps.exists(data.place())) {
            return refused(Reason.UNKNOWN_MAP, data.place().toString());
        }
        var restored = new ArrayList<Entity>();
        boolean finished = false;
        try {
            Refusal exhausted = build(data, data.place(), restored);
            if (exhausted != null) {
                return new CreateResult.Refused(exhausted);
            }
            restored.forEach(entity -> entity.shape().delayed().cancel(entity));
            restored.forEach(entity -> tellCreation(entity, List.of()));
            finished = true;
        } finally {
            if (!finished) {
                restored.forEach(this::withdraw);
            }
        }
        return result(restored.getFirst());
    }

    /**
     * The members of an entity that have any of these flags, with the children in containers that
     * do. Usual is {@code save}. Throws when the entity is gone.
     */
    public EntityData export(Entity entity, Mask mask) {
        entity.requireLive();
        return EntityExport.export(entity, mask.bits());
    }

    /** A live entity. */
    public Optional<Entity> find(Guid guid) {
        return Optional.ofNullable(entities.get(guid));
    }

    /** All live entities in creation order; a live view that must not be kept over changes. */
    public Collection<Entity> entities() {
        return Collections.unmodifiableCollection(entities.values());
    }

    /**
     * Destroys an entity and forgets its pending changes; its children stay alive without a place.
     * False when there is none of that guid or it is being destroyed already.
     */
    public boolean destroy(Guid guid) {
        changeLog.requireQuiet();
        Entity entity = entities.get(guid);
        if (entity == null || !entity.beginDestruction()) {
            return false;
        }
        try {
            for (Stage stage : Stage.DESTRUCTION) {
                tell(entity, stage, List.of());
            }
            Optional<Container> holder = entity.findHolder();
            if (holder.isPresent()) {
                holder.get().tellDestruction(entity);
            }
        } finally {
            entity.endDestruction();
        }
        if (entity.isLive()) {
            retire(entity);
        }
        return true;
    }

    /** Tells an entity's class that the application has finished it; false when it is not there. */
    public boolean allFinished(Guid guid, List<Value> arguments) {
        Entity entity = entities.get(guid);
        if (entity != null) {
            tell(entity, Stage.ALL_FINISHED, arguments);
        }
        return entity != null;
    }

    /** Tells one entity's handlers something; false when it is not there. */
    public boolean dispatch(Guid guid, int eventId, List<Value> arguments) {
        Entity entity = entities.get(guid);
        if (entity != null) {
            entity.tell(new ApplicationEvent(entity, eventId, arguments));
        }
        return entity != null;
    }

    /**
     * Tells the collected changes of all classes. True unless a callback throws; also inside
     * another update, although what is being flushed then is left to the next one.
     */
    public boolean update() {
        for (ClassShape shape : shapes.values()) {
            shape.delayed().flush();
        }
        return true;
    }

    /**
     * Tells the collected changes of one class; false, and nothing consumed, inside a flush of the
     * same class.
     */
    public boolean flushDelayed(String className) {
        return shape(className).delayed().flush();
    }

    /**
     * Destroys all entities, latest first, and creates no more. What a callback throws ends it;
     * another call goes on with those that are left.
     */
    public void stop() {
        stopped = true;
        for (Entity entity : new ArrayList<>(entities.values()).reversed()) {
            destroy(entity.guid());
        }
    }

    /**
     * Tells what happened since the last flush, at a cost that follows what changed. The knowledge
     * is handed out once; when the listener throws, it is kept.
     *
     * @return the number of this flush, 1 for the first
     */
    public long flush(FlushListener listener) {
        return changeLog.tell(listener);
    }

    /** What happened since the last flush, as lists; is one itself. */
    public KernelChanges drainChanges() {
        var collector = new KernelChanges.Collector();
        changeLog.tell(collector);
        return collector.changes();
    }

    KernelLimits limits() {
        return limits;
    }

    ChangeLog changeLog() {
        return changeLog;
    }

    /** For tests of exhaustion: continues the counter from a given value. */
    void continueIncarnationsFrom(long incarnation) {
        lastIncarnation = incarnation;
    }

    private CreateResult make(
            Creation creation, Entity.Birth birth, @Nullable Container container, long slot) {
        EntityLayout layout = birth.shape().layout();
        Guid given = creation.guid();
        Guid guid = given != null ? given : guids.next();
        if (!limits.guidWidth().holds(guid.value())) {
            return refused(Reason.GUID_RANGE, guid.toString());
        }
        if (entities.containsKey(guid)) {
            return refused(Reason.GUID_IN_USE, guid.toString());
        }
        if (lastIncarnation == Long.MAX_VALUE) {
            return new CreateResult.Refused(exhausted(layout));
        }
        lastIncarnation++;
        long lifetime = given != null ? lifetimes.ofNamed(guid) : lifetimes.ofDrawn(guid);
        var entity =
                new Entity(
                        this,
                        new Entity.Id(guid, lastIncarnation, lifetime, creation.profileId()),
                        birth,
                        creation.place());
        install(entity, creation);
        register(entity);
        if (container != null) {
            container.attach(slot, entity);
        }
        boolean finished = false;
        try {
            tellCreation(entity, pairs(creation.arguments()));
            finished = true;
        } finally {
            if (!finished) {
                withdraw(entity);
            }
        }
        if (container != null && entity.findHolder().filter(container::equals).isPresent()) {
            container.tellCreated(entity);
        }
        return result(entity);
    }

    private void install(Entity entity, Creation creation) {
        IndexMap<FieldLayout> fields = entity.layout().fields();
        catalog.findProfile(creation.profileId())
                .ifPresent(
                        profile ->
                                profile.values()
                                        .forEach(
                                                (value, index) ->
                                                        entity.install(
                                                                fields.positionOf(index), value)));
        for (Creation.Argument argument : creation.arguments()) {
            entity.install(fields.positionOf(argument.index()), argument.value());
        }
    }

    /** Makes a restored entity and its children; null, or the refusal that stopped it. */
    private @Nullable Refusal build(EntityData data, MapPlace place, List<Entity> built) {
        ClassShape shape = shapes.get(data.className());
        if (shape == null || lastIncarnation == Long.MAX_VALUE) {
            return new Refusal.Exhausted(Refusal.Counter.ENTITY_INCARNATION, data.className());
        }
        lastIncarnation++;
        long lifetime = lifetimes.ofNamed(data.guid());
        var entity =
                new Entity(
                        this,
                        new Entity.Id(data.guid(), lastIncarnation, lifetime, data.profileId()),
                        new Entity.Birth(shape, ClassEvent.Origin.RESTORED),
                        place);
        data.fields()
                .forEach(
                        (value, index) ->
                                entity.install(shape.layout().fields().positionOf(index), value));
        data.tables()
                .forEach(
                        (rows, index) -> {
                            Table table = entity.findTable(index).orElseThrow();
                            rows.forEach((columns, number) -> table.restore(number, columns));
                        });
        register(entity);
        built.add(entity);
        for (int i = 0; i < data.containers().size(); i++) {
            Container container = entity.findContainer(data.containers().keyAt(i)).orElseThrow();
            IndexMap<EntityData> children = data.containers().valueAt(i);
            for (int j = 0; j < children.size(); j++) {
                int at = built.size();
                Refusal refusal = build(children.valueAt(j), place, built);
                if (refusal != null) {
                    return refusal;
                }
                container.attach(children.keyAt(j), built.get(at));
            }
        }
        return null;
    }

    private void register(Entity entity) {
        changeLog.created(entity);
        entities.put(entity.guid(), entity);
        maps.enter(entity);
    }

    private void tellCreation(Entity entity, List<Value> arguments) {
        for (Stage stage : Stage.CREATION) {
            if (entity.isLive()) {
                tell(entity, stage, arguments);
            }
        }
    }

    private static void tell(Entity entity, Stage stage, List<Value> arguments) {
        Listeners<ClassEvent> listeners = entity.shape().life();
        if (!listeners.isEmpty()) {
            listeners.tell(new ClassEvent(entity, stage, entity.origin(), arguments));
        }
    }

    /** Undoes a creation whose stages did not end. */
    private void withdraw(Entity entity) {
        if (entity.isLive()) {
            retire(entity);
        }
    }

    private void retire(Entity entity) {
        changeLog.requireQuiet();
        entity.shape().delayed().cancel(entity);
        maps.leave(entity);
        entity.retire();
        entities.remove(entity.guid());
        lifetimes.ended(entity.guid(), entity.lifetime());
        changeLog.destroyed(entity);
    }

    private static CreateResult result(Entity entity) {
        return entity.isLive()
                ? new CreateResult.Created(entity)
                : refused(Reason.STALE, entity.guid().toString());
    }

    private static List<Value> pairs(List<Creation.Argument> arguments) {
        var pairs = new ArrayList<Value>(arguments.size() * 2);
        for (Creation.Argument argument : arguments) {
            pairs.add(argument.value());
            pairs.add(new Value.UInt32(argument.index()));
        }
        return pairs;
    }

    private @Nullable Refusal judge(Creation creation, EntityLayout layout) {
        if (stopped) {
            return new Refusal.Rejected(Reason.STOPPED, layout.name());
        }
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
            Refusal unfit = unfitProfiles.get(profile.id());
            if (unfit != null) {
                return unfit;
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

    private ClassShape shape(String className) {
        ClassShape shape = shapes.get(className);
        if (shape == null) {
            throw new IllegalArgumentException("no class " + className);
        }
        return shape;
    }

    private static Refusal exhausted(EntityLayout layout) {
        return new Refusal.Exhausted(Refusal.Counter.ENTITY_INCARNATION, layout.name());
    }

    private static CreateResult refused(Reason reason, String location) {
        return new CreateResult.Refused(new Refusal.Rejected(reason, location));
    }
}
