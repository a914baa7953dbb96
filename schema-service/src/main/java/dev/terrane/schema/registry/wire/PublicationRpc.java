package dev.terrane.schema.registry.wire;

import dev.terrane.core.schema.diff.SchemaDiff;
import dev.terrane.proto.schema.v1alpha1.DiffSchemasRequest;
import dev.terrane.proto.schema.v1alpha1.DiffSchemasResponse;
import dev.terrane.proto.schema.v1alpha1.NamedDocument;
import dev.terrane.proto.schema.v1alpha1.PublishDirectoryRequest;
import dev.terrane.proto.schema.v1alpha1.PublishDirectoryResponse;
import dev.terrane.proto.schema.v1alpha1.PublishedDocument;
import dev.terrane.proto.schema.v1alpha1.Registry;
import dev.terrane.rpc.server.RpcContext;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.schema.registry.PublishedSchema;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.schema.registry.SchemaProperties;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.SchemaRegistry;
import dev.terrane.schema.registry.channels.Channels;
import dev.terrane.schema.registry.edge.PublishRefusals;
import dev.terrane.schema.registry.edge.Requests;
import dev.terrane.schema.registry.edge.SchemaRefusals;
import dev.terrane.schema.registry.plan.PublishRequest;
import dev.terrane.schema.registry.plan.PublishResult;
import dev.terrane.schema.registry.plan.Publisher;
import dev.terrane.schema.registry.references.References;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.springframework.util.unit.DataSize;

/** {@code terrane.schema.v1alpha1.PublicationService} on the publisher. */
final class PublicationRpc {
    private final Publisher publisher;
    private final SchemaRegistry registry;
    private final Channels channels;
    private final References references;
    private final SchemaProperties properties;

    PublicationRpc(
            Publisher publisher,
            SchemaRegistry registry,
            Channels channels,
            References references,
            SchemaProperties properties) {
        this.publisher = publisher;
        this.registry = registry;
        this.channels = channels;
        this.references = references;
        this.properties = properties;
    }

    RpcService toService() {
        DataSize limit = SchemaRpc.requestLimit(properties);
        return RpcService.of(Registry.getDescriptor().findServiceByName("PublicationService"))
                .unary(
                        "PublishDirectory",
                        PublishDirectoryRequest.getDefaultInstance(),
                        SchemaProperties.DOCUMENT_LIMIT,
                        limit,
                        this::publish)
                .unary("DiffSchemas", DiffSchemasRequest.getDefaultInstance(), this::diff)
                .build();
    }

    private PublishDirectoryResponse publish(PublishDirectoryRequest request, RpcContext context) {
        PublishRequest all = request(request, context.caller().subject());
        Instant now = references.now();
        PublishDirectoryResponse.Builder response = PublishDirectoryResponse.newBuilder();
        if (request.getDryRun()) {
            PublishResult.Planned planned =
                    PublishRefusals.planned(publisher.plan(all), properties);
            planned.plans()
                    .forEach(
                            plan ->
                                    response.addItems(
                                            PublishedDocument.newBuilder()
                                                    .setPlan(PlanMessages.of(plan, now))));
            return response.setPlanHash(planned.planHash()).build();
        }
        PublishResult.Published published =
                PublishRefusals.published(
                        publisher.publish(all), PublishRefusals.Names.RPC, properties);
        for (PublishResult.Item item : published.items()) {
            response.addItems(
                    PublishedDocument.newBuilder()
                            .setSchema(SchemaMessages.of(item.schema().version()))
                            .setCreated(item.isCreated())
                            .setPlan(PlanMessages.of(item.plan(), now)));
        }
        return response.setPlanHash(published.planHash()).build();
    }

    private PublishRequest request(PublishDirectoryRequest request, String subject) {
        List<PublishRequest.Document> documents = new ArrayList<>();
        for (NamedDocument document : request.getDocumentsList()) {
            documents.add(
                    new PublishRequest.Document(
                            SchemaNames.require("documents.name", document.getName()),
                            document.getDocument().toByteArray(),
                            OptionalInt.empty()));
        }
        Requests.directory("documents", documents);
        return new PublishRequest(
                documents,
                Requests.confirmation("plan_hash", request.getPlanHash()),
                request.getChannel().isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                new PublishRequest.ChannelMoveRequest(
                                        Requests.channel("channel", request.getChannel(), channels),
                                        Requests.reason("reason", request.getReason()))),
                subject);
    }

    private DiffSchemasResponse diff(DiffSchemasRequest request, RpcContext context) {
        SchemaDiff diff =
                publisher.diff(
                        find("before", request.getBefore()), find("after", request.getAfter()));
        DiffSchemasResponse.Builder response =
                DiffSchemasResponse.newBuilder()
                        .setChangeCount(diff.changes().size())
                        .setWorst(PlanMessages.of(diff.worst()));
        diff.changes().stream()
                .limit(PlanMessages.CHANGES_MAX)
                .forEach(change -> response.addChanges(PlanMessages.of(change)));
        return response.build();
    }

    private PublishedSchema find(String field, String text) {
        SchemaReference reference = SchemaNames.requireReference(field, text);
        return registry.findAlsoRetired(reference)
                .orElseThrow(() -> SchemaRefusals.notFound(field, reference));
    }
}
