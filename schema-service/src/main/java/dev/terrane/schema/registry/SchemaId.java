package dev.terrane.schema.registry;

/**
 * One version of a schema. Its text, {@code name@version}, is the schema id of every protocol.
 *
 * @param name the schema
 * @param version number within the name, from 1
 */
public record SchemaId(SchemaName name, int version) {
    public SchemaId {
        if (version < 1) {
            throw new IllegalArgumentException("versions count from 1, not " + version);
        }
    }

    @Override
    public String toString() {
        return name + "@" + version;
    }
}
