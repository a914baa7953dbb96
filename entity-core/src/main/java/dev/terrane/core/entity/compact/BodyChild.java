package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.stream.ProjectionClass;

/**
 * A child that a body shows and its base does not: a recipient is told who it is before the body.
 *
 * @param guid its identity
 * @param incarnation lifetime number of the identity in the stage generation
 * @param projection what is seen of it
 */
public record BodyChild(Guid guid, long incarnation, ProjectionClass projection) {}
