package dev.terrane.core.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A class of entities or of table rows. The lists keep the document's order, which assigns nothing.
 *
 * @param name name, not empty
 * @param description text for people, or null
 * @param fields scalar members
 * @param tables members of kind table
 * @param containers members of kind container
 */
public record ClassDefinition(
        String name,
        @Nullable String description,
        List<FieldDefinition> fields,
        List<RelationDefinition> tables,
        List<RelationDefinition> containers) {
    public ClassDefinition {
        fields = List.copyOf(fields);
        tables = List.copyOf(tables);
        containers = List.copyOf(containers);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a class needs a name");
        }
        UnicodeText.require(name, "a class's name");
        UnicodeText.require(description, "the description of " + name);
        Set<String> names = new HashSet<>();
        Set<Long> indices = new HashSet<>();
        for (Member member : join(fields, tables, containers)) {
            if (!names.add(member.name()) || !indices.add(member.index())) {
                throw new IllegalArgumentException(
                        "class " + name + " uses a name or index twice: " + member);
            }
        }
        requireKind(tables, Member.Kind.TABLE);
        requireKind(containers, Member.Kind.CONTAINER);
    }

    /** Fields, tables and containers in the document's order. */
    public List<Member> members() {
        return join(fields, tables, containers);
    }

    /** Whether the class has fields only, as the columns of a table must. */
    public boolean isScalarOnly() {
        return tables.isEmpty() && containers.isEmpty();
    }

    /** The field of this name. Searches the list; {@link ClassLayout} is for frequent lookups. */
    public Optional<FieldDefinition> findField(String fieldName) {
        return fields.stream().filter(field -> field.name().equals(fieldName)).findFirst();
    }

    private static List<Member> join(
            List<FieldDefinition> fields,
            List<RelationDefinition> tables,
            List<RelationDefinition> containers) {
        List<Member> members = new ArrayList<>(fields);
        members.addAll(tables);
        members.addAll(containers);
        return members;
    }

    private static void requireKind(List<RelationDefinition> relations, Member.Kind kind) {
        for (RelationDefinition relation : relations) {
            if (relation.kind() != kind) {
                throw new IllegalArgumentException(relation.name() + " is no " + kind);
            }
        }
    }
}
