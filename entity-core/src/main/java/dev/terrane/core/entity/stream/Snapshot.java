package dev.terrane.core.entity.stream;

/**
 * Complete state of one root as a projection shows it; owns everything it refers to.
 *
 * @param schemaId the application's schema id
 * @param root the root entity
 */
public record Snapshot(String schemaId, EntitySnapshot root) {}
