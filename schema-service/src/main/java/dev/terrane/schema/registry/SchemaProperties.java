package dev.terrane.schema.registry;

import dev.terrane.core.schema.SchemaLimits;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the registry.
 *
 * @param documentBytesMax largest document that is read
 * @param cacheBytesMax memory for published documents
 */
@ConfigurationProperties("terrane.schema")
public record SchemaProperties(
        @DefaultValue("4MB") DataSize documentBytesMax,
        @DefaultValue("32MB") DataSize cacheBytesMax) {
    /** The setting that bounds a document, as refusals name it. */
    public static final String DOCUMENT_LIMIT = "terrane.schema.document-bytes-max";

    private static final DataSize DOCUMENT_CEILING =
            DataSize.ofBytes(SchemaLimits.DEFAULT.documentBytesMax());

    public SchemaProperties {
        if (documentBytesMax.toBytes() < 1 || documentBytesMax.compareTo(DOCUMENT_CEILING) > 0) {
            throw new IllegalArgumentException(
                    DOCUMENT_LIMIT + " must be 1B..4MB: " + documentBytesMax);
        }
        if (cacheBytesMax.isNegative()) {
            throw new IllegalArgumentException(
                    "terrane.schema.cache-bytes-max must not be negative: " + cacheBytesMax);
        }
    }

    /** The core's limits with this document length. */
    SchemaLimits toLimits() {
        SchemaLimits limits = SchemaLimits.DEFAULT;
        return new SchemaLimits(
                (int) documentBytesMax.toBytes(),
                limits.depthMax(),
                limits.valuesMax(),
                limits.nameBytesMax(),
                limits.textBytesMax(),
                limits.classesMax(),
                limits.membersMax(),
                limits.problemsMax());
    }
}
