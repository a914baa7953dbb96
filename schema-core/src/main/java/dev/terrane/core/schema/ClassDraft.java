package dev.terrane.core.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A class while its document is being checked: whatever could be read of it, so that one mistake is
 * reported once and not again by everything that depends on it.
 */
final class ClassDraft {
    /** Null when the name is missing or unusable. */
    @Nullable String name;

    @Nullable String description;
    final List<FieldDefinition> fields = new ArrayList<>();
    final List<RelationDefinition> tables = new ArrayList<>();
    final List<RelationDefinition> containers = new ArrayList<>();

    /** References that must resolve once all classes are known. */
    final List<Reference> references = new ArrayList<>();

    /** Type by field name; the value is null when the field exists but its type is unusable. */
    final Map<String, @Nullable ScalarType> fieldTypes = new HashMap<>();

    /** Whether the names of all fields could be read, so that a name not among them is unknown. */
    boolean fieldsKnown = true;

    /** Whether the document gives the class tables or containers, readable or not. */
    boolean hasRelations;

    /** What reading that class would have given; references are not listed again. */
    static ClassDraft of(ClassDefinition type) {
        ClassDraft draft = new ClassDraft();
        draft.name = type.name();
        draft.description = type.description();
        draft.fields.addAll(type.fields());
        draft.tables.addAll(type.tables());
        draft.containers.addAll(type.containers());
        type.fields().forEach(field -> draft.fieldTypes.put(field.name(), field.type()));
        draft.hasRelations = !type.isScalarOnly();
        return draft;
    }

    /** A mention of another class. */
    record Reference(Member.Kind kind, String className, JsonPath path, SourcePosition at) {}

    /** The finished class; only called when the document has no problem. */
    ClassDefinition toDefinition() {
        if (name == null) {
            throw new IllegalStateException("a class without name was not reported");
        }
        return new ClassDefinition(name, description, fields, tables, containers);
    }
}
