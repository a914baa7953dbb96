package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.TableLayout;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Judges whether the parts of one layout can be of one schema: wherever in the tree a class is
 * used, an index of it is of one kind, one type or one class, and rows are of classes with nothing
 * but fields. One use.
 */
final class LayoutCheck {
    private final Map<String, Map<Long, Member>> classes = new HashMap<>();
    private final Set<String> rowClasses = new HashSet<>();
    private final Set<String> ownerClasses = new HashSet<>();

    private LayoutCheck() {}

    /** What a member is; what it refers to is its type, or the class of its rows or children. */
    private record Member(Kind kind, String type) {
        @Override
        public String toString() {
            return kind == Kind.FIELD ? type : kind + " of " + type;
        }
    }

    private enum Kind {
        FIELD,
        TABLE,
        CONTAINER
    }

    static void require(StreamLayout tree) {
        var check = new LayoutCheck();
        check.visit(tree);
        for (String rowClass : check.rowClasses) {
            if (check.ownerClasses.contains(rowClass)) {
                throw RefusedException.rejected(
                        Reason.CLASS_MISMATCH, "table class " + rowClass + " has more than fields");
            }
        }
    }

    private void visit(StreamLayout tree) {
        EntityLayout layout = tree.members();
        fields(layout.name(), layout.fields());
        for (int i = 0; i < layout.tables().size(); i++) {
            TableLayout table = layout.tables().valueAt(i);
            ownerClasses.add(layout.name());
            rowClasses.add(table.rowClass());
            note(layout.name(), layout.tables().keyAt(i), new Member(Kind.TABLE, table.rowClass()));
            fields(table.rowClass(), table.columns());
        }
        for (int i = 0; i < layout.containers().size(); i++) {
            ContainerLayout container = layout.containers().valueAt(i);
            ownerClasses.add(layout.name());
            note(
                    layout.name(),
                    layout.containers().keyAt(i),
                    new Member(Kind.CONTAINER, container.childClass()));
        }
        for (StreamLayout.ChildRule rule : tree.children().values()) {
            StreamLayout every = rule.every();
            if (every != null) {
                visit(every);
            }
            rule.named().values().forEach(this::visit);
        }
    }

    private void fields(String className, IndexMap<FieldLayout> fields) {
        fields.forEach(
                (field, index) ->
                        note(className, index, new Member(Kind.FIELD, field.type().name())));
    }

    private void note(String className, long index, Member member) {
        Member before =
                classes.computeIfAbsent(className, name -> new HashMap<>())
                        .putIfAbsent(index, member);
        if (before == null || before.equals(member)) {
            return;
        }
        Reason reason =
                before.kind() != member.kind()
                        ? Reason.MEMBER_KIND
                        : before.kind() == Kind.FIELD ? Reason.VALUE_TYPE : Reason.CLASS_MISMATCH;
        throw RefusedException.rejected(
                reason, className + "." + index + " is both " + before + " and " + member);
    }
}
