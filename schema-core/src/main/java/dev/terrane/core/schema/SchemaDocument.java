package dev.terrane.core.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A whole document. Every instance satisfies the rules of the format, however it was made: names
 * and indices are unique, references resolve, tables refer to scalar-only classes, rows are
 * complete, exactly typed and globally unique by id. Lists keep the document's order. Immutable.
 *
 * @param classes the classes
 * @param configs static rows by class, each class at most once
 */
public record SchemaDocument(List<ClassDefinition> classes, List<ConfigDefinition> configs) {
    /** The format's name. */
    public static final String FORMAT = "ark.entity-schema";

    /** The format's version. */
    public static final int VERSION = 1;

    public SchemaDocument {
        classes = List.copyOf(classes);
        configs = List.copyOf(configs);
        Map<String, ClassDefinition> byName = new HashMap<>();
        for (ClassDefinition type : classes) {
            if (byName.put(type.name(), type) != null) {
                throw new IllegalArgumentException("class declared twice: " + type.name());
            }
        }
        for (ClassDefinition type : classes) {
            checkReferences(type, byName);
        }
        checkRows(configs, byName);
    }

    /** The class of this name. Searches the list; {@link SchemaLayout} is for frequent lookups. */
    public Optional<ClassDefinition> findClass(String name) {
        return classes.stream().filter(type -> type.name().equals(name)).findFirst();
    }

    /** The static rows of this class; empty when there are none. */
    public List<ConfigRow> rowsOf(String className) {
        return configs.stream()
                .filter(config -> config.className().equals(className))
                .findFirst()
                .map(ConfigDefinition::rows)
                .orElse(List.of());
    }

    /** This document with other rows for one of its classes; the order of classes is kept. */
    public SchemaDocument withRows(ConfigDefinition rows) {
        List<ConfigDefinition> replaced = new ArrayList<>(configs);
        replaced.replaceAll(config -> config.className().equals(rows.className()) ? rows : config);
        if (!replaced.contains(rows)) {
            replaced.add(rows);
        }
        return new SchemaDocument(classes, replaced);
    }

    private static void checkReferences(ClassDefinition type, Map<String, ClassDefinition> byName) {
        for (RelationDefinition table : type.tables()) {
            if (!target(table, byName).isScalarOnly()) {
                throw new IllegalArgumentException(
                        "table " + table.name() + " refers to a class with relations");
            }
        }
        for (RelationDefinition container : type.containers()) {
            target(container, byName);
        }
    }

    private static ClassDefinition target(
            RelationDefinition relation, Map<String, ClassDefinition> byName) {
        ClassDefinition target = byName.get(relation.className());
        if (target == null) {
            throw new IllegalArgumentException(
                    relation.name() + " refers to no class: " + relation.className());
        }
        return target;
    }

    private static void checkRows(
            List<ConfigDefinition> configs, Map<String, ClassDefinition> byName) {
        Set<String> names = new HashSet<>();
        Set<Long> ids = new HashSet<>();
        for (ConfigDefinition config : configs) {
            ClassDefinition type = byName.get(config.className());
            if (type == null || !names.add(config.className())) {
                throw new IllegalArgumentException(
                        "rows of no class, or twice of one: " + config.className());
            }
            boolean hasId =
                    type.findField(ConfigRow.ID)
                            .filter(field -> field.type() == ScalarType.UINT32)
                            .isPresent();
            if (!hasId) {
                throw new IllegalArgumentException(
                        "rows of a class without uint32 id: " + config.className());
            }
            for (ConfigRow row : config.rows()) {
                if (!ids.add(row.id())) {
                    throw new IllegalArgumentException("row id used twice: " + row.id());
                }
                checkRow(type, row);
            }
        }
    }

    private static void checkRow(ClassDefinition type, ConfigRow row) {
        boolean complete = row.values().size() == type.fields().size();
        for (FieldDefinition field : type.fields()) {
            ScalarValue value = row.values().get(field.name());
            complete &= value != null && value.type() == field.type();
        }
        if (!complete) {
            throw new IllegalArgumentException(
                    "row " + row.id() + " does not fill the fields of " + type.name());
        }
    }
}
