package dev.terrane.core.entity;

/**
 * A static configuration row: starting values of a class, by id. Its values are copied into each
 * entity made from it.
 *
 * @param id the configuration id, 1..2^32-1, unique in a catalog
 * @param className the class it belongs to
 * @param values values by field index; a field left out stays zero
 */
public record Profile(long id, String className, IndexMap<Value> values) {
    public Profile {
        if (id < 1 || id > IndexMap.KEY_MAX) {
            throw new IllegalArgumentException("configuration id outside 1..4294967295: " + id);
        }
    }
}
