package dev.terrane.core.schema.diff;

import dev.terrane.core.schema.FieldDefinition;
import dev.terrane.core.schema.Mask;
import dev.terrane.core.schema.MaskName;
import dev.terrane.core.schema.Member;
import dev.terrane.core.schema.RelationDefinition;
import dev.terrane.core.schema.diff.SchemaChange.Side;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the members of one class. A member of the same name is the same member, and so is one of
 * the same index whose name is new; everything else was removed or added.
 */
final class MemberComparison {
    private static final int SYNC =
            MaskName.SYNC_VIEW.bit()
                    | MaskName.SYNC_SELF.bit()
                    | MaskName.SYNC_TEAM.bit()
                    | MaskName.SYNC_GUILD.bit()
                    | MaskName.SYNC_MAP.bit();
    private static final int SAVE = MaskName.SAVE.bit();

    private final String className;
    private final boolean hasRows;
    private final SchemaUse use;
    private final Changes changes;

    MemberComparison(String className, boolean hasRows, SchemaUse use, Changes changes) {
        this.className = className;
        this.hasRows = hasRows;
        this.use = use;
        this.changes = changes;
    }

    void compare(List<Located> before, List<Located> after) {
        Map<String, Located> byName = new HashMap<>();
        Map<Long, Located> byIndex = new HashMap<>();
        for (Located member : after) {
            byName.put(member.member().name(), member);
            byIndex.put(member.member().index(), member);
        }
        Set<String> oldNames = new HashSet<>();
        Set<Long> oldIndices = new HashSet<>();
        for (Located member : before) {
            oldNames.add(member.member().name());
            oldIndices.add(member.member().index());
        }
        Set<Located> matched = new HashSet<>();
        for (Located old : before) {
            Located now = byName.get(old.member().name());
            if (now == null) {
                Located same = byIndex.get(old.member().index());
                now = same != null && !oldNames.contains(same.member().name()) ? same : null;
            }
            if (now == null) {
                removed(old);
            } else {
                matched.add(now);
                compare(old, now);
            }
        }
        for (Located now : after) {
            if (!matched.contains(now)) {
                added(now, oldIndices.contains(now.member().index()));
            }
        }
    }

    private void removed(Located old) {
        long index = old.member().index();
        if (use.isRetired(className, index)) {
            changes.add(ChangeRule.RETIRED_MEMBER_REMOVED, old.whole(), null, Impact.NONE);
            return;
        }
        boolean kept = use.isClassStored(className) || hasRows;
        changes.add(
                ChangeRule.MEMBER_REMOVED,
                old.whole(),
                null,
                Impact.of(
                        use.isSelected(className, index) ? Verdict.BREAK : Verdict.OK,
                        Verdict.BREAK,
                        kept ? Verdict.BREAK : Verdict.OK));
    }

    private void added(Located now, boolean isTakenOver) {
        ChangeRule rule = ChangeRule.MEMBER_ADDED;
        if (use.isRetired(className, now.member().index())) {
            rule = ChangeRule.RETIRED_INDEX_REUSED;
        } else if (isTakenOver) {
            rule = ChangeRule.INDEX_TAKEN_OVER;
        }
        changes.add(
                rule,
                null,
                now.whole(),
                rule == ChangeRule.MEMBER_ADDED ? ClassComparison.addition() : otherIndex());
    }

    private void compare(Located old, Located now) {
        Member left = old.member();
        Member right = now.member();
        if (!left.name().equals(right.name())) {
            changes.add(
                    ChangeRule.MEMBER_RENAMED,
                    old.key("name", Text.of(left.name())),
                    now.key("name", Text.of(right.name())),
                    Impact.of(Verdict.OK, Verdict.BREAK, hasRows ? Verdict.BREAK : Verdict.OK));
        }
        if (left.index() != right.index()) {
            boolean retired = use.isRetired(className, right.index());
            changes.add(
                    retired ? ChangeRule.RETIRED_INDEX_REUSED : ChangeRule.INDEX_CHANGED,
                    old.key("index", Long.toString(left.index())),
                    now.key("index", Long.toString(right.index())),
                    otherIndex());
        }
        compareTypes(old, now);
        compareMasks(old, now);
        changes.description(old.pointer(), left.description(), now.pointer(), right.description());
    }

    private void compareTypes(Located old, Located now) {
        Impact impact = Impact.of(Verdict.BREAK, Verdict.BREAK, Verdict.BREAK);
        if (old.member().kind() != now.member().kind()) {
            changes.add(ChangeRule.KIND_CHANGED, old.whole(), now.whole(), impact);
            return;
        }
        Side left = type(old);
        Side right = type(now);
        if (!left.value().equals(right.value())) {
            ChangeRule rule =
                    old.member() instanceof FieldDefinition
                            ? ChangeRule.TYPE_CHANGED
                            : ChangeRule.RELATION_CLASS_CHANGED;
            changes.add(rule, left, right, impact);
        }
    }

    private static Side type(Located located) {
        return switch (located.member()) {
            case FieldDefinition field -> located.key("type", Text.of(field.type().text()));
            case RelationDefinition relation -> located.key("class", Text.of(relation.className()));
        };
    }

    private void compareMasks(Located old, Located now) {
        Mask left = old.member().mask();
        Mask right = now.member().mask();
        int gained = right.bits() & ~left.bits();
        int lost = left.bits() & ~right.bits();
        Side before = old.key("mask", Text.of(left));
        Side after = now.key("mask", Text.of(right));
        if ((gained & SYNC) != 0) {
            changes.add(
                    ChangeRule.MASK_SYNC_GAINED,
                    before,
                    after,
                    new Impact(Verdict.OK, Verdict.OK, Verdict.OK, Verdict.CONFIRM));
        }
        if ((lost & SYNC) != 0) {
            changes.add(ChangeRule.MASK_SYNC_LOST, before, after, Impact.NONE);
        }
        if ((gained & SAVE) != 0) {
            changes.add(ChangeRule.MASK_SAVE_GAINED, before, after, Impact.NONE);
        }
        if ((lost & SAVE) != 0) {
            changes.add(
                    ChangeRule.MASK_SAVE_LOST,
                    before,
                    after,
                    Impact.of(Verdict.OK, Verdict.OK, Verdict.WARN));
        }
        if (((gained | lost) & ~SYNC & ~SAVE) != 0) {
            changes.add(ChangeRule.MASK_OTHER_CHANGED, before, after, Impact.NONE);
        }
        if (gained == 0 && lost == 0 && !left.equals(right)) {
            changes.add(ChangeRule.ORDER_CHANGED, before, after, Impact.NONE);
        }
    }

    private static Impact otherIndex() {
        return new Impact(Verdict.BREAK, Verdict.OK, Verdict.BREAK, Verdict.REFUSED);
    }
}
