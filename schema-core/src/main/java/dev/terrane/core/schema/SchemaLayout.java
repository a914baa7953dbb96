package dev.terrane.core.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A document prepared for fast lookup: classes by name, static rows by id. Immutable and safe for
 * all threads.
 */
public final class SchemaLayout {
    private final SchemaDocument document;
    private final List<ClassLayout> classes = new ArrayList<>();
    private final Map<String, ClassLayout> byName = new HashMap<>();
    private final Map<Long, Profile> profiles = new HashMap<>();

    /**
     * A static row with the class it belongs to.
     *
     * @param className class of the row
     * @param row the row
     */
    public record Profile(String className, ConfigRow row) {}

    private SchemaLayout(SchemaDocument document) {
        this.document = document;
        for (ClassDefinition definition : document.classes()) {
            ClassLayout layout = ClassLayout.of(definition);
            classes.add(layout);
            byName.put(definition.name(), layout);
        }
        for (ConfigDefinition config : document.configs()) {
            for (ConfigRow row : config.rows()) {
                profiles.put(row.id(), new Profile(config.className(), row));
            }
        }
    }

    /** The layouts of a document. */
    public static SchemaLayout of(SchemaDocument document) {
        return new SchemaLayout(document);
    }

    /** The document. */
    public SchemaDocument document() {
        return document;
    }

    /** All classes in the document's order. */
    public List<ClassLayout> classes() {
        return List.copyOf(classes);
    }

    /** The class of this name. */
    public Optional<ClassLayout> find(String className) {
        return Optional.ofNullable(byName.get(className));
    }

    /** The static row with this id, whatever its class. */
    public Optional<Profile> findProfile(long configId) {
        return Optional.ofNullable(profiles.get(configId));
    }
}
