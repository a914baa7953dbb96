package dev.terrane.world.definitions.wire;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.proto.world.v1alpha1.DefinitionConflict;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.world.definitions.Changed;
import dev.terrane.world.definitions.DefinitionChanges;
import dev.terrane.world.definitions.DefinitionTag;
import dev.terrane.world.definitions.OutsideRoom;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.definitions.RoomState;
import dev.terrane.world.definitions.Side;
import dev.terrane.world.definitions.World;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Outcomes of changes of definitions as refusals, the same on every transport. */
public final class DefinitionRefusals {
    private DefinitionRefusals() {}

    /** The world as it is now, or why nothing was changed. */
    public static Changed.Done<World> done(WorldId id, Changed<World> outcome) {
        return done("world", id, id, Side::restPointer, outcome);
    }

    /**
     * The room as it is now, or why nothing was changed.
     *
     * @param pointer how the caller's request names a side
     */
    public static Changed.Done<RoomState> done(
            RoomKey key, Function<Side, String> pointer, Changed<RoomState> outcome) {
        return done("room", key, key.world(), pointer, outcome);
    }

    private static <T> Changed.Done<T> done(
            String kind,
            Object id,
            WorldId world,
            Function<Side, String> pointer,
            Changed<T> outcome) {
        String what = kind + " " + id;
        return switch (outcome) {
            case Changed.Done<T> done -> done;
            case Changed.Missing<T>() -> throw Requests.notFound(kind, id);
            case Changed.Stale<T>(DefinitionTag now) -> throw stale(world, now);
            case Changed.NameTaken<T>(String name) -> throw Requests.nameTaken(name);
            case Changed.Flat<T>(Side side) ->
                    throw TerraneException.of(
                                    CommonError.INVALID_ARGUMENT,
                                    "a room has a length along x, y and z: its lowest corner lies"
                                            + " below its highest one")
                            .field("bounds")
                            .pointer(pointer.apply(side))
                            .toException();
            case Changed.Outside<T>(Box bounds, var first, boolean more) ->
                    throw outside(what, bounds, first, more, pointer);
            case Changed.GridFixed<T>(boolean size, String by) ->
                    throw TerraneException.of(
                                    WorldError.WORLD_GRID_FIXED,
                                    "the chunk size and origin of %s stay: there is %s"
                                            .formatted(what, by))
                            .pointer(size ? "/chunkSize" : "/origin")
                            .toException();
        };
    }

    private static TerraneException stale(WorldId world, DefinitionTag now) {
        return TerraneException.of(
                        WorldError.DEFINITION_STALE,
                        "the definitions of world %s and its rooms are at revision %d, %s"
                                .formatted(world, now.revision(), now))
                .detail(
                        DefinitionConflict.newBuilder()
                                .setCurrentRevision(now.revision())
                                .setCurrentEtag(now.toString())
                                .build())
                .toException();
    }

    private static TerraneException outside(
            String what,
            Box bounds,
            List<OutsideRoom> first,
            boolean more,
            Function<Side, String> pointer) {
        TerraneException.Builder refusal =
                TerraneException.of(
                                WorldError.ROOM_CONTENT_OUTSIDE,
                                "%s cannot reach from %s: %s%s"
                                        .formatted(
                                                what,
                                                bounds,
                                                text(first.getFirst()),
                                                others(first.size() - 1, more)))
                        .pointer(pointer.apply(first.getFirst().side()));
        if (more) {
            refusal.limit("outsideListedMax", DefinitionChanges.LISTED_MAX, first.size() + 1L);
        }
        for (OutsideRoom one : first) {
            refusal.place(pointer.apply(one.side()), 0, 0, values(one));
        }
        return refusal.toException();
    }

    private static String others(int count, boolean more) {
        return more
                ? ", and more than " + count + " other places"
                : count == 0 ? "" : ", and " + count + " other places";
    }

    private static String text(OutsideRoom one) {
        return switch (one) {
            case OutsideRoom.WholeChunk(var chunk, Side _) ->
                    "chunk " + chunk + " would lie outside";
            case OutsideRoom.StandingObject(var chunk, Side _, String id, var _, var _, var _) ->
                    "object " + id + " of chunk " + chunk + " would stand outside";
            case OutsideRoom.GatedChunk(var chunk, Side _) ->
                    "chunk %s, which you may not see, would reach beyond it".formatted(chunk);
        };
    }

    private static Map<String, String> values(OutsideRoom one) {
        Map<String, String> values = new TreeMap<>();
        values.put("chunk", one.chunk().toString());
        switch (one) {
            case OutsideRoom.WholeChunk _ -> values.put("what", "chunk");
            case OutsideRoom.GatedChunk _ -> values.put("what", "gated");
            case OutsideRoom.StandingObject(
                            var _,
                            Side _,
                            String id,
                            double x,
                            double y,
                            double z) -> {
                values.put("what", "object");
                values.put("object", id);
                values.put("position", "%s, %s, %s".formatted(x, y, z));
            }
        }
        return values;
    }
}
