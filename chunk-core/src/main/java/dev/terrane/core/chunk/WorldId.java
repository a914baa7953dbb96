package dev.terrane.core.chunk;

/**
 * Identity of a world.
 *
 * @param value {@code [A-Za-z0-9_-]{1,64}}
 */
public record WorldId(String value) {
    public WorldId {
        Texts.require(Texts.idFault(value), "world id", value);
    }

    @Override
    public String toString() {
        return value;
    }
}
