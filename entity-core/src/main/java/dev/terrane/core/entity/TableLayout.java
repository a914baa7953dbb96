package dev.terrane.core.entity;

/**
 * One table of a class with the columns of its row class.
 *
 * @param name the member's name
 * @param rowClass the class that types the columns
 * @param columns columns by their index in the row class
 */
public record TableLayout(String name, String rowClass, IndexMap<FieldLayout> columns) {}
