package dev.terrane.core.chunk;

/**
 * Identity of an object, unique in its chunk.
 *
 * @param value {@code [A-Za-z0-9_-]{1,64}}
 */
public record ObjectId(String value) {
    public ObjectId {
        Texts.require(Texts.idFault(value), "object id", value);
    }

    @Override
    public String toString() {
        return value;
    }
}
