package dev.terrane.core.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks a JSON tree against the format and builds the document. The only validator there is. */
final class DocumentReader {
    private static final Set<String> DOCUMENT_KEYS =
            Set.of("format", "version", "classes", "configs");

    private final SchemaLimits limits;
    private final Problems problems;

    /** Whether every class's name could be read, so that a name not among them is unknown. */
    private boolean namesKnown = true;

    DocumentReader(SchemaLimits limits, Problems problems) {
        this.limits = limits;
        this.problems = problems;
    }

    /** The document, or nothing after the reasons were reported. */
    Optional<SchemaDocument> read(SourceNode root) {
        Optional<ObjectView> view = ObjectView.of(root, JsonPath.ROOT, limits, problems);
        if (view.isEmpty()
                || !isFormat(view.get(), SchemaDocument.FORMAT, SchemaDocument.VERSION, problems)) {
            return Optional.empty();
        }
        view.get().allowOnly(DOCUMENT_KEYS);
        List<ClassDraft> drafts = classes(view.get());
        Map<String, ClassDraft> byName = new HashMap<>();
        for (ClassDraft draft : drafts) {
            if (draft.name != null) {
                byName.putIfAbsent(draft.name, draft);
            }
        }
        drafts.forEach(draft -> resolve(draft, byName));
        List<ConfigDefinition> configs = configs(view.get(), byName);
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        List<ClassDefinition> classes = drafts.stream().map(ClassDraft::toDefinition).toList();
        return Optional.of(new SchemaDocument(classes, configs));
    }

    /** Whether format and version are these; if not, no other rule can be applied. */
    static boolean isFormat(ObjectView view, String name, int number, Problems problems) {
        Optional<String> format = view.text("format");
        if (format.isPresent() && !format.get().equals(name)) {
            view.report(
                    SchemaRule.FORMAT_NAME,
                    "format",
                    "the format is \"" + name + "\", not " + Problems.quote(format.get()));
            return false;
        }
        Optional<SourceNode> version = view.find("version");
        if (version.isEmpty()) {
            problems.add(
                    SchemaRule.MISSING_KEY,
                    view.path(),
                    view.at(),
                    "the key \"version\" is required here");
            return false;
        }
        if (!(version.get() instanceof SourceNode.NumberNode given) || !given.integral()) {
            view.report(
                    SchemaRule.JSON_TYPE,
                    "version",
                    "an integer is required here, not " + version.get().kind());
            return false;
        }
        if (!given.literal().equals(Integer.toString(number))) {
            view.report(
                    SchemaRule.FORMAT_VERSION,
                    "version",
                    "this reader knows version " + number + ", not " + IntegerText.shorten(given));
            return false;
        }
        return format.isPresent();
    }

    private List<ClassDraft> classes(ObjectView view) {
        Optional<List<SourceNode>> present = view.array("classes");
        List<SourceNode> nodes = present.orElse(List.of());
        JsonPath path = view.path().child("classes");
        namesKnown = present.isPresent() && nodes.size() <= limits.classesMax();
        if (nodes.size() > limits.classesMax()) {
            view.report(
                    SchemaRule.LIMIT_CLASSES,
                    "classes",
                    "a document has at most "
                            + limits.classesMax()
                            + " classes, this one "
                            + nodes.size());
            return List.of();
        }
        ClassReader reader = new ClassReader(limits, problems);
        Map<String, String> first = new HashMap<>();
        List<ClassDraft> drafts = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            Optional<ObjectView> type =
                    ObjectView.of(nodes.get(i), path.child(i), limits, problems);
            if (type.isEmpty()) {
                namesKnown = false;
            } else {
                ClassDraft draft = reader.read(type.get());
                drafts.add(draft);
                namesKnown &= draft.name != null;
                noteName(type.get(), draft, first);
            }
        }
        return drafts;
    }

    private static void noteName(ObjectView view, ClassDraft draft, Map<String, String> first) {
        if (draft.name == null) {
            return;
        }
        String pointer = first.putIfAbsent(draft.name, view.path().pointer());
        if (pointer != null) {
            view.report(
                    SchemaRule.CLASS_DUPLICATE,
                    "name",
                    "a class " + Problems.quote(draft.name) + " is already declared at " + pointer);
        }
    }

    private void resolve(ClassDraft draft, Map<String, ClassDraft> byName) {
        for (ClassDraft.Reference reference : draft.references) {
            ClassDraft target = byName.get(reference.className());
            if (target == null && namesKnown) {
                problems.add(
                        SchemaRule.CLASS_UNKNOWN,
                        reference.path(),
                        reference.at(),
                        "no class is named " + Problems.quote(reference.className()));
            } else if (target != null
                    && reference.kind() == Member.Kind.TABLE
                    && target.hasRelations) {
                problems.add(
                        SchemaRule.TABLE_CLASS_NOT_SCALAR,
                        reference.path(),
                        reference.at(),
                        "a table's class has fields only; "
                                + Problems.quote(reference.className())
                                + " has tables or containers");
            }
        }
    }

    private List<ConfigDefinition> configs(ObjectView view, Map<String, ClassDraft> byName) {
        List<SourceNode> nodes = view.array("configs").orElse(List.of());
        JsonPath path = view.path().child("configs");
        ConfigReader reader = new ConfigReader(byName, namesKnown, limits, problems);
        List<ConfigDefinition> configs = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            ObjectView.of(nodes.get(i), path.child(i), limits, problems)
                    .flatMap(reader::read)
                    .ifPresent(configs::add);
        }
        return configs;
    }
}
