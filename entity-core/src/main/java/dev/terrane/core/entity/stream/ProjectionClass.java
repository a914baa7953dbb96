package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.TableLayout;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The effective members that a set of recipients may see of one class of entity, with the precision
 * they see them in. Two are equal exactly when these are, however the selections were written, so
 * it is the key under which recipients share bytes. Containers are refused by name: the compact
 * codec does not carry them yet. Immutable.
 */
public final class ProjectionClass {
    private static final String DOMAIN = "terrane.layout.v1";

    private final String schemaId;
    private final EntityLayout layout;
    private final Quantisation quantisation;
    private final String hash;

    private ProjectionClass(String schemaId, EntityLayout layout, Quantisation quantisation) {
        this.schemaId = schemaId;
        this.layout = layout;
        this.quantisation = quantisation;
        this.hash = hashOf(schemaId, layout, quantisation);
    }

    /** What became of making one. */
    public sealed interface Result {
        /**
         * It is consistent.
         *
         * @param projection the class
         */
        record Ok(ProjectionClass projection) implements Result {}

        /**
         * A declaration names no selected floating member.
         *
         * @param refusal why
         */
        record Refused(Refusal refusal) implements Result {}
    }

    /** The class of a selected layout and its precision. */
    public static Result of(String schemaId, EntityLayout layout, Quantisation quantisation) {
        String misfit = quantisation.findMisfit(layout);
        if (misfit != null) {
            return new Result.Refused(new Refusal.Rejected(Reason.FIXED_POINT, misfit));
        }
        if (schemaId.isEmpty()) {
            return new Result.Refused(new Refusal.Rejected(Reason.SCHEMA_MISMATCH, ""));
        }
        if (!layout.containers().isEmpty()) {
            String container = layout.containers().valueAt(0).name();
            return new Result.Refused(
                    new Refusal.Rejected(
                            Reason.CONTAINER_UNSUPPORTED, layout.name() + "." + container));
        }
        return new Result.Ok(new ProjectionClass(schemaId, layout, quantisation));
    }

    /** The class of a selected layout with every member exact. */
    public static ProjectionClass exact(String schemaId, EntityLayout layout) {
        if (!layout.containers().isEmpty()) {
            throw new IllegalArgumentException(layout.name() + " has containers");
        }
        return new ProjectionClass(schemaId, layout, Quantisation.NONE);
    }

    /** Schema of the class. */
    public String schemaId() {
        return schemaId;
    }

    /** Exactly the selected members. */
    public EntityLayout layout() {
        return layout;
    }

    /** Precision of the members. */
    public Quantisation quantisation() {
        return quantisation;
    }

    /** Lower-case hex SHA-256 of everything above; the layout hash of the compact codec. */
    public String hash() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ProjectionClass that && hash.equals(that.hash);
    }

    @Override
    public int hashCode() {
        return hash.hashCode();
    }

    @Override
    public String toString() {
        return layout.name() + "#" + hash.substring(0, 12);
    }

    private static String hashOf(String schemaId, EntityLayout layout, Quantisation quantisation) {
        var bytes = new ByteArrayOutputStream();
        text(bytes, DOMAIN);
        text(bytes, schemaId);
        text(bytes, layout.name());
        fields(bytes, layout.fields(), quantisation.fields());
        number(bytes, layout.tables().size());
        for (int i = 0; i < layout.tables().size(); i++) {
            TableLayout table = layout.tables().valueAt(i);
            long index = layout.tables().keyAt(i);
            number(bytes, index);
            text(bytes, table.name());
            text(bytes, table.rowClass());
            fields(bytes, table.columns(), quantisation.columns(index));
        }
        number(bytes, 0);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static void fields(
            ByteArrayOutputStream bytes,
            IndexMap<FieldLayout> fields,
            IndexMap<FixedPoint> precision) {
        number(bytes, fields.size());
        for (int i = 0; i < fields.size(); i++) {
            FieldLayout field = fields.valueAt(i);
            number(bytes, fields.keyAt(i));
            text(bytes, field.name());
            text(bytes, field.type().name());
            int declared = precision.positionOf(fields.keyAt(i));
            // 0: exact; otherwise the fraction bits moved to 1..65.
            number(
                    bytes,
                    declared < 0
                            ? 0
                            : precision.valueAt(declared).fractionBits()
                                    - FixedPoint.BITS_MIN
                                    + 1L);
        }
    }

    private static void text(ByteArrayOutputStream bytes, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        number(bytes, utf8.length);
        bytes.writeBytes(utf8);
    }

    private static void number(ByteArrayOutputStream bytes, long number) {
        long rest = number;
        while (rest > 0x7F) {
            bytes.write((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }
}
