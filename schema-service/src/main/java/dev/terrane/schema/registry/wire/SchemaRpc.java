package dev.terrane.schema.registry.wire;

import dev.terrane.core.schema.SchemaHash;
import dev.terrane.proto.schema.v1alpha1.GetSchemaRequest;
import dev.terrane.proto.schema.v1alpha1.GetSchemaResponse;
import dev.terrane.proto.schema.v1alpha1.ListSchemasRequest;
import dev.terrane.proto.schema.v1alpha1.ListSchemasResponse;
import dev.terrane.proto.schema.v1alpha1.PublishSchemaRequest;
import dev.terrane.proto.schema.v1alpha1.PublishSchemaResponse;
import dev.terrane.proto.schema.v1alpha1.Schema;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.RpcContext;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.schema.registry.PublishedSchema;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.schema.registry.SchemaPage;
import dev.terrane.schema.registry.SchemaProperties;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.SchemaRegistry;
import dev.terrane.schema.registry.edge.PublishRefusals;
import dev.terrane.schema.registry.edge.Requests;
import dev.terrane.schema.registry.edge.SchemaRefusals;
import dev.terrane.schema.registry.plan.PublishRequest;
import dev.terrane.schema.registry.plan.PublishResult;
import dev.terrane.schema.registry.plan.Publisher;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** {@code terrane.schema.v1alpha1.SchemaService} on the registry. */
final class SchemaRpc {
    /** What a message has besides the document. */
    private static final long ENVELOPE_BYTES = 64 << 10;

    private final SchemaRegistry registry;
    private final Publisher publisher;
    private final SchemaProperties properties;

    SchemaRpc(SchemaRegistry registry, Publisher publisher, SchemaProperties properties) {
        this.registry = registry;
        this.publisher = publisher;
        this.properties = properties;
    }

    /** Room for the longest document, also as base64 in JSON. */
    static DataSize requestLimit(SchemaProperties properties) {
        long base64 = (properties.documentBytesMax().toBytes() + 2) / 3 * 4;
        return DataSize.ofBytes(base64 + ENVELOPE_BYTES);
    }

    RpcService toService() {
        return RpcService.of(Schema.getDescriptor().findServiceByName("SchemaService"))
                .unary(
                        "PublishSchema",
                        PublishSchemaRequest.getDefaultInstance(),
                        SchemaProperties.DOCUMENT_LIMIT,
                        requestLimit(properties),
                        this::publish)
                .unary("GetSchema", GetSchemaRequest.getDefaultInstance(), this::get)
                .unary("ListSchemas", ListSchemasRequest.getDefaultInstance(), this::list)
                .build();
    }

    private PublishSchemaResponse publish(PublishSchemaRequest request, RpcContext context) {
        SchemaName name = name(request.getName());
        OptionalInt expected =
                request.hasExpectedLatestVersion()
                        ? OptionalInt.of(expected(request.getExpectedLatestVersion()))
                        : OptionalInt.empty();
        PublishRequest publication =
                PublishRequest.of(
                        name,
                        request.getDocument().toByteArray(),
                        expected,
                        Requests.confirmation("plan_hash", request.getPlanHash()),
                        context.caller().subject());
        PublishResult.Item item =
                PublishRefusals.published(
                                publisher.publish(publication),
                                PublishRefusals.Names.RPC,
                                properties)
                        .items()
                        .getFirst();
        return published(item.schema(), item.isCreated());
    }

    private static PublishSchemaResponse published(PublishedSchema schema, boolean created) {
        return PublishSchemaResponse.newBuilder()
                .setSchema(SchemaMessages.of(schema))
                .setCreated(created)
                .build();
    }

    private GetSchemaResponse get(GetSchemaRequest request, RpcContext context) {
        SchemaReference reference = reference(request);
        PublishedSchema schema =
                registry.find(reference)
                        .orElseThrow(() -> SchemaRefusals.notFound("schema_id", reference));
        return GetSchemaResponse.newBuilder().setSchema(SchemaMessages.of(schema)).build();
    }

    private static SchemaReference reference(GetSchemaRequest request) {
        String id = request.getSchemaId();
        String hash = request.getContentHash();
        if (id.isEmpty() == hash.isEmpty()) {
            throw TerraneException.of(
                            CommonError.INVALID_ARGUMENT,
                            "exactly one of schema_id and content_hash must be set")
                    .field("schema_id")
                    .toException();
        }
        if (!hash.isEmpty()) {
            if (!SchemaHash.isHash(hash)) {
                throw TerraneException.of(
                                CommonError.INVALID_ARGUMENT,
                                "a content hash is 64 lower-case hexadecimal digits")
                        .field("content_hash")
                        .toException();
            }
            return new SchemaReference.Content(new SchemaHash(hash));
        }
        return SchemaNames.requireReference("schema_id", id);
    }

    private ListSchemasResponse list(ListSchemasRequest request, RpcContext context) {
        SchemaName name = request.getName().isEmpty() ? null : name(request.getName());
        // Unsigned on the wire: a negative number here is a huge one there.
        long size = Integer.toUnsignedLong(request.getPageSize());
        if (size > SchemaPage.SIZE_MAX) {
            throw SchemaRefusals.badPageSize("page_size", size);
        }
        int limit = size == 0 ? SchemaPage.SIZE_DEFAULT : (int) size;
        SchemaPage page =
                registry.list(
                        name, after(request.getPageToken()), limit, request.getIncludeRetired());
        ListSchemasResponse.Builder response = ListSchemasResponse.newBuilder();
        page.versions().forEach(version -> response.addSchemas(SchemaMessages.of(version)));
        page.next().ifPresent(next -> response.setNextPageToken(next.toString()));
        return response.build();
    }

    private static @Nullable SchemaId after(String token) {
        return token.isEmpty()
                ? null
                : SchemaReference.findId(token)
                        .orElseThrow(() -> SchemaRefusals.badPageToken("page_token"));
    }

    private static SchemaName name(String text) {
        return SchemaNames.require("name", text);
    }

    /** A number no version has stays one, so that it conflicts instead of being refused. */
    private static int expected(int version) {
        return version < 0 ? Integer.MAX_VALUE : version;
    }
}
