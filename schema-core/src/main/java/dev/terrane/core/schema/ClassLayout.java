package dev.terrane.core.schema;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Members of one class for fast lookup, in ascending index order. The position of a member in that
 * order, its ordinal, is dense and depends on indices only, never on the document's order.
 * Immutable and safe for all threads.
 */
public final class ClassLayout {
    private final ClassDefinition definition;
    private final List<Member> members;
    private final long[] indices;
    private final Map<String, Integer> ordinals;

    private ClassLayout(ClassDefinition definition) {
        this.definition = definition;
        this.members =
                definition.members().stream()
                        .sorted(Comparator.comparingLong(Member::index))
                        .toList();
        this.indices = members.stream().mapToLong(Member::index).toArray();
        this.ordinals = HashMap.newHashMap(members.size());
        for (int i = 0; i < members.size(); i++) {
            ordinals.put(members.get(i).name(), i);
        }
    }

    /** The layout of a class. */
    public static ClassLayout of(ClassDefinition definition) {
        return new ClassLayout(definition);
    }

    /** The class. */
    public ClassDefinition definition() {
        return definition;
    }

    /** The class's name. */
    public String name() {
        return definition.name();
    }

    /** All members, ascending by index. */
    public List<Member> members() {
        return members;
    }

    /** The member of this name. */
    public Optional<Member> find(String name) {
        int ordinal = ordinalOf(name);
        return ordinal < 0 ? Optional.empty() : Optional.of(members.get(ordinal));
    }

    /** The member of this index. */
    public Optional<Member> find(long index) {
        int ordinal = ordinalOf(index);
        return ordinal < 0 ? Optional.empty() : Optional.of(members.get(ordinal));
    }

    /** Place of the member of this name in {@link #members()}, or -1. Allocates nothing. */
    public int ordinalOf(String name) {
        Integer ordinal = ordinals.get(name);
        return ordinal == null ? -1 : ordinal;
    }

    /** Place of the member of this index in {@link #members()}, or -1. Allocates nothing. */
    public int ordinalOf(long index) {
        int low = 0;
        int high = indices.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (indices[middle] == index) {
                return middle;
            }
            if (indices[middle] < index) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }
}
