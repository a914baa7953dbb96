package dev.terrane.core.chunk;

/** A room within a world: room ids are unique in their world only. */
public record RoomKey(WorldId world, RoomId room) {

    /** Makes a key from two strings. */
    public static RoomKey of(String world, String room) {
        return new RoomKey(new WorldId(world), new RoomId(room));
    }

    @Override
    public String toString() {
        return world.value() + ":" + room.value();
    }
}
