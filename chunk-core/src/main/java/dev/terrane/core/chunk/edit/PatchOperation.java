package dev.terrane.core.chunk.edit;

import tools.jackson.databind.JsonNode;

/** One operation of RFC 6902, section 4. */
public sealed interface PatchOperation {
    /** The target location. */
    JsonPointer path();

    /** Inserts, or replaces an existing member. */
    record Add(JsonPointer path, JsonNode value) implements PatchOperation {}

    /** Removes what must be there. */
    record Remove(JsonPointer path) implements PatchOperation {}

    /** Replaces what must be there. */
    record Replace(JsonPointer path, JsonNode value) implements PatchOperation {}

    /** Removes at one location and adds at another, never inside itself. */
    record Move(JsonPointer from, JsonPointer path) implements PatchOperation {}

    /** Adds at one location a copy of another. */
    record Copy(JsonPointer from, JsonPointer path) implements PatchOperation {}

    /** Fails the patch unless the value there is equal. */
    record Test(JsonPointer path, JsonNode value) implements PatchOperation {}
}
