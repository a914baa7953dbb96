package dev.terrane.core.entity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Maps of a kernel, their instances, and who is in them. Every entity is in exactly one instance; a
 * child is where its parent is. There is no position and no interest here.
 *
 * <p>Belongs to the kernel's owner thread. {@link MapPlace#HOME} is there from the start.
 */
public final class Maps {
    private final Kernel kernel;
    private final TreeMap<Integer, TreeMap<Integer, Set<Entity>>> maps = new TreeMap<>();
    private final TreeMap<Integer, Integer> lastInstances = new TreeMap<>();
    private int instances;

    Maps(Kernel kernel) {
        this.kernel = kernel;
        createMap(MapPlace.HOME.map());
    }

    /** What became of making an instance. */
    public sealed interface InstanceResult {
        /**
         * The instance exists.
         *
         * @param place map and instance
         */
        record Opened(MapPlace place) implements InstanceResult {}

        /**
         * Nothing was made.
         *
         * @param refusal why
         */
        record Refused(Refusal refusal) implements InstanceResult {}
    }

    /** Makes a map with its instance 0. */
    public ChangeResult createMap(int map) {
        if (maps.containsKey(map)) {
            return ChangeResult.rejected(Reason.MAP_EXISTS, "map " + map);
        }
        Refusal refusal = refuseInstance(map);
        if (refusal != null) {
            return new ChangeResult.Refused(refusal);
        }
        instances++;
        var opened = new TreeMap<Integer, Set<Entity>>();
        opened.put(0, new LinkedHashSet<>());
        maps.put(map, opened);
        lastInstances.put(map, 0);
        return new ChangeResult.Done();
    }

    /** Makes another instance of a map; numbers are not used again. */
    public InstanceResult createInstance(int map) {
        var opened = maps.get(map);
        if (opened == null) {
            return new InstanceResult.Refused(
                    new Refusal.Rejected(Reason.UNKNOWN_MAP, "map " + map));
        }
        Refusal refusal = refuseInstance(map);
        int last = lastInstances.getOrDefault(map, 0);
        if (refusal == null && last == Integer.MAX_VALUE) {
            refusal = new Refusal.Exhausted(Refusal.Counter.MAP_INSTANCE, "map " + map);
        }
        if (refusal != null) {
            return new InstanceResult.Refused(refusal);
        }
        instances++;
        lastInstances.put(map, last + 1);
        opened.put(last + 1, new LinkedHashSet<>());
        return new InstanceResult.Opened(new MapPlace(map, last + 1));
    }

    /**
     * Destroys everything in an instance and gives it up. The instance 0 of a map stays, as does an
     * instance in which a callback put something new.
     */
    public ChangeResult releaseInstance(MapPlace place) {
        Set<Entity> members = find(place);
        if (members == null || place.instance() == 0) {
            return ChangeResult.rejected(Reason.UNKNOWN_MAP, place.toString());
        }
        for (Entity entity : List.copyOf(members)) {
            kernel.destroy(entity.guid());
        }
        var opened = maps.get(place.map());
        if (!members.isEmpty() || opened == null) {
            return ChangeResult.rejected(Reason.MAP_IN_USE, place.toString());
        }
        // A callback may have given it up already.
        if (opened.remove(place.instance()) != null) {
            instances--;
        }
        return new ChangeResult.Done();
    }

    /** Whether a map exists. */
    public boolean exists(int map) {
        return maps.containsKey(map);
    }

    /** Whether an instance exists. */
    public boolean exists(MapPlace place) {
        return find(place) != null;
    }

    /** Moves an entity that is in no container, with all its children, to another instance. */
    public ChangeResult switchMap(Entity entity, MapPlace place) {
        if (entity.kernel() != kernel) {
            throw new IllegalArgumentException(entity.guid() + " belongs to another kernel");
        }
        if (!entity.isLive()) {
            return ChangeResult.rejected(Reason.STALE, entity.guid().toString());
        }
        if (entity.findHolder().isPresent()) {
            return ChangeResult.rejected(Reason.ALREADY_PLACED, entity.guid().toString());
        }
        if (!exists(place)) {
            return ChangeResult.rejected(Reason.UNKNOWN_MAP, place.toString());
        }
        follow(entity, place);
        return new ChangeResult.Done();
    }

    /** Entities in an instance, children included, in the order they came; a copy. */
    public Optional<List<Entity>> findEntities(MapPlace place) {
        return Optional.ofNullable(find(place)).map(ArrayList::new);
    }

    /** Numbers of the maps, ascending. */
    public Set<Integer> maps() {
        return Collections.unmodifiableSet(maps.keySet());
    }

    /** Number of entities in an instance; 0 when there is none such. */
    public int count(MapPlace place) {
        Set<Entity> members = find(place);
        return members == null ? 0 : members.size();
    }

    /** Number of entities in all instances of a map. */
    public int count(int map) {
        var opened = maps.get(map);
        return opened == null ? 0 : opened.values().stream().mapToInt(Set::size).sum();
    }

    /** Puts a new entity into the instance it names. */
    void enter(Entity entity) {
        members(entity.place()).add(entity);
    }

    void leave(Entity entity) {
        members(entity.place()).remove(entity);
    }

    /** Takes an entity and everything inside it along. */
    void follow(Entity entity, MapPlace place) {
        if (entity.place().equals(place)) {
            return;
        }
        leave(entity);
        entity.moveTo(place);
        enter(entity);
        for (Entity child : entity.children()) {
            follow(child, place);
        }
    }

    private Set<Entity> members(MapPlace place) {
        Set<Entity> members = find(place);
        if (members == null) {
            throw new IllegalStateException("no " + place);
        }
        return members;
    }

    private @Nullable Set<Entity> find(MapPlace place) {
        var opened = maps.get(place.map());
        return opened == null ? null : opened.get(place.instance());
    }

    private @Nullable Refusal refuseInstance(int map) {
        int max = kernel.limits().mapInstancesMax();
        return instances < max
                ? null
                : new Refusal.OverLimit(
                        Refusal.Limit.MAP_INSTANCES, max, instances + 1L, "map " + map);
    }
}
