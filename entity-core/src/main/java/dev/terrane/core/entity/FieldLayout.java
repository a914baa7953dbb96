package dev.terrane.core.entity;

import dev.terrane.core.schema.ScalarType;

/**
 * One field of a class, or one column of a row class.
 *
 * @param name the member's name
 * @param type the type of its values
 */
public record FieldLayout(String name, ScalarType type) {}
