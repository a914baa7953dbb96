package dev.terrane.core.entity;

import dev.terrane.core.schema.ClassDefinition;
import dev.terrane.core.schema.ConfigDefinition;
import dev.terrane.core.schema.ConfigRow;
import dev.terrane.core.schema.FieldDefinition;
import dev.terrane.core.schema.Mask;
import dev.terrane.core.schema.Member;
import dev.terrane.core.schema.RelationDefinition;
import dev.terrane.core.schema.ScalarValue;
import dev.terrane.core.schema.SchemaDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Turns a validated schema document into the catalog of a kernel. */
public final class SchemaCatalog {
    private SchemaCatalog() {}

    /**
     * The document's classes and static configuration rows. The document has passed schema-core's
     * validation.
     */
    public static Catalog of(SchemaDocument document) {
        Map<String, ClassDefinition> byName =
                document.classes().stream()
                        .collect(Collectors.toMap(ClassDefinition::name, Function.identity()));
        List<EntityLayout> classes =
                document.classes().stream().map(definition -> layout(definition, byName)).toList();
        List<Profile> profiles = new ArrayList<>();
        for (ConfigDefinition config : document.configs()) {
            ClassDefinition definition = find(config.className(), byName);
            for (ConfigRow row : config.rows()) {
                profiles.add(new Profile(row.id(), config.className(), values(definition, row)));
            }
        }
        Map<String, IndexMap<Mask>> masks =
                document.classes().stream()
                        .collect(Collectors.toMap(ClassDefinition::name, SchemaCatalog::masks));
        return Catalog.of(classes, profiles, masks);
    }

    private static EntityLayout layout(
            ClassDefinition definition, Map<String, ClassDefinition> byName) {
        var tables = new IndexMap.Builder<TableLayout>();
        for (RelationDefinition table : definition.tables()) {
            ClassDefinition row = find(table.className(), byName);
            tables.put(table.index(), new TableLayout(table.name(), row.name(), fields(row)));
        }
        var containers = new IndexMap.Builder<ContainerLayout>();
        for (RelationDefinition container : definition.containers()) {
            containers.put(
                    container.index(),
                    new ContainerLayout(container.name(), container.className()));
        }
        return new EntityLayout(
                definition.name(), fields(definition), tables.build(), containers.build());
    }

    private static IndexMap<Mask> masks(ClassDefinition definition) {
        var masks = new IndexMap.Builder<Mask>();
        for (Member member : definition.members()) {
            masks.put(member.index(), member.mask());
        }
        return masks.build();
    }

    private static IndexMap<FieldLayout> fields(ClassDefinition definition) {
        var fields = new IndexMap.Builder<FieldLayout>();
        for (FieldDefinition field : definition.fields()) {
            fields.put(field.index(), new FieldLayout(field.name(), field.type()));
        }
        return fields.build();
    }

    private static IndexMap<Value> values(ClassDefinition definition, ConfigRow row) {
        var values = new IndexMap.Builder<Value>();
        for (FieldDefinition field : definition.fields()) {
            ScalarValue value = row.values().get(field.name());
            if (value != null) {
                values.put(field.index(), value(value));
            }
        }
        return values.build();
    }

    private static Value value(ScalarValue value) {
        return switch (value) {
            case ScalarValue.Bool(boolean v) -> new Value.Bool(v);
            case ScalarValue.Int32(int v) -> new Value.Int32(v);
            case ScalarValue.UInt32(long v) -> new Value.UInt32(v);
            case ScalarValue.Int64(long v) -> new Value.Int64(v);
            case ScalarValue.UInt64(long v) -> new Value.UInt64(v);
            case ScalarValue.Float32(float v) -> new Value.Float32(v);
            case ScalarValue.Float64(double v) -> new Value.Float64(v);
            case ScalarValue.Text(String v) -> Value.Text.of(v);
            case ScalarValue.Guid(long v) -> new Value.GuidRef(v);
        };
    }

    private static ClassDefinition find(String name, Map<String, ClassDefinition> byName) {
        ClassDefinition definition = byName.get(name);
        if (definition == null) {
            throw new IllegalArgumentException("the document has no class " + name);
        }
        return definition;
    }
}
