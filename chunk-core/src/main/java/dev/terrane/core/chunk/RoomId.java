package dev.terrane.core.chunk;

/**
 * Identity of a room, unique in its world.
 *
 * @param value {@code [A-Za-z0-9_-]{1,64}}
 */
public record RoomId(String value) {
    public RoomId {
        Texts.require(Texts.idFault(value), "room id", value);
    }

    @Override
    public String toString() {
        return value;
    }
}
