package dev.terrane.core.chunk.merge;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.core.chunk.merge.Conflict.Presence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Objects of three versions, each taken as a whole. */
final class ObjectMerge {
    private ObjectMerge() {}

    static List<WorldObject> merge(Chunk base, Chunk ours, Chunk theirs, Sides sides) {
        Map<ObjectId, WorldObject> old = byId(base);
        Map<ObjectId, WorldObject> here = byId(ours);
        Map<ObjectId, WorldObject> map = byId(theirs);
        TreeSet<ObjectId> ids = new TreeSet<>(Comparator.comparing(ObjectId::value));
        ids.addAll(here.keySet());
        ids.addAll(map.keySet());
        List<WorldObject> merged = new ArrayList<>();
        for (ObjectId id : ids) {
            WorldObject was = old.get(id);
            WorldObject mine = here.get(id);
            WorldObject other = map.get(id);
            boolean takesTheirs =
                    sides.takesTheirs(
                            same(was, mine),
                            same(was, other),
                            same(mine, other),
                            () -> new Conflict.Thing(id, did(was, mine), did(was, other)));
            WorldObject taken = takesTheirs ? other : mine;
            if (taken != null) {
                merged.add(taken);
            }
        }
        return withFlagsOf(ours, merged);
    }

    /** Objects that stand in a chunk unchanged keep the flags they have there. */
    static List<WorldObject> withFlagsOf(Chunk chunk, List<WorldObject> objects) {
        Map<ObjectId, WorldObject> present = byId(chunk);
        return objects.stream()
                .map(
                        object -> {
                            WorldObject known = present.get(object.id());
                            return known != null && same(known, object) ? known : object;
                        })
                .toList();
    }

    static boolean same(@Nullable WorldObject a, @Nullable WorldObject b) {
        if (a == null || b == null) {
            return a == null && b == null;
        }
        return a.withFlags(ContentFlags.NONE).equals(b.withFlags(ContentFlags.NONE));
    }

    private static Presence did(@Nullable WorldObject was, @Nullable WorldObject is) {
        return was == null ? Presence.ADDED : is == null ? Presence.REMOVED : Presence.CHANGED;
    }

    private static Map<ObjectId, WorldObject> byId(Chunk chunk) {
        Map<ObjectId, WorldObject> objects = new HashMap<>();
        chunk.objects().forEach(object -> objects.put(object.id(), object));
        return objects;
    }
}
