package dev.terrane.gateway.stages.wire;

import dev.terrane.gateway.stages.SchemaUses;
import dev.terrane.proto.schema.v1alpha1.HoldRequest;
import dev.terrane.proto.schema.v1alpha1.HoldResponse;
import dev.terrane.proto.schema.v1alpha1.ReferenceKind;
import dev.terrane.proto.schema.v1alpha1.ReleaseRequest;
import dev.terrane.proto.schema.v1alpha1.ReleaseResponse;
import dev.terrane.proto.schema.v1alpha1.RetiredMember;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Uses told to schema-service by RPC. */
final class RpcSchemaUses implements SchemaUses {
    private final Calls references;

    RpcSchemaUses(Calls references) {
        this.references = references;
    }

    @Override
    public Map<String, Set<Long>> hold(String stageId, String schemaId) {
        HoldResponse response =
                references.call(
                        "Hold",
                        HoldRequest.newBuilder()
                                .setKind(ReferenceKind.REFERENCE_KIND_LIVE)
                                .setHolder(holder(stageId))
                                .setSchemaId(schemaId)
                                .build(),
                        HoldResponse.getDefaultInstance());
        Map<String, Set<Long>> retired = new HashMap<>();
        for (RetiredMember member : response.getRetiredMembersList()) {
            retired.computeIfAbsent(member.getClassName(), _ -> new HashSet<>())
                    .add(Integer.toUnsignedLong(member.getIndex()));
        }
        return retired;
    }

    @Override
    public void release(String stageId, String schemaId) {
        references.call(
                "Release",
                ReleaseRequest.newBuilder()
                        .setKind(ReferenceKind.REFERENCE_KIND_LIVE)
                        .setHolder(holder(stageId))
                        .setSchemaId(schemaId)
                        .build(),
                ReleaseResponse.getDefaultInstance());
    }

    private static String holder(String stageId) {
        return "stage/" + stageId;
    }
}
