package dev.terrane.core.entity;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Members of a class, or of the part of a class that a projection selects, by their stable index.
 *
 * <p>Invariant: an index and a name each occur once among fields, tables and containers.
 *
 * @param name the class
 * @param fields scalar members
 * @param tables tables
 * @param containers containers
 */
public record EntityLayout(
        String name,
        IndexMap<FieldLayout> fields,
        IndexMap<TableLayout> tables,
        IndexMap<ContainerLayout> containers) {

    public EntityLayout {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a class has a name");
        }
        Set<Long> indices = new HashSet<>();
        Set<String> names = new HashSet<>();
        fields.forEach((field, index) -> claim(indices, names, index, field.name()));
        tables.forEach((table, index) -> claim(indices, names, index, table.name()));
        containers.forEach((container, index) -> claim(indices, names, index, container.name()));
    }

    /** A class of scalar fields only, as tables need it. */
    public static EntityLayout ofFields(String name, IndexMap<FieldLayout> fields) {
        return new EntityLayout(name, fields, IndexMap.empty(), IndexMap.empty());
    }

    /** Whether the class has a member of this index, whatever its kind. */
    public boolean hasMember(long index) {
        return fields.has(index) || tables.has(index) || containers.has(index);
    }

    /** Index of a member by name, whatever its kind. */
    public Optional<Long> findIndex(String member) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.valueAt(i).name().equals(member)) {
                return Optional.of(fields.keyAt(i));
            }
        }
        for (int i = 0; i < tables.size(); i++) {
            if (tables.valueAt(i).name().equals(member)) {
                return Optional.of(tables.keyAt(i));
            }
        }
        for (int i = 0; i < containers.size(); i++) {
            if (containers.valueAt(i).name().equals(member)) {
                return Optional.of(containers.keyAt(i));
            }
        }
        return Optional.empty();
    }

    private static void claim(Set<Long> indices, Set<String> names, long index, String name) {
        if (!indices.add(index)) {
            throw new IllegalArgumentException("member index " + index + " twice");
        }
        if (!names.add(name)) {
            throw new IllegalArgumentException("member " + name + " twice");
        }
    }
}
