package dev.terrane.core.schema.diff;

import dev.terrane.core.schema.ClassDefinition;
import dev.terrane.core.schema.Member;
import dev.terrane.core.schema.SchemaWriter;
import dev.terrane.core.schema.diff.SchemaChange.Side;
import java.util.ArrayList;
import java.util.List;

/**
 * A member with its place in the document.
 *
 * @param pointer of the member's object
 * @param member the member
 */
record Located(String pointer, Member member) {
    /** Members of a class, in the document's order. */
    static List<Located> of(ClassDefinition type, String pointer) {
        List<Located> members = new ArrayList<>();
        add(members, type.fields(), pointer + "/fields/");
        add(members, type.tables(), pointer + "/tables/");
        add(members, type.containers(), pointer + "/containers/");
        return members;
    }

    Side whole() {
        return new Side(pointer, SchemaWriter.writeMember(member));
    }

    Side key(String key, String value) {
        return new Side(pointer + "/" + key, value);
    }

    private static void add(List<Located> to, List<? extends Member> members, String pointer) {
        for (int i = 0; i < members.size(); i++) {
            to.add(new Located(pointer + i, members.get(i)));
        }
    }
}
