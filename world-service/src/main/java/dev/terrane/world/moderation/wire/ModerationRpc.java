package dev.terrane.world.moderation.wire;

import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.proto.world.v1alpha1.ContentFlags;
import dev.terrane.proto.world.v1alpha1.GetAssetFlagsRequest;
import dev.terrane.proto.world.v1alpha1.GetAssetFlagsResponse;
import dev.terrane.proto.world.v1alpha1.GetReflagJobRequest;
import dev.terrane.proto.world.v1alpha1.GetReflagJobResponse;
import dev.terrane.proto.world.v1alpha1.ListAssetFlagsRequest;
import dev.terrane.proto.world.v1alpha1.ListAssetFlagsResponse;
import dev.terrane.proto.world.v1alpha1.SetAssetFlagsRequest;
import dev.terrane.proto.world.v1alpha1.SetAssetFlagsResponse;
import dev.terrane.rpc.server.RpcContext;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.flags.AssetFlag;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.moderation.AssetRequests;
import dev.terrane.world.moderation.Moderation;
import dev.terrane.world.moderation.ReflagJob;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code terrane.world.v1alpha1.ModerationService}. */
final class ModerationRpc {
    private final Moderation moderation;
    private final AssetFlags flags;

    ModerationRpc(Moderation moderation, AssetFlags flags) {
        this.moderation = moderation;
        this.flags = flags;
    }

    RpcService toService() {
        return RpcService.of(
                        dev.terrane.proto.world.v1alpha1.Moderation.getDescriptor()
                                .findServiceByName("ModerationService"))
                .unary("SetAssetFlags", SetAssetFlagsRequest.getDefaultInstance(), this::set)
                .unary("GetAssetFlags", GetAssetFlagsRequest.getDefaultInstance(), this::get)
                .unary("ListAssetFlags", ListAssetFlagsRequest.getDefaultInstance(), this::list)
                .unary("GetReflagJob", GetReflagJobRequest.getDefaultInstance(), this::job)
                .build();
    }

    private SetAssetFlagsResponse set(SetAssetFlagsRequest request, RpcContext context) {
        if (!request.getAsset().hasFlags()) {
            throw Requests.bad("asset.flags", "they must be said; empty ones take all away");
        }
        Moderation.Flagged flagged =
                moderation.set(
                        AssetRequests.asset("asset.asset_id", request.getAsset().getAssetId()),
                        severities(request.getAsset().getFlags()),
                        request.getAsset().getFlags().getMature(),
                        Requests.requestId("request_id", request.getRequestId()),
                        context.caller().subject());
        SetAssetFlagsResponse.Builder response =
                SetAssetFlagsResponse.newBuilder().setAsset(message(flagged.flag()));
        flagged.job().ifPresent(job -> response.setJob(message(job)));
        return response.build();
    }

    private GetAssetFlagsResponse get(GetAssetFlagsRequest request, RpcContext context) {
        String asset = AssetRequests.asset("asset_id", request.getAssetId());
        return GetAssetFlagsResponse.newBuilder()
                .setAsset(
                        flags.find(asset)
                                .map(ModerationRpc::message)
                                .orElseGet(
                                        () ->
                                                dev.terrane.proto.world.v1alpha1.AssetFlags
                                                        .newBuilder()
                                                        .setAssetId(asset)
                                                        .setFlags(ContentFlags.getDefaultInstance())
                                                        .build()))
                .build();
    }

    private ListAssetFlagsResponse list(ListAssetFlagsRequest request, RpcContext context) {
        int size = Requests.pageSize("page_size", Integer.toUnsignedLong(request.getPageSize()));
        String after =
                request.getPageToken().isEmpty()
                        ? ""
                        : AssetRequests.asset("page_token", request.getPageToken());
        List<AssetFlag> page = flags.list(after, size);
        ListAssetFlagsResponse.Builder response = ListAssetFlagsResponse.newBuilder();
        page.forEach(flag -> response.addAssets(message(flag)));
        if (page.size() == size) {
            response.setNextPageToken(page.getLast().assetId());
        }
        return response.build();
    }

    private GetReflagJobResponse job(GetReflagJobRequest request, RpcContext context) {
        String id = Requests.requestId("id", request.getId());
        return GetReflagJobResponse.newBuilder()
                .setJob(
                        message(
                                moderation
                                        .find(id)
                                        .orElseThrow(() -> Requests.notFound("job", id))))
                .build();
    }

    private static Map<ContentCategory, Severity> severities(ContentFlags flags) {
        EnumMap<ContentCategory, Severity> severities = new EnumMap<>(ContentCategory.class);
        for (ContentCategory category : ContentCategory.values()) {
            int number =
                    switch (category) {
                        case VIOLENCE -> flags.getViolenceValue();
                        case SEXUAL -> flags.getSexualValue();
                        case LANGUAGE -> flags.getLanguageValue();
                        case SUBSTANCE -> flags.getSubstanceValue();
                        case GAMBLING -> flags.getGamblingValue();
                        case HORROR -> flags.getHorrorValue();
                        case HATE -> flags.getHateValue();
                        case CUSTOM -> flags.getCustomValue();
                    };
            severities.put(
                    category,
                    Severity.find(number)
                            .orElseThrow(
                                    () ->
                                            Requests.bad(
                                                    "asset.flags." + category.jsonName(),
                                                    "a severity is 0 to 3")));
        }
        return severities;
    }

    private static dev.terrane.proto.world.v1alpha1.AssetFlags message(AssetFlag flag) {
        ContentFlags.Builder content = ContentFlags.newBuilder().setMature(flag.mature());
        for (ContentCategory category : ContentCategory.values()) {
            int number = flag.severity(category).number();
            switch (category) {
                case VIOLENCE -> content.setViolenceValue(number);
                case SEXUAL -> content.setSexualValue(number);
                case LANGUAGE -> content.setLanguageValue(number);
                case SUBSTANCE -> content.setSubstanceValue(number);
                case GAMBLING -> content.setGamblingValue(number);
                case HORROR -> content.setHorrorValue(number);
                case HATE -> content.setHateValue(number);
                case CUSTOM -> content.setCustomValue(number);
            }
        }
        return dev.terrane.proto.world.v1alpha1.AssetFlags.newBuilder()
                .setAssetId(flag.assetId())
                .setFlags(content)
                .setActor(flag.actor())
                .setUpdatedAtMillis(flag.updatedAt().toEpochMilli())
                .build();
    }

    private static dev.terrane.proto.world.v1alpha1.ReflagJob message(ReflagJob job) {
        return dev.terrane.proto.world.v1alpha1.ReflagJob.newBuilder()
                .setId(job.id())
                .setAssetId(job.assetId())
                .setState(job.state().name().toLowerCase(Locale.ROOT))
                .setDone(job.done())
                .setTotal(job.total())
                .setWorldsPending(job.worldsPending())
                .build();
    }
}
