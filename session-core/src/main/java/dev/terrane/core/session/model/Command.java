package dev.terrane.core.session.model;

/**
 * One request to change a session.
 *
 * @param generation the life of the session it is meant for
 * @param id its identity within the generation
 * @param expected the revision it was written against
 * @param operation what to do
 */
public record Command(
        Generation generation, CommandId id, Expected expected, Operation operation) {}
