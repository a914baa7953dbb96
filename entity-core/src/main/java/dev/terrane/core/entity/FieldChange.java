package dev.terrane.core.entity;

/**
 * A field has got another value.
 *
 * @param entity the entity
 * @param index the field
 * @param old the value before
 * @param now the value written, of the same type
 */
public record FieldChange(Entity entity, long index, Value old, Value now) {}
