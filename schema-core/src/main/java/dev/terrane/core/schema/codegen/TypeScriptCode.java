package dev.terrane.core.schema.codegen;

import dev.terrane.core.schema.FieldDefinition;
import dev.terrane.core.schema.MaskName;
import dev.terrane.core.schema.Member;
import dev.terrane.core.schema.RelationDefinition;
import dev.terrane.core.schema.ScalarType;
import java.util.List;

/** TypeScript: one module with the schema's constants and a view for each class. */
final class TypeScriptCode {
    private TypeScriptCode() {}

    static List<GeneratedFile> generate(CodePlan plan) {
        CodeText code = new CodeText();
        code.line("// " + CodeGenerator.notice(plan)).line("");
        code.line("/** Name and version. */");
        code.line("export const SCHEMA_ID = " + CodeText.script(plan.target().schemaId()) + ";");
        code.line(
                "/** Hash of what matters on the wire; compare it with what the server says at"
                        + " entry. */");
        code.line("export const WIRE_HASH = " + CodeText.script(plan.wireHash()) + ";");
        code.line("/** Hash of the whole document. */");
        code.line("export const CONTENT_HASH = " + CodeText.script(plan.contentHash()) + ";");
        code.line("").line("/** Flags of members. */").line("export const MASK = {");
        for (MaskName mask : CodeGenerator.masks()) {
            code.line("  " + mask.text() + ": " + mask.bit() + ",");
        }
        code.line("} as const;").line("");
        code.line("/** bigint for int64, uint64 and guid. */");
        code.line("export type FieldValue = boolean | number | bigint | string;").line("");
        code.line("/** Where a view reads its fields. */");
        code.line("export interface FieldSource {");
        code.line("  /** The value of a field, or undefined when it cannot be seen. */");
        code.line("  find(index: number): FieldValue | undefined;");
        code.line("}");
        plan.classes().forEach(type -> view(code, type));
        return List.of(new GeneratedFile(plan.target().schema() + ".ts", code.toString()));
    }

    private static void view(CodeText code, CodePlan.ClassPlan type) {
        code.line("");
        code.line(
                "/** "
                        + CodeText.comment(
                                type.type().description(), "The class " + type.type().name() + ".")
                        + " */");
        code.line("export class " + type.name() + " {");
        code.line("  /** Name of the class. */");
        code.line("  static readonly CLASS_ = " + CodeText.script(type.type().name()) + ";");
        for (CodePlan.MemberPlan plan : type.members()) {
            constant(code, plan);
        }
        code.line("");
        code.line("  readonly #source: FieldSource;");
        code.line("");
        code.line("  /** A view of an entity or row. */");
        code.line("  constructor(source: FieldSource) {");
        code.line("    this.#source = source;");
        code.line("  }");
        code.line("");
        code.line("  /** Whether the field of this index can be seen. */");
        code.line("  has(index: number): boolean {");
        code.line("    return this.#source.find(index) !== undefined;");
        code.line("  }");
        for (CodePlan.MemberPlan plan : type.members()) {
            if (plan.member() instanceof FieldDefinition field) {
                accessor(code, plan, field);
            }
        }
        code.line("}");
    }

    private static void constant(CodeText code, CodePlan.MemberPlan plan) {
        Member member = plan.member();
        String target =
                member instanceof RelationDefinition relation
                        ? ", class: " + CodeText.script(relation.className())
                        : "";
        code.line(
                "  /** "
                        + CodeText.comment(member.description(), CodeGenerator.kind(member))
                        + " */");
        code.line(
                "  static readonly "
                        + plan.upper()
                        + " = { index: "
                        + member.index()
                        + ", name: "
                        + CodeText.script(member.name())
                        + ", type: "
                        + CodeText.script(CodeGenerator.type(member))
                        + target
                        + ", mask: "
                        + member.mask().bits()
                        + " } as const;");
    }

    private static void accessor(CodeText code, CodePlan.MemberPlan plan, FieldDefinition field) {
        String type = type(field.type());
        code.line("");
        code.line(
                "  /** "
                        + CodeText.comment(field.description(), CodeGenerator.kind(field))
                        + " */");
        code.line("  get " + plan.camel() + "(): " + type + " {");
        code.line("    const value = this.#source.find(" + field.index() + ");");
        code.line(
                "    return typeof value === \""
                        + type
                        + "\" ? value : "
                        + zero(field.type())
                        + ";");
        code.line("  }");
    }

    private static String type(ScalarType type) {
        return switch (type) {
            case BOOL -> "boolean";
            case INT32, UINT32, FLOAT, DOUBLE -> "number";
            case INT64, UINT64, GUID -> "bigint";
            case STRING -> "string";
        };
    }

    private static String zero(ScalarType type) {
        return switch (type) {
            case BOOL -> "false";
            case INT32, UINT32, FLOAT, DOUBLE -> "0";
            case INT64, UINT64, GUID -> "0n";
            case STRING -> "\"\"";
        };
    }
}
