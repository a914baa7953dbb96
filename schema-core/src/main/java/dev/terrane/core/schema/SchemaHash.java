package dev.terrane.core.schema;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A SHA-256 of a document.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record SchemaHash(String hex) {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    public SchemaHash {
        if (!FORM.matcher(hex).matches()) {
            throw new IllegalArgumentException("not a SHA-256 in lower-case hex: " + hex);
        }
    }

    /** Whether a text has the form of a hash. */
    public static boolean isHash(String text) {
        return FORM.matcher(text).matches();
    }

    /** The hash of the canonical export: equal exactly for equal exports. */
    public static SchemaHash ofContent(SchemaDocument document) {
        return sha256(SchemaWriter.write(document));
    }

    /**
     * The hash of what two ends of a connection must agree on: classes and members with names,
     * indices, types, referenced classes and masks. Descriptions, the order of any array and static
     * configuration do not count. It is the SHA-256 of the canonical export of {@link #wireForm}.
     */
    public static SchemaHash ofWire(SchemaDocument document) {
        return sha256(SchemaWriter.write(wireForm(document)));
    }

    /**
     * The document without descriptions and configs, classes ascending by the UTF-8 bytes of their
     * names, members by index, flags by bit.
     */
    static SchemaDocument wireForm(SchemaDocument document) {
        List<ClassDefinition> classes = new ArrayList<>();
        for (ClassDefinition type : document.classes()) {
            classes.add(
                    new ClassDefinition(
                            type.name(),
                            null,
                            type.fields().stream()
                                    .map(
                                            field ->
                                                    new FieldDefinition(
                                                            field.name(),
                                                            field.index(),
                                                            field.type(),
                                                            field.mask().inBitOrder(),
                                                            null))
                                    .sorted(Comparator.comparingLong(Member::index))
                                    .toList(),
                            wireForm(type.tables()),
                            wireForm(type.containers())));
        }
        classes.sort(
                Comparator.comparing(
                        type -> type.name().getBytes(StandardCharsets.UTF_8),
                        Arrays::compareUnsigned));
        return new SchemaDocument(classes, List.of());
    }

    private static List<RelationDefinition> wireForm(List<RelationDefinition> relations) {
        return relations.stream()
                .map(
                        relation ->
                                new RelationDefinition(
                                        relation.kind(),
                                        relation.name(),
                                        relation.index(),
                                        relation.className(),
                                        relation.mask().inBitOrder(),
                                        null))
                .sorted(Comparator.comparingLong(Member::index))
                .toList();
    }

    private static SchemaHash sha256(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return new SchemaHash(HexFormat.of().formatHex(digest));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    @Override
    public String toString() {
        return hex;
    }
}
