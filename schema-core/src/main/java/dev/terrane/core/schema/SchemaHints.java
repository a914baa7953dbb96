package dev.terrane.core.schema;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What editors should know about a document and programs need not: labels, units, and which values
 * make sense. Hints are a document of their own beside the schema and are in neither of its hashes.
 * Immutable.
 *
 * @param classes hints by class, each class at most once
 */
public record SchemaHints(List<ClassHints> classes) {
    /** The format's name. */
    public static final String FORMAT = "terrane.schema-hints";

    /** The format's version. */
    public static final int VERSION = 1;

    /** No hints at all. */
    public static final SchemaHints NONE = new SchemaHints(List.of());

    public SchemaHints {
        classes = List.copyOf(classes);
        Set<String> names = new HashSet<>();
        for (ClassHints hints : classes) {
            if (!names.add(hints.name())) {
                throw new IllegalArgumentException("hints twice for class " + hints.name());
            }
        }
    }

    /** The hints of a class. */
    public Optional<ClassHints> findClass(String className) {
        return classes.stream().filter(hints -> hints.name().equals(className)).findFirst();
    }

    /** The hints of a member. */
    public Optional<MemberHints> find(String className, String memberName) {
        return findClass(className)
                .flatMap(
                        hints ->
                                hints.members().stream()
                                        .filter(member -> member.name().equals(memberName))
                                        .findFirst());
    }

    /**
     * Hints of one class.
     *
     * @param name the class
     * @param label what people call it, or null
     * @param members hints by member, each member at most once
     */
    public record ClassHints(String name, @Nullable String label, List<MemberHints> members) {
        public ClassHints {
            members = List.copyOf(members);
            Set<String> names = new HashSet<>();
            for (MemberHints member : members) {
                if (!names.add(member.name())) {
                    throw new IllegalArgumentException("hints twice for " + name + "." + member);
                }
            }
        }
    }

    /**
     * Hints of one member. Tables and containers have a label only.
     *
     * @param name the member
     * @param label what people call it, or null
     * @param unit what its numbers count, or null
     * @param min least value, of a number field, or null
     * @param max largest value, of a number field, or null
     * @param values the only values there are; empty for any
     * @param reference class whose rows' ids the values are, 0 for none; of a uint32 field, or null
     */
    public record MemberHints(
            String name,
            @Nullable String label,
            @Nullable String unit,
            @Nullable ScalarValue min,
            @Nullable ScalarValue max,
            List<AllowedValue> values,
            @Nullable String reference) {
        public MemberHints {
            values = List.copyOf(values);
        }
    }

    /**
     * One of the values a field may have.
     *
     * @param value the value
     * @param label what people call it, or null
     */
    public record AllowedValue(ScalarValue value, @Nullable String label) {}
}
