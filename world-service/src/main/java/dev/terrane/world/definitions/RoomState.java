package dev.terrane.world.definitions;

/**
 * A room as it is.
 *
 * @param revision of the definitions of its world and that world's rooms, from 1
 */
public record RoomState(Room room, long revision) {}
