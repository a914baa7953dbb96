package dev.terrane.core.schema;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads class definitions; references to other classes are noted, not followed. */
final class ClassReader {
    private static final Set<String> CLASS_KEYS =
            Set.of("name", "description", "fields", "tables", "containers");
    private static final Set<String> FIELD_KEYS =
            Set.of("name", "index", "type", "mask", "description");
    private static final Set<String> RELATION_KEYS =
            Set.of("name", "index", "class", "mask", "description");

    private final SchemaLimits limits;
    private final Problems problems;

    ClassReader(SchemaLimits limits, Problems problems) {
        this.limits = limits;
        this.problems = problems;
    }

    /** What could be read of a class. */
    ClassDraft read(ObjectView view) {
        ClassDraft draft = new ClassDraft();
        view.allowOnly(CLASS_KEYS);
        draft.name = view.name("name").orElse(null);
        draft.description = view.description();
        Optional<List<SourceNode>> fields = view.array("fields");
        Optional<List<SourceNode>> tables = view.array("tables");
        Optional<List<SourceNode>> containers = view.array("containers");
        int members = size(fields) + size(tables) + size(containers);
        draft.fieldsKnown = fields.isPresent();
        draft.hasRelations = size(tables) + size(containers) > 0;
        if (members > limits.membersMax()) {
            problems.add(
                    SchemaRule.LIMIT_MEMBERS,
                    view.path(),
                    view.at(),
                    "a class has at most " + limits.membersMax() + " members, this one " + members);
            draft.fieldsKnown = false;
            return draft;
        }
        MemberNames used = new MemberNames();
        JsonPath path = view.path();
        for (Optional<ObjectView> field : views(fields, path.child("fields"))) {
            field.ifPresentOrElse(
                    member -> field(member, draft, used), () -> draft.fieldsKnown = false);
        }
        for (Optional<ObjectView> table : views(tables, path.child("tables"))) {
            table.ifPresent(member -> relation(member, Member.Kind.TABLE, draft, used));
        }
        for (Optional<ObjectView> container : views(containers, path.child("containers"))) {
            container.ifPresent(member -> relation(member, Member.Kind.CONTAINER, draft, used));
        }
        return draft;
    }

    private List<Optional<ObjectView>> views(Optional<List<SourceNode>> nodes, JsonPath path) {
        List<SourceNode> elements = nodes.orElse(List.of());
        List<Optional<ObjectView>> views = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
            views.add(ObjectView.of(elements.get(i), path.child(i), limits, problems));
        }
        return views;
    }

    private static int size(Optional<List<SourceNode>> nodes) {
        return nodes.map(List::size).orElse(0);
    }

    private void field(ObjectView view, ClassDraft draft, MemberNames used) {
        view.allowOnly(FIELD_KEYS);
        Optional<String> name = view.name("name");
        Optional<Long> index = view.index("index");
        Optional<ScalarType> type = type(view);
        Mask mask = mask(view);
        String description = view.description();
        used.note(view, name, index);
        if (name.isEmpty()) {
            draft.fieldsKnown = false;
            return;
        }
        draft.fieldTypes.putIfAbsent(name.get(), type.orElse(null));
        if (index.isPresent() && type.isPresent()) {
            draft.fields.add(
                    new FieldDefinition(name.get(), index.get(), type.get(), mask, description));
        }
    }

    private void relation(ObjectView view, Member.Kind kind, ClassDraft draft, MemberNames used) {
        view.allowOnly(RELATION_KEYS);
        Optional<String> name = view.name("name");
        Optional<Long> index = view.index("index");
        Optional<String> target = view.name("class");
        Mask mask = mask(view);
        String description = view.description();
        used.note(view, name, index);
        target.ifPresent(
                className ->
                        draft.references.add(
                                new ClassDraft.Reference(
                                        kind,
                                        className,
                                        view.path().child("class"),
                                        view.at("class"))));
        if (name.isPresent() && index.isPresent() && target.isPresent()) {
            (kind == Member.Kind.TABLE ? draft.tables : draft.containers)
                    .add(
                            new RelationDefinition(
                                    kind,
                                    name.get(),
                                    index.get(),
                                    target.get(),
                                    mask,
                                    description));
        }
    }

    private Optional<ScalarType> type(ObjectView view) {
        Optional<String> text = view.text("type");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Optional<ScalarType> type = ScalarType.find(text.get());
        if (type.isEmpty()) {
            List<String> known = new ArrayList<>();
            for (ScalarType each : ScalarType.values()) {
                known.add(each.text());
            }
            view.report(
                    SchemaRule.TYPE_UNKNOWN,
                    "type",
                    "version 1 has no type "
                            + Problems.quote(text.get())
                            + "; it has "
                            + String.join(", ", known));
        }
        return type;
    }

    private Mask mask(ObjectView view) {
        if (!view.entries().containsKey("mask")) {
            return Mask.NONE;
        }
        JsonPath path = view.path().child("mask");
        List<SourceNode> elements = view.array("mask").orElse(List.of());
        Set<MaskName> names = EnumSet.noneOf(MaskName.class);
        List<MaskName> ordered = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
            Optional<MaskName> name = maskName(elements.get(i), path.child(i));
            if (name.isPresent() && names.add(name.get())) {
                ordered.add(name.get());
            } else if (name.isPresent()) {
                problems.add(
                        SchemaRule.MASK_DUPLICATE,
                        path.child(i),
                        elements.get(i).at(),
                        "the mask lists " + name.get().text() + " twice");
            }
        }
        return new Mask(ordered);
    }

    private Optional<MaskName> maskName(SourceNode node, JsonPath path) {
        if (!(node instanceof SourceNode.TextNode(var at, String text))) {
            problems.add(
                    SchemaRule.JSON_TYPE,
                    path,
                    node.at(),
                    "a string is required here, not " + node.kind());
            return Optional.empty();
        }
        Optional<MaskName> name = MaskName.find(text);
        if (name.isEmpty()) {
            List<String> known = new ArrayList<>();
            for (MaskName each : MaskName.values()) {
                known.add(each.text());
            }
            problems.add(
                    SchemaRule.MASK_UNKNOWN,
                    path,
                    at,
                    "version 1 has no mask "
                            + Problems.quote(text)
                            + "; it has "
                            + String.join(", ", known));
        }
        return name;
    }

    /** Names and indices already used in one class, with the place of their first use. */
    private static final class MemberNames {
        private final Map<String, String> names = new HashMap<>();
        private final Map<Long, String> indices = new HashMap<>();

        void note(ObjectView view, Optional<String> name, Optional<Long> index) {
            String pointer = view.path().pointer();
            if (name.isPresent()) {
                String first = names.putIfAbsent(name.get(), pointer);
                if (first != null) {
                    view.report(
                            SchemaRule.MEMBER_NAME_DUPLICATE,
                            "name",
                            "the class already has a member "
                                    + Problems.quote(name.get())
                                    + " at "
                                    + first);
                }
            }
            if (index.isPresent()) {
                String first = indices.putIfAbsent(index.get(), pointer);
                if (first != null) {
                    view.report(
                            SchemaRule.MEMBER_INDEX_DUPLICATE,
                            "index",
                            "the class already has a member with index "
                                    + index.get()
                                    + " at "
                                    + first);
                }
            }
        }
    }
}
