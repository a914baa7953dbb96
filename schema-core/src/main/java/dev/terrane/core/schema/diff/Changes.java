package dev.terrane.core.schema.diff;

import dev.terrane.core.schema.diff.SchemaChange.Side;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Collects differences. */
final class Changes {
    private final List<SchemaChange> list = new ArrayList<>();

    List<SchemaChange> list() {
        return list;
    }

    void add(ChangeRule rule, @Nullable Side before, @Nullable Side after, Impact impact) {
        list.add(new SchemaChange(rule, before, after, impact));
    }

    /** Reports an array whose common elements come in another order. */
    void order(Ordered before, Ordered after) {
        Set<String> old = new HashSet<>(before.elements());
        Set<String> now = new HashSet<>(after.elements());
        List<String> left = before.elements().stream().filter(now::contains).toList();
        List<String> right = after.elements().stream().filter(old::contains).toList();
        if (!left.equals(right)) {
            add(ChangeRule.ORDER_CHANGED, before.side(), after.side(), Impact.NONE);
        }
    }

    void description(
            String beforePointer,
            @Nullable String before,
            String afterPointer,
            @Nullable String after) {
        String old = Text.orNull(before);
        String now = Text.orNull(after);
        if (!old.equals(now)) {
            add(
                    ChangeRule.DESCRIPTION_CHANGED,
                    new Side(beforePointer + "/description", old),
                    new Side(afterPointer + "/description", now),
                    Impact.NONE);
        }
    }

    /** An array and what identifies its elements, as JSON. */
    record Ordered(String pointer, List<String> elements) {
        private Side side() {
            return new Side(pointer, elements.stream().collect(Collectors.joining(", ", "[", "]")));
        }
    }
}
