package dev.terrane.world.definitions;

/**
 * A room as it is.
 *
 * @param tag of the definitions of its world and that world's rooms
 */
public record RoomState(Room room, DefinitionTag tag) {
    /** Revision of the definitions of its world and that world's rooms, from 1. */
    public long revision() {
        return tag.revision();
    }
}
