package dev.terrane.core.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads static rows against the classes of their document. One instance reads one document. */
final class ConfigReader {
    private static final Set<String> CONFIG_KEYS = Set.of("class", "rows");

    private final Map<String, ClassDraft> classes;
    private final boolean namesKnown;
    private final SchemaLimits limits;
    private final Problems problems;
    private final ScalarReader scalars;
    private final Map<String, String> configured = new HashMap<>();
    private final Map<Long, String> ids = new HashMap<>();

    /** The classes by name; when not all names are known, a missing one is no mistake. */
    ConfigReader(
            Map<String, ClassDraft> classes,
            boolean namesKnown,
            SchemaLimits limits,
            Problems problems) {
        this.classes = classes;
        this.namesKnown = namesKnown;
        this.limits = limits;
        this.problems = problems;
        this.scalars = new ScalarReader(limits, problems);
    }

    /** The rows of one class, or nothing after the reasons were reported. */
    Optional<ConfigDefinition> read(ObjectView view) {
        view.allowOnly(CONFIG_KEYS);
        Optional<String> className = view.name("class");
        Optional<List<SourceNode>> nodes = view.array("rows");
        Optional<ClassDraft> type = className.flatMap(name -> classOf(view, name));
        if (type.isEmpty() || nodes.isEmpty()) {
            return Optional.empty();
        }
        JsonPath path = view.path().child("rows");
        List<ConfigRow> rows = new ArrayList<>();
        for (int i = 0; i < nodes.get().size(); i++) {
            ObjectView.of(nodes.get().get(i), path.child(i), limits, problems)
                    .flatMap(row -> row(row, type.get()))
                    .ifPresent(rows::add);
        }
        return className.map(name -> new ConfigDefinition(name, rows));
    }

    private Optional<ClassDraft> classOf(ObjectView view, String name) {
        String first = configured.putIfAbsent(name, view.path().pointer());
        if (first != null) {
            view.report(
                    SchemaRule.CONFIG_DUPLICATE,
                    "class",
                    "the class " + Problems.quote(name) + " already has its rows at " + first);
        }
        ClassDraft type = classes.get(name);
        if (type == null) {
            if (namesKnown) {
                view.report(
                        SchemaRule.CLASS_UNKNOWN,
                        "class",
                        "no class is named " + Problems.quote(name));
            }
            return Optional.empty();
        }
        boolean declared = type.fieldTypes.containsKey(ConfigRow.ID);
        boolean unclear = declared ? type.fieldTypes.get(ConfigRow.ID) == null : !type.fieldsKnown;
        if (!unclear && type.fieldTypes.get(ConfigRow.ID) != ScalarType.UINT32) {
            view.report(
                    SchemaRule.CONFIG_ID_FIELD,
                    "class",
                    "a class with rows declares a field \"id\" of type uint32; "
                            + Problems.quote(name)
                            + (declared ? " declares it with another type" : " does not"));
        }
        return Optional.of(type);
    }

    /** One row, or nothing after the reasons were reported. */
    Optional<ConfigRow> row(ObjectView view, ClassDraft type) {
        rejectUnknown(view, type);
        Map<String, ScalarValue> values = new LinkedHashMap<>();
        for (FieldDefinition field : type.fields) {
            SourceNode.Entry entry = view.entries().get(field.name());
            if (entry == null) {
                problems.add(
                        SchemaRule.ROW_FIELD_MISSING,
                        view.path(),
                        view.at(),
                        "the row has no value for the field " + Problems.quote(field.name()));
            } else {
                scalars.read(field.type(), entry.value(), view.path().child(field.name()))
                        .ifPresent(value -> values.put(field.name(), value));
            }
        }
        boolean identified =
                values.get(ConfigRow.ID) instanceof ScalarValue.UInt32(long id)
                        && isNewId(view, id);
        return identified ? Optional.of(new ConfigRow(values)) : Optional.empty();
    }

    private boolean isNewId(ObjectView view, long id) {
        if (id == 0) {
            view.report(SchemaRule.ROW_ID_POSITIVE, ConfigRow.ID, "a row id is positive, not 0");
            return false;
        }
        String first = ids.putIfAbsent(id, view.path().pointer());
        if (first != null) {
            view.report(
                    SchemaRule.ROW_ID_DUPLICATE,
                    ConfigRow.ID,
                    "the id " + id + " is already used at " + first);
        }
        return first == null;
    }

    private void rejectUnknown(ObjectView view, ClassDraft type) {
        if (!type.fieldsKnown) {
            return;
        }
        view.entries()
                .forEach(
                        (key, entry) -> {
                            if (!type.fieldTypes.containsKey(key)) {
                                problems.add(
                                        SchemaRule.ROW_FIELD_UNKNOWN,
                                        view.path().child(key),
                                        entry.keyAt(),
                                        "the class has no field " + Problems.quote(key));
                            }
                        });
    }
}
