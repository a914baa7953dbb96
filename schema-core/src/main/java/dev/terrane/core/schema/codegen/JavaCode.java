package dev.terrane.core.schema.codegen;

import dev.terrane.core.schema.FieldDefinition;
import dev.terrane.core.schema.MaskName;
import dev.terrane.core.schema.Member;
import dev.terrane.core.schema.RelationDefinition;
import dev.terrane.core.schema.ScalarType;
import java.util.ArrayList;
import java.util.List;

/** Java: a class of constants for the schema, a view for each class, and where views read from. */
final class JavaCode {
    private JavaCode() {}

    static List<GeneratedFile> generate(CodePlan plan) {
        List<GeneratedFile> files = new ArrayList<>();
        files.add(file(plan, plan.schemaName() + "Schema", schema(plan)));
        files.add(file(plan, "FieldSource", source(plan)));
        for (CodePlan.ClassPlan type : plan.classes()) {
            files.add(file(plan, type.name(), view(plan, type)));
        }
        return files;
    }

    private static GeneratedFile file(CodePlan plan, String name, String text) {
        return new GeneratedFile(
                plan.target().namespace().replace('.', '/') + "/" + name + ".java", text);
    }

    private static CodeText head(CodePlan plan) {
        return new CodeText()
                .line("// " + CodeGenerator.notice(plan))
                .line("package " + plan.target().namespace() + ";")
                .line("");
    }

    private static String schema(CodePlan plan) {
        CodeText code = head(plan);
        code.line("/** The schema " + plan.target().schema() + ". */");
        code.line("public final class " + plan.schemaName() + "Schema {");
        constant(code, "Name and version.", "String ID", CodeText.java(plan.target().schemaId()));
        constant(
                code,
                "Hash of what matters on the wire; compare it with what the server says at entry.",
                "String WIRE_HASH",
                CodeText.java(plan.wireHash()));
        constant(
                code,
                "Hash of the whole document.",
                "String CONTENT_HASH",
                CodeText.java(plan.contentHash()));
        for (MaskName mask : CodeGenerator.masks()) {
            constant(
                    code,
                    "The flag " + mask.text() + ".",
                    "int MASK_" + Identifiers.upper(mask.text()),
                    Integer.toString(mask.bit()));
        }
        code.line("    private " + plan.schemaName() + "Schema() {}");
        return code.line("}").toString();
    }

    private static String source(CodePlan plan) {
        return head(plan)
                .line("/** Where a view reads its fields. */")
                .line("@FunctionalInterface")
                .line("public interface FieldSource {")
                .line("    /**")
                .line(
                        "     * The value of a field, or null when it cannot be seen: a Boolean (bool),")
                .line(
                        "     * Integer (int32), Long (uint32, int64, guid, the bits of uint64), Float,")
                .line("     * Double or String.")
                .line("     */")
                .line("    Object find(long index);")
                .line("}")
                .toString();
    }

    private static String view(CodePlan plan, CodePlan.ClassPlan type) {
        CodeText code = head(plan);
        code.line(
                "/** "
                        + CodeText.comment(
                                type.type().description(), "The class " + type.type().name() + ".")
                        + " */");
        code.line("public final class " + type.name() + " {");
        constant(code, "Name of the class.", "String CLASS", CodeText.java(type.type().name()));
        for (CodePlan.MemberPlan member : type.members()) {
            constants(code, member);
        }
        code.line("    private final FieldSource source;").line("");
        code.line("    /** A view of an entity or row. */");
        code.line("    public " + type.name() + "(FieldSource source) {");
        code.line("        this.source = source;").line("    }").line("");
        code.line("    /** Whether the field of this index can be seen. */");
        code.line("    public boolean has(long index) {");
        code.line("        return source.find(index) != null;").line("    }");
        for (CodePlan.MemberPlan member : type.members()) {
            if (member.member() instanceof FieldDefinition field) {
                accessor(code, member, field);
            }
        }
        return code.line("}").toString();
    }

    private static void constants(CodeText code, CodePlan.MemberPlan plan) {
        Member member = plan.member();
        String doc = CodeText.comment(member.description(), CodeGenerator.kind(member));
        constant(code, doc, "long " + plan.upper() + "_INDEX", member.index() + "L");
        String strings = "    public static final String " + plan.upper();
        code.line(strings + "_NAME = " + CodeText.java(member.name()) + ";");
        code.line(strings + "_TYPE = " + CodeText.java(CodeGenerator.type(member)) + ";");
        code.line(
                "    public static final int "
                        + plan.upper()
                        + "_MASK = "
                        + member.mask().bits()
                        + ";");
        if (member instanceof RelationDefinition relation) {
            code.line(strings + "_CLASS = " + CodeText.java(relation.className()) + ";");
        }
        code.line("");
    }

    private static void constant(CodeText code, String doc, String what, String value) {
        code.line("    /** " + doc + " */");
        code.line("    public static final " + what + " = " + value + ";");
        if (!what.endsWith("_INDEX")) {
            code.line("");
        }
    }

    private static void accessor(CodeText code, CodePlan.MemberPlan plan, FieldDefinition field) {
        String boxed = boxed(field.type());
        code.line("");
        code.line(
                "    /** "
                        + CodeText.comment(field.description(), CodeGenerator.kind(field))
                        + " */");
        code.line("    public " + primitive(field.type()) + " " + plan.camel() + "() {");
        code.line(
                "        return source.find("
                        + plan.upper()
                        + "_INDEX) instanceof "
                        + boxed
                        + " value ? value : "
                        + zero(field.type())
                        + ";");
        code.line("    }");
    }

    private static String primitive(ScalarType type) {
        return switch (type) {
            case BOOL -> "boolean";
            case INT32 -> "int";
            case UINT32, INT64, UINT64, GUID -> "long";
            case FLOAT -> "float";
            case DOUBLE -> "double";
            case STRING -> "String";
        };
    }

    private static String boxed(ScalarType type) {
        return switch (type) {
            case BOOL -> "Boolean";
            case INT32 -> "Integer";
            case UINT32, INT64, UINT64, GUID -> "Long";
            case FLOAT -> "Float";
            case DOUBLE -> "Double";
            case STRING -> "String";
        };
    }

    private static String zero(ScalarType type) {
        return switch (type) {
            case BOOL -> "false";
            case INT32 -> "0";
            case UINT32, INT64, UINT64, GUID -> "0L";
            case FLOAT -> "0f";
            case DOUBLE -> "0d";
            case STRING -> "\"\"";
        };
    }
}
