package dev.terrane.schema.registry;

import dev.terrane.core.schema.SchemaLimits;
import dev.terrane.schema.registry.channels.ChannelName;
import dev.terrane.support.config.SettingRange;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the registry.
 *
 * @param documentBytesMax largest document that is read
 * @param cacheBytesMax memory for published documents
 * @param channels names of the channels that can point to versions
 * @param referencesMax uses one schema may have at a time
 */
@ConfigurationProperties("terrane.schema")
public record SchemaProperties(
        @DefaultValue("4MB") DataSize documentBytesMax,
        @DefaultValue("32MB") DataSize cacheBytesMax,
        @DefaultValue({"dev", "stage", "prod"}) List<String> channels,
        @DefaultValue("10000") int referencesMax) {
    /** The setting that names the channels, as refusals give it. */
    public static final String CHANNELS = "schema.channels";

    /** The setting that bounds references, as refusals give it. */
    public static final String REFERENCES_LIMIT = "schema.references-max";

    /** The setting that bounds a document, as refusals name it. */
    public static final String DOCUMENT_LIMIT = "schema.document-bytes-max";

    private static final DataSize DOCUMENT_CEILING =
            DataSize.ofBytes(SchemaLimits.DEFAULT.documentBytesMax());

    public SchemaProperties {
        channels = List.copyOf(channels);
        for (String channel : channels) {
            if (ChannelName.find(channel).isEmpty()) {
                throw new IllegalArgumentException(
                        CHANNELS + " has names like " + ChannelName.FORM + ": " + channel);
            }
        }
        if (channels.stream().distinct().count() != channels.size()) {
            throw new IllegalArgumentException(CHANNELS + " names a channel twice: " + channels);
        }
        SettingRange.require(REFERENCES_LIMIT, referencesMax, 1, 1_000_000);
        SettingRange.require(
                DOCUMENT_LIMIT, documentBytesMax, DataSize.ofBytes(1), DOCUMENT_CEILING);
        SettingRange.requireAtLeast("schema.cache-bytes-max", cacheBytesMax, DataSize.ofBytes(0));
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
