package dev.terrane.core.schema.diff;

import dev.terrane.core.schema.ClassDefinition;
import dev.terrane.core.schema.ConfigDefinition;
import dev.terrane.core.schema.FieldDefinition;
import dev.terrane.core.schema.Member;
import dev.terrane.core.schema.RelationDefinition;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.diff.SchemaChange.Side;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares the classes of two documents. One comparison each. */
final class ClassComparison {
    private final SchemaDocument before;
    private final SchemaDocument after;
    private final SchemaUse use;
    private final Changes changes;
    private final Map<String, Integer> positions = new HashMap<>();
    private final Set<String> known = new HashSet<>();

    ClassComparison(SchemaDocument before, SchemaDocument after, SchemaUse use, Changes changes) {
        this.before = before;
        this.after = after;
        this.use = use;
        this.changes = changes;
        for (int i = 0; i < after.classes().size(); i++) {
            positions.put(after.classes().get(i).name(), i);
        }
        before.classes().forEach(type -> known.add(type.name()));
    }

    void compare() {
        changes.order(names(before), names(after));
        Map<Set<String>, Integer> candidates = renameCandidates();
        Set<Integer> renamed = new HashSet<>();
        for (int i = 0; i < before.classes().size(); i++) {
            ClassDefinition old = before.classes().get(i);
            Integer at = positions.get(old.name());
            if (at != null) {
                compare(old, i, at);
                continue;
            }
            Impact impact =
                    Impact.of(
                            Verdict.BREAK,
                            Verdict.BREAK,
                            use.isClassStored(old.name()) || hasRows(old.name())
                                    ? Verdict.BREAK
                                    : Verdict.OK);
            Integer twin = candidates.get(signature(old));
            if (twin != null && renamed.add(twin)) {
                changes.add(ChangeRule.CLASS_RENAMED, name(before, i), name(after, twin), impact);
            } else {
                changes.add(ChangeRule.CLASS_REMOVED, type(before, i), null, impact);
            }
        }
        for (int i = 0; i < after.classes().size(); i++) {
            if (!known.contains(after.classes().get(i).name()) && !renamed.contains(i)) {
                changes.add(ChangeRule.CLASS_ADDED, null, type(after, i), addition());
            }
        }
    }

    /** What adding a class or member does: the reader has checked rows and masks already. */
    static Impact addition() {
        return new Impact(Verdict.NEW_STREAM, Verdict.OK, Verdict.CHECKED, Verdict.CHECKED);
    }

    private void compare(ClassDefinition old, int oldAt, int newAt) {
        ClassDefinition now = after.classes().get(newAt);
        String oldPointer = "/classes/" + oldAt;
        String newPointer = "/classes/" + newAt;
        changes.description(oldPointer, old.description(), newPointer, now.description());
        order("/fields", oldPointer, old.fields(), newPointer, now.fields());
        order("/tables", oldPointer, old.tables(), newPointer, now.tables());
        order("/containers", oldPointer, old.containers(), newPointer, now.containers());
        new MemberComparison(old.name(), hasRows(old.name()), use, changes)
                .compare(Located.of(old, oldPointer), Located.of(now, newPointer));
    }

    private void order(
            String array,
            String oldPointer,
            List<? extends Member> old,
            String newPointer,
            List<? extends Member> now) {
        changes.order(
                new Changes.Ordered(oldPointer + array, indices(old)),
                new Changes.Ordered(newPointer + array, indices(now)));
    }

    private static List<String> indices(List<? extends Member> members) {
        return members.stream().map(member -> Long.toString(member.index())).toList();
    }

    private boolean hasRows(String className) {
        return before.configs().stream()
                .filter(config -> config.className().equals(className))
                .map(ConfigDefinition::rows)
                .anyMatch(rows -> !rows.isEmpty());
    }

    /** Classes that are new and have members, by what they have. */
    private Map<Set<String>, Integer> renameCandidates() {
        Map<Set<String>, Integer> candidates = new HashMap<>();
        for (int i = 0; i < after.classes().size(); i++) {
            ClassDefinition type = after.classes().get(i);
            if (!known.contains(type.name()) && !type.members().isEmpty()) {
                candidates.putIfAbsent(signature(type), i);
            }
        }
        return candidates;
    }

    private static Set<String> signature(ClassDefinition type) {
        return type.members().stream()
                .map(member -> member.index() + " " + member.name() + " " + target(type, member))
                .collect(Collectors.toSet());
    }

    private static String target(ClassDefinition type, Member member) {
        return switch (member) {
            case FieldDefinition field -> field.type().text();
            case RelationDefinition relation ->
                    relation.kind()
                            + " "
                            // A class that refers to itself still does under another name.
                            + (relation.className().equals(type.name())
                                    ? ""
                                    : relation.className());
        };
    }

    private static Changes.Ordered names(SchemaDocument document) {
        return new Changes.Ordered(
                "/classes", document.classes().stream().map(type -> Text.of(type.name())).toList());
    }

    private static Side type(SchemaDocument document, int at) {
        return new Side("/classes/" + at, Text.of(document.classes().get(at).name()));
    }

    private static Side name(SchemaDocument document, int at) {
        return new Side("/classes/" + at + "/name", Text.of(document.classes().get(at).name()));
    }
}
