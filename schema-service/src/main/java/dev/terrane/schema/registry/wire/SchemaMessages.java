package dev.terrane.schema.registry.wire;

import com.google.protobuf.ByteString;
import dev.terrane.schema.registry.PublishedSchema;
import dev.terrane.schema.registry.SchemaVersion;

/** The registry's values as messages. */
final class SchemaMessages {
    private SchemaMessages() {}

    /** A version without its document. */
    static dev.terrane.proto.schema.v1alpha1.SchemaVersion of(SchemaVersion version) {
        return builder(version).build();
    }

    /** A version with its document. */
    static dev.terrane.proto.schema.v1alpha1.SchemaVersion of(PublishedSchema schema) {
        return builder(schema.version())
                .setDocument(ByteString.copyFromUtf8(schema.document()))
                .build();
    }

    private static dev.terrane.proto.schema.v1alpha1.SchemaVersion.Builder builder(
            SchemaVersion version) {
        return dev.terrane.proto.schema.v1alpha1.SchemaVersion.newBuilder()
                .setName(version.id().name().value())
                .setVersion(version.id().version())
                .setContentHash(version.contentHash().hex())
                .setWireHash(version.wireHash().hex())
                .setPublishedAtMillis(version.publishedAt().toEpochMilli())
                .setPublishedBy(version.publishedBy())
                .setRetired(version.isRetired());
    }
}
