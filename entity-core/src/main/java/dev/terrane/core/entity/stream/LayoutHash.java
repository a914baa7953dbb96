package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.TableLayout;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The layout hash, byte for byte as {@code docs/protocol/compact-codec.md} says; one use. */
final class LayoutHash {
    private static final String DOMAIN = "terrane.layout.v1";

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private LayoutHash() {}

    /** Lower-case hex SHA-256. */
    static String of(ProjectionClass projection) {
        var hash = new LayoutHash();
        hash.write(projection);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(hash.bytes.toByteArray());
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private void write(ProjectionClass projection) {
        text(DOMAIN);
        text(projection.schemaId());
        text(projection.layout().name());
        fields(projection.layout().fields(), projection.quantisation().fields());
        number(projection.layout().tables().size());
        for (int i = 0; i < projection.layout().tables().size(); i++) {
            TableLayout table = projection.layout().tables().valueAt(i);
            long index = projection.layout().tables().keyAt(i);
            number(index);
            text(table.name());
            text(table.rowClass());
            fields(table.columns(), projection.quantisation().columns(index));
        }
        number(projection.children().size());
        projection
                .children()
                .forEach(
                        (rule, index) ->
                                container(
                                        index, projection.layout().containers().get(index), rule));
    }

    private void container(long index, ContainerLayout layout, ProjectionClass.ChildClasses rule) {
        number(index);
        text(layout.name());
        text(layout.childClass());
        @Nullable ProjectionClass every = rule.every();
        number(every == null ? 0 : 1);
        if (every != null) {
            child(every);
        }
        number(rule.named().size());
        new TreeMap<>(rule.named())
                .forEach(
                        (guid, projection) -> {
                            guid(guid);
                            child(projection);
                        });
    }

    private void child(ProjectionClass projection) {
        bytes.writeBytes(HexFormat.of().parseHex(projection.hash()));
    }

    private void guid(Guid guid) {
        bytes.writeBytes(
                ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(guid.value())
                        .array());
    }

    private void fields(IndexMap<FieldLayout> fields, IndexMap<FixedPoint> precision) {
        number(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            FieldLayout field = fields.valueAt(i);
            number(fields.keyAt(i));
            text(field.name());
            text(field.type().name());
            int declared = precision.positionOf(fields.keyAt(i));
            // 0: exact; otherwise the fraction bits moved to 1..65.
            number(
                    declared < 0
                            ? 0
                            : precision.valueAt(declared).fractionBits()
                                    - FixedPoint.BITS_MIN
                                    + 1L);
        }
    }

    private void text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        number(utf8.length);
        bytes.writeBytes(utf8);
    }

    private void number(long number) {
        long rest = number;
        while (rest > 0x7F) {
            bytes.write((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }
}
