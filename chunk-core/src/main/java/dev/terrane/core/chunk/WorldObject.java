package dev.terrane.core.chunk;

import org.jspecify.annotations.Nullable;

/**
 * Something that stands in a chunk: a prop, a spawn point, the template of a dynamic entity.
 *
 * @param type plain string, not empty
 * @param dynamic whether it is the template of a spawned entity, whose state lives elsewhere
 */
public record WorldObject(
        ObjectId id,
        String type,
        String assetId,
        Transform transform,
        Properties properties,
        boolean dynamic,
        ContentFlags flags) {
    public WorldObject {
        Texts.require(typeFault(type), "object type", type);
        Texts.require(Texts.assetFault(assetId), "asset id", assetId);
    }

    /** What is wrong with an object type, or null. */
    public static @Nullable String typeFault(String type) {
        return type.isEmpty() ? "an object has a type" : Texts.textFault(type);
    }

    /** The same object with other flags. */
    public WorldObject withFlags(ContentFlags newFlags) {
        return new WorldObject(id, type, assetId, transform, properties, dynamic, newFlags);
    }
}
