package dev.terrane.core.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads documents of format {@code terrane.schema-hints} version 1 against the schema document they
 * are for. As strict as {@link SchemaReader}; all mistakes are listed. One instance reads one text.
 */
public final class HintsReader {
    private static final Set<String> KEYS = Set.of("format", "version", "classes");
    private static final Set<String> CLASS_KEYS = Set.of("name", "label", "members");
    private static final Set<String> MEMBER_KEYS =
            Set.of("name", "label", "unit", "min", "max", "values", "reference");
    private static final Set<String> VALUE_KEYS = Set.of("value", "label");

    /** What to do with hints for what the document does not have. */
    public enum Unknown {
        /** Report them: the hints are being written. */
        REFUSE,
        /** Leave them out: the document is being written, and the hints are older. */
        IGNORE
    }

    private final SchemaDocument document;
    private final Unknown unknown;
    private final SchemaLimits limits;
    private final Problems problems;
    private final ScalarReader scalars;

    private HintsReader(
            SchemaDocument document, Unknown unknown, SchemaLimits limits, Problems problems) {
        this.document = document;
        this.unknown = unknown;
        this.limits = limits;
        this.problems = problems;
        this.scalars = new ScalarReader(limits, problems);
    }

    /** Reads hints for a document. The bytes are not kept. */
    public static HintsResult read(
            byte[] utf8, SchemaDocument document, Unknown unknown, SchemaLimits limits) {
        Problems problems = new Problems(limits.problemsMax());
        SourceNode root = SchemaReader.readTree(utf8, limits, problems);
        Optional<SchemaHints> hints =
                root == null
                        ? Optional.empty()
                        : ObjectView.of(root, JsonPath.ROOT, limits, problems)
                                .flatMap(
                                        new HintsReader(document, unknown, limits, problems)::read);
        return hints.isPresent() && problems.isEmpty()
                ? new HintsResult.Ok(hints.get())
                : new HintsResult.Rejected(problems.toRejected().problems());
    }

    private Optional<SchemaHints> read(ObjectView view) {
        view.allowOnly(KEYS);
        if (!DocumentReader.isFormat(view, SchemaHints.FORMAT, SchemaHints.VERSION, problems)) {
            return Optional.empty();
        }
        List<SchemaHints.ClassHints> classes = new ArrayList<>();
        Map<String, String> seen = new HashMap<>();
        forEach(
                view,
                "classes",
                entry -> {
                    entry.allowOnly(CLASS_KEYS);
                    Optional<String> name = entry.name("name");
                    if (name.isEmpty() || isSeen(entry, name.get(), seen)) {
                        return;
                    }
                    Optional<ClassDefinition> type = document.findClass(name.get());
                    if (type.isPresent()) {
                        classes.add(classHints(entry, type.get()));
                    } else {
                        unknown(entry, "no class is named " + Problems.quote(name.get()));
                    }
                });
        return problems.isEmpty() ? Optional.of(new SchemaHints(classes)) : Optional.empty();
    }

    private SchemaHints.ClassHints classHints(ObjectView view, ClassDefinition type) {
        ClassLayout layout = ClassLayout.of(type);
        List<SchemaHints.MemberHints> members = new ArrayList<>();
        Map<String, String> seen = new HashMap<>();
        forEach(
                view,
                "members",
                entry -> {
                    entry.allowOnly(MEMBER_KEYS);
                    Optional<String> name = entry.name("name");
                    if (name.isEmpty() || isSeen(entry, name.get(), seen)) {
                        return;
                    }
                    Optional<Member> member = layout.find(name.get());
                    if (member.isPresent()) {
                        memberHints(entry, member.get()).ifPresent(members::add);
                    } else {
                        unknown(
                                entry,
                                "the class "
                                        + Problems.quote(type.name())
                                        + " has no member "
                                        + Problems.quote(name.get()));
                    }
                });
        return new SchemaHints.ClassHints(type.name(), view.label("label"), members);
    }

