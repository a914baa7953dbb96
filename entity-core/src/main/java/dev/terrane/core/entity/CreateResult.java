package dev.terrane.core.entity;

/** What became of a creation. */
public sealed interface CreateResult {
    /**
     * The entity exists.
     *
     * @param entity the entity
     */
    record Created(Entity entity) implements CreateResult {}

    /**
     * Nothing was made.
     *
     * @param refusal why
     */
    record Refused(Refusal refusal) implements CreateResult {}
}
