package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Guid;

/**
 * What a recipient may see of one root. The caller has authorised every member; nothing is implied.
 *
 * @param schemaId the application's schema id, {@code name@version}
 * @param root the entity the projection is bound to
 * @param selection the members
 */
public record Projection(String schemaId, Guid root, EntityProjection selection) {}
