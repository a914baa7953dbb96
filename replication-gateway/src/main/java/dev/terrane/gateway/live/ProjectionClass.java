package dev.terrane.gateway.live;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.IndexMap;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * One set of members of one class, shared by every recipient who may see exactly these. Two are
 * equal when they select the same members of the same schema.
 *
 * @param schemaId schema of the class
 * @param layout the selected members
 * @param hash lower-case hex SHA-256 over schema id and members
 */
public record ProjectionClass(String schemaId, EntityLayout layout, String hash) {

    /** The projection class of a selected layout. */
    public static ProjectionClass of(String schemaId, EntityLayout layout) {
        return new ProjectionClass(schemaId, layout, hashOf(schemaId, layout));
    }

    /** Name of the class. */
    public String className() {
        return layout.name();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ProjectionClass that && hash.equals(that.hash);
    }

    @Override
    public int hashCode() {
        return hash.hashCode();
    }

    private static String hashOf(String schemaId, EntityLayout layout) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeUTF(schemaId);
            out.writeUTF(layout.name());
            writeFields(out, layout.fields());
            out.writeInt(layout.tables().size());
            for (int i = 0; i < layout.tables().size(); i++) {
                out.writeLong(layout.tables().keyAt(i));
                out.writeUTF(layout.tables().valueAt(i).name());
                out.writeUTF(layout.tables().valueAt(i).rowClass());
                writeFields(out, layout.tables().valueAt(i).columns());
            }
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static void writeFields(DataOutputStream out, IndexMap<FieldLayout> fields)
            throws IOException {
        out.writeInt(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            out.writeLong(fields.keyAt(i));
            out.writeUTF(fields.valueAt(i).name());
            out.writeUTF(fields.valueAt(i).type().name());
        }
    }
}
