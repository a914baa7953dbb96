package dev.terrane.schema.registry.wire;

import dev.terrane.proto.schema.v1alpha1.HoldRequest;
import dev.terrane.proto.schema.v1alpha1.HoldResponse;
import dev.terrane.proto.schema.v1alpha1.Registry;
import dev.terrane.proto.schema.v1alpha1.ReleaseRequest;
import dev.terrane.proto.schema.v1alpha1.ReleaseResponse;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.RpcContext;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.schema.registry.SchemaProperties;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.SchemaRegistry;
import dev.terrane.schema.registry.edge.Requests;
import dev.terrane.schema.registry.edge.SchemaRefusals;
import dev.terrane.schema.registry.lifecycle.RetiredMember;
import dev.terrane.schema.registry.references.Reference;
import dev.terrane.schema.registry.references.ReferenceKind;
import dev.terrane.schema.registry.references.ReferenceStore.HoldResult;
import dev.terrane.schema.registry.references.References;
import java.time.Instant;

/** {@code terrane.schema.v1alpha1.ReferenceService} on the references. */
final class ReferenceRpc {
    private final References references;
    private final SchemaRegistry registry;

    ReferenceRpc(References references, SchemaRegistry registry) {
        this.references = references;
        this.registry = registry;
    }

    RpcService toService() {
        return RpcService.of(Registry.getDescriptor().findServiceByName("ReferenceService"))
                .unary("Hold", HoldRequest.getDefaultInstance(), this::hold)
                .unary("Release", ReleaseRequest.getDefaultInstance(), this::release)
                .build();
    }

    private HoldResponse hold(HoldRequest request, RpcContext context) {
        SchemaId id = Requests.id("schema_id", request.getSchemaId());
        HoldResult result =
                references.hold(
                        kind(request.getKind()),
                        Requests.holder("holder", request.getHolder()),
                        id,
                        context.caller().subject());
        return switch (result) {
            case HoldResult.Held(var retired) -> {
                HoldResponse.Builder response = HoldResponse.newBuilder();
                retired.forEach(member -> response.addRetiredMembers(message(member)));
                yield response.build();
            }
            case HoldResult.Missing(), HoldResult.Retired() ->
                    throw SchemaRefusals.absent(
                            registry, "schema_id", new SchemaReference.Pinned(id));
            case HoldResult.TooMany(int referencesMax) ->
                    throw TerraneException.of(
                                    CommonError.RESOURCE_EXHAUSTED,
                                    id.name() + " has " + referencesMax + " references")
                            .field("holder")
                            .limit(
                                    SchemaProperties.REFERENCES_LIMIT,
                                    referencesMax,
                                    referencesMax + 1L)
                            .toException();
        };
    }

    private ReleaseResponse release(ReleaseRequest request, RpcContext context) {
        return ReleaseResponse.newBuilder()
                .setReleased(
                        references.release(
                                kind(request.getKind()),
                                Requests.holder("holder", request.getHolder()),
                                Requests.id("schema_id", request.getSchemaId())))
                .build();
    }

    private static ReferenceKind kind(dev.terrane.proto.schema.v1alpha1.ReferenceKind kind) {
        return switch (kind) {
            case REFERENCE_KIND_LIVE -> ReferenceKind.LIVE;
            case REFERENCE_KIND_STORED -> ReferenceKind.STORED;
            case REFERENCE_KIND_UNSPECIFIED, UNRECOGNIZED ->
                    throw SchemaNames.bad("kind", "a reference is LIVE or STORED");
        };
    }

    static dev.terrane.proto.schema.v1alpha1.Reference message(Reference reference, Instant now) {
        return dev.terrane.proto.schema.v1alpha1.Reference.newBuilder()
                .setKind(
                        switch (reference.kind()) {
                            case LIVE ->
                                    dev.terrane.proto.schema.v1alpha1.ReferenceKind
                                            .REFERENCE_KIND_LIVE;
                            case STORED ->
                                    dev.terrane.proto.schema.v1alpha1.ReferenceKind
                                            .REFERENCE_KIND_STORED;
                        })
                .setHolder(reference.holder())
                .setSchemaId(reference.id().toString())
                .setHeldAtMillis(reference.heldAt().toEpochMilli())
                .setRenewedAtMillis(reference.renewedAt().toEpochMilli())
                .setUnreachable(reference.isUnreachable(now))
                .setHeldBy(reference.heldBy())
                .build();
    }

    private static dev.terrane.proto.schema.v1alpha1.RetiredMember message(RetiredMember member) {
        return dev.terrane.proto.schema.v1alpha1.RetiredMember.newBuilder()
                .setClassName(member.key().className())
                .setIndex((int) member.key().index())
                .setName(member.name())
                .setSinceVersion(member.sinceVersion())
                .setRemovedInVersion(member.removedInVersion())
                .build();
    }
}