    private Optional<SchemaHints.MemberHints> memberHints(ObjectView view, Member member) {
        String label = view.label("label");
        if (!(member instanceof FieldDefinition field)) {
            for (String key : List.of("unit", "min", "max", "values", "reference")) {
                kindUnless(view, key, false, "a table or container has a label only");
            }
            return Optional.of(
                    new SchemaHints.MemberHints(
                            member.name(), label, null, null, null, List.of(), null));
        }
        boolean number = isNumber(field.type());
        String text = field.type().text();
        kindUnless(view, "unit", number, "a unit belongs to a number, not to " + text);
        kindUnless(view, "min", number, "bounds belong to a number, not to " + text);
        kindUnless(view, "max", number, "bounds belong to a number, not to " + text);
        boolean listed = field.type() != ScalarType.BOOL && field.type() != ScalarType.GUID;
        kindUnless(view, "values", listed, "a list of values is not for " + text);
        kindUnless(
                view,
                "reference",
                field.type() == ScalarType.UINT32,
                "a reference to a row is a uint32, not " + text);
        ScalarValue min = number ? scalar(view, "min", field) : null;
        ScalarValue max = number ? scalar(view, "max", field) : null;
        if (min != null && max != null && ScalarOrder.compare(min, max) > 0) {
            view.report(SchemaRule.HINT_EMPTY, "min", "min is larger than max");
        }
        List<SchemaHints.AllowedValue> values = listed ? values(view, field) : List.of();
        return Optional.of(
                new SchemaHints.MemberHints(
                        field.name(),
                        label,
                        view.label("unit"),
                        min,
                        max,
                        values,
                        reference(view)));
    }

    private @Nullable ScalarValue scalar(ObjectView view, String key, FieldDefinition field) {
        return view.find(key)
                .flatMap(node -> scalars.read(field.type(), node, view.path().child(key)))
                .orElse(null);
    }

    private List<SchemaHints.AllowedValue> values(ObjectView view, FieldDefinition field) {
        if (view.find("values").isEmpty()) {
            return List.of();
        }
        List<SchemaHints.AllowedValue> values = new ArrayList<>();
        Set<ScalarValue> seen = new HashSet<>();
        int count =
                forEach(
                        view,
                        "values",
                        entry -> {
                            entry.allowOnly(VALUE_KEYS);
                            if (entry.find("value").isEmpty()) {
                                problems.add(
                                        SchemaRule.MISSING_KEY,
                                        entry.path(),
                                        entry.at(),
                                        "the key \"value\" is required here");
                                return;
                            }
                            ScalarValue value = scalar(entry, "value", field);
                            if (value != null && !seen.add(value)) {
                                entry.report(
                                        SchemaRule.HINT_DUPLICATE,
                                        "value",
                                        "the value is listed twice");
                            } else if (value != null) {
                                values.add(
                                        new SchemaHints.AllowedValue(value, entry.label("label")));
                            }
                        });
        if (count == 0) {
            view.report(
                    SchemaRule.HINT_EMPTY,
                    "values",
                    "a list of values has one; leave it out for any");
        }
        return values;
    }

    private @Nullable String reference(ObjectView view) {
        if (view.find("reference").isEmpty()) {
            return null;
        }
        Optional<String> name = view.name("reference");
        if (name.isPresent() && document.findClass(name.get()).isEmpty()) {
            if (unknown == Unknown.REFUSE) {
                view.report(
                        SchemaRule.HINT_UNKNOWN,
                        "reference",
                        "no class is named " + Problems.quote(name.get()));
            }
            return null;
        }
        return name.orElse(null);
    }

    private void kindUnless(ObjectView view, String key, boolean fits, String message) {
        if (!fits && view.find(key).isPresent()) {
            view.report(SchemaRule.HINT_KIND, key, message);
        }
    }

    private void unknown(ObjectView view, String message) {
        if (unknown == Unknown.REFUSE) {
            view.report(SchemaRule.HINT_UNKNOWN, "name", message);
        }
    }

    private static boolean isSeen(ObjectView view, String name, Map<String, String> seen) {
        String first = seen.putIfAbsent(name, view.path().pointer());
        if (first != null) {
            view.report(
                    SchemaRule.HINT_DUPLICATE,
                    "name",
                    "hints for " + Problems.quote(name) + " are already at " + first);
        }
        return first != null;
    }

    private interface Entry {
        void read(ObjectView view);
    }

    /** Reads the objects of a required array; returns how many elements it has, -1 for none. */
    private int forEach(ObjectView view, String key, Entry entry) {
        Optional<List<SourceNode>> nodes = view.array(key);
        if (nodes.isEmpty()) {
            return -1;
        }
        JsonPath path = view.path().child(key);
        for (int i = 0; i < nodes.get().size(); i++) {
            ObjectView.of(nodes.get().get(i), path.child(i), limits, problems)
                    .ifPresent(entry::read);
        }
        return nodes.get().size();
    }

    private static boolean isNumber(ScalarType type) {
        return switch (type) {
            case INT32, UINT32, INT64, UINT64, FLOAT, DOUBLE -> true;
            case BOOL, STRING, GUID -> false;
        };
    }
}
