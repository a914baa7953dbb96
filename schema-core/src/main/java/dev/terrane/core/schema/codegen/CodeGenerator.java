package dev.terrane.core.schema.codegen;

import dev.terrane.core.schema.FieldDefinition;
import dev.terrane.core.schema.MaskName;
import dev.terrane.core.schema.Member;
import dev.terrane.core.schema.RelationDefinition;
import dev.terrane.core.schema.SchemaDocument;
import java.util.List;
import java.util.Locale;

/** Generates code. Stateless and safe for all threads. */
public final class CodeGenerator {
    private CodeGenerator() {}

    /** The files of a document in a language, by path. */
    public static List<GeneratedFile> generate(
            Language language, SchemaDocument document, CodeTarget target) {
        CodePlan plan = CodePlan.of(document, target);
        return switch (language) {
            case JAVA -> JavaCode.generate(plan);
            case TYPESCRIPT -> TypeScriptCode.generate(plan);
            case CSHARP -> CSharpCode.generate(plan);
            case GDSCRIPT -> GdScriptCode.generate(plan);
        };
    }

    /** The first line of every file, without the mark of a comment. */
    static String notice(CodePlan plan) {
        return "Generated from "
                + plan.target().schemaId()
                + " by terrane schema codegen. Do not edit.";
    }

    /** What a member's type constant says: a scalar type, or table or container. */
    static String type(Member member) {
        return switch (member) {
            case FieldDefinition field -> field.type().text();
            case RelationDefinition relation -> relation.kind().name().toLowerCase(Locale.ROOT);
        };
    }

    /** What a member is, where no description says it. */
    static String kind(Member member) {
        return switch (member) {
            case FieldDefinition field -> "A " + field.type().text() + ".";
            case RelationDefinition relation ->
                    "A " + type(relation) + " of " + relation.className() + ".";
        };
    }

    /** All flags in bit order. */
    static List<MaskName> masks() {
        return List.of(MaskName.values());
    }
}
