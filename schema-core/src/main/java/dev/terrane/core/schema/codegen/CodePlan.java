package dev.terrane.core.schema.codegen;

import dev.terrane.core.schema.ClassDefinition;
import dev.terrane.core.schema.ClassLayout;
import dev.terrane.core.schema.Member;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaHash;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A document with an identifier for everything in it, unique where it stands. Who comes first keeps
 * the plain one: classes in the document's order, members by index; the next gets its index, or a
 * number, appended.
 *
 * @param target what for
 * @param wireHash the document's
 * @param contentHash the document's
 * @param schemaName for example GuestRoom
 * @param classes the classes
 */
record CodePlan(
        CodeTarget target,
        String wireHash,
        String contentHash,
        String schemaName,
        List<ClassPlan> classes) {
    /** What generated code refers to by its bare name. */
    private static final List<String> TAKEN =
            List.of(
                    "FieldSource",
                    "FieldValue",
                    "Boolean",
                    "Double",
                    "Float",
                    "Integer",
                    "Long",
                    "Object",
                    "Override",
                    "String",
                    "Symbol",
                    "Function",
                    "Record",
                    "Enum");

    /** What is appended to a member's prefix. */
    private static final List<String> SUFFIXES = List.of("Index", "Name", "Type", "Mask", "Class");

    /**
     * A class.
     *
     * @param type the class
     * @param name for example GuestPlayer
     * @param members ascending by index
     */
    record ClassPlan(ClassDefinition type, String name, List<MemberPlan> members) {}

    /**
     * A member.
     *
     * @param member the member
     * @param upper for example HP_MAX
     * @param pascal for example HpMax
     * @param camel for example hpMax
     */
    record MemberPlan(Member member, String upper, String pascal, String camel) {}

    static CodePlan of(SchemaDocument document, CodeTarget target) {
        String schemaName = Identifiers.pascal(target.schema());
        Set<String> names = new HashSet<>();
        TAKEN.forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
        names.add((schemaName + "Schema").toLowerCase(Locale.ROOT));
        List<ClassPlan> classes = new ArrayList<>();
        for (ClassDefinition type : document.classes()) {
            // Without regard to case, as file systems are.
            String name = unique(Identifiers.pascal(type.name()), 2, names);
            classes.add(new ClassPlan(type, name, members(type, name)));
        }
        return new CodePlan(
                target,
                SchemaHash.ofWire(document).hex(),
                SchemaHash.ofContent(document).hex(),
                schemaName,
                classes);
    }

    private static List<MemberPlan> members(ClassDefinition type, String className) {
        // The class's own name has a constant, too: CLASS_NAME, ClassName.
        Set<String> uppers = new HashSet<>(Set.of("class"));
        Set<String> pascals = new HashSet<>(Set.of("class"));
        // No constant may be named like the class it stands in.
        for (String suffix : SUFFIXES) {
            if (className.endsWith(suffix)) {
                String prefix = className.substring(0, className.length() - suffix.length());
                pascals.add(prefix.toLowerCase(Locale.ROOT));
            }
        }
        Set<String> camels = new HashSet<>();
        List<MemberPlan> members = new ArrayList<>();
        for (Member member : ClassLayout.of(type).members()) {
            members.add(
                    new MemberPlan(
                            member,
                            unique(Identifiers.upper(member.name()), member.index(), uppers),
                            unique(Identifiers.pascal(member.name()), member.index(), pascals),
                            unique(Identifiers.camel(member.name()), member.index(), camels)));
        }
        return members;
    }

    private static String unique(String name, long number, Set<String> taken) {
        String candidate = name;
        for (long next = number; !taken.add(candidate.toLowerCase(Locale.ROOT)); next++) {
            candidate = name + "_" + next;
        }
        return candidate;
    }
}
