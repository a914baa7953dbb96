package dev.terrane.core.entity;

import java.util.List;

/**
 * Something the application tells one entity.
 *
 * @param entity the entity
 * @param id what it is; the application's own number
 * @param arguments values that go with it
 */
public record ApplicationEvent(Entity entity, int id, List<Value> arguments) {
    public ApplicationEvent {
        arguments = List.copyOf(arguments);
    }
}
