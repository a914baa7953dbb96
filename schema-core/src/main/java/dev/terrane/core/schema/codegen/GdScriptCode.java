package dev.terrane.core.schema.codegen;

import dev.terrane.core.schema.MaskName;
import dev.terrane.core.schema.Member;
import dev.terrane.core.schema.RelationDefinition;
import java.util.List;

/** GDScript of Godot 4: constants only. Inner classes end in Members: no engine class does. */
final class GdScriptCode {
    private GdScriptCode() {}

    static List<GeneratedFile> generate(CodePlan plan) {
        CodeText code = new CodeText();
        code.line("# " + CodeGenerator.notice(plan));
        code.line("class_name " + plan.schemaName() + "Schema");
        code.line("extends RefCounted").line("");
        string(code, "", "SCHEMA_ID", plan.target().schemaId());
        string(code, "", "WIRE_HASH", plan.wireHash());
        string(code, "", "CONTENT_HASH", plan.contentHash());
        for (MaskName mask : CodeGenerator.masks()) {
            code.line("const MASK_" + Identifiers.upper(mask.text()) + ": int = " + mask.bit());
        }
        for (CodePlan.ClassPlan type : plan.classes()) {
            code.line("").line("");
            code.line(
                    "## "
                            + CodeText.comment(
                                    type.type().description(),
                                    "The class " + type.type().name() + "."));
            code.line("class " + type.name() + "Members:");
            string(code, "\t", "CLASS_NAME", type.type().name());
            type.members().forEach(member -> member(code, member));
        }
        return List.of(
                new GeneratedFile(
                        Identifiers.snake(plan.target().schema()) + "_schema.gd", code.toString()));
    }

    private static void member(CodeText code, CodePlan.MemberPlan plan) {
        Member member = plan.member();
        code.line("");
        code.line("\t## " + CodeText.comment(member.description(), CodeGenerator.kind(member)));
        code.line("\tconst " + plan.upper() + "_INDEX: int = " + member.index());
        string(code, "\t", plan.upper() + "_NAME", member.name());
        string(code, "\t", plan.upper() + "_TYPE", CodeGenerator.type(member));
        code.line("\tconst " + plan.upper() + "_MASK: int = " + member.mask().bits());
        if (member instanceof RelationDefinition relation) {
            string(code, "\t", plan.upper() + "_CLASS", relation.className());
        }
    }

    private static void string(CodeText code, String indent, String name, String value) {
        code.line(indent + "const " + name + ": String = " + CodeText.godot(value));
    }
}
