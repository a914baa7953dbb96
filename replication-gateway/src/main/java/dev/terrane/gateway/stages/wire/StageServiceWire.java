package dev.terrane.gateway.stages.wire;

import com.google.protobuf.ByteString;
import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.canonical.ScalarFields;
import dev.terrane.gateway.live.EntityView;
import dev.terrane.gateway.live.LiveStage;
import dev.terrane.gateway.live.StageChange;
import dev.terrane.gateway.stages.Futures;
import dev.terrane.gateway.stages.GuidPool;
import dev.terrane.gateway.stages.StageDeletion;
import dev.terrane.gateway.stages.StageRegistry;
import dev.terrane.gateway.stages.StoredStage;
import dev.terrane.proto.stage.v1alpha1.ApplyChangesRequest;
import dev.terrane.proto.stage.v1alpha1.ApplyChangesResponse;
import dev.terrane.proto.stage.v1alpha1.CreateStageRequest;
import dev.terrane.proto.stage.v1alpha1.CreateStageResponse;
import dev.terrane.proto.stage.v1alpha1.DeleteStageRequest;
import dev.terrane.proto.stage.v1alpha1.DeleteStageResponse;
import dev.terrane.proto.stage.v1alpha1.EntityEntry;
import dev.terrane.proto.stage.v1alpha1.GetStageRequest;
import dev.terrane.proto.stage.v1alpha1.GetStageResponse;
import dev.terrane.proto.stage.v1alpha1.ListEntitiesRequest;
import dev.terrane.proto.stage.v1alpha1.ListEntitiesResponse;
import dev.terrane.proto.stage.v1alpha1.ListStagesRequest;
import dev.terrane.proto.stage.v1alpha1.ListStagesResponse;
import dev.terrane.proto.stage.v1alpha1.Stage;
import dev.terrane.proto.stage.v1alpha1.StageOuterClass;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.RpcContext;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.support.store.idempotency.IdempotencyRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** StageService: stages and the entities on them, for programs. */
public final class StageServiceWire {
    private static final int PAGE_DEFAULT = 100;
    private static final int PAGE_MAX = 1000;
    private static final int CHANGES_MAX = 256;

    private final StageRegistry stages;
    private final GuidPool guids;
    private final AppliedRequests applied = new AppliedRequests(10_000);

    /** The service on this gateway's stages. */
    public StageServiceWire(StageRegistry stages, GuidPool guids) {
        this.stages = stages;
        this.guids = guids;
    }

    /** The methods, ready to be served. */
    public RpcService toRpcService() {
        return RpcService.of(StageOuterClass.getDescriptor().findServiceByName("StageService"))
                .unary("CreateStage", CreateStageRequest.getDefaultInstance(), this::create)
                .unary("GetStage", GetStageRequest.getDefaultInstance(), this::get)
                .unary("ListStages", ListStagesRequest.getDefaultInstance(), this::list)
                .unary("DeleteStage", DeleteStageRequest.getDefaultInstance(), this::delete)
                .unary("ListEntities", ListEntitiesRequest.getDefaultInstance(), this::entities)
                .unary("ApplyChanges", ApplyChangesRequest.getDefaultInstance(), this::apply)
                .build();
    }

    private CreateStageResponse create(CreateStageRequest request, RpcContext context) {
        StageRegistry.Created created =
                stages.create(SpecMessages.toSpec(request.getSpec()), context.caller().subject());
        return CreateStageResponse.newBuilder()
                .setStage(stage(created.stage()))
                .setCreated(created.created())
                .build();
    }

    private GetStageResponse get(GetStageRequest request, RpcContext context) {
        return GetStageResponse.newBuilder().setStage(stage(stages.get(request.getId()))).build();
    }

    private ListStagesResponse list(ListStagesRequest request, RpcContext context) {
        int size = pageSize(request.getPageSize());
        List<StoredStage> found = stages.list(after(request.getPageToken()), size + 1);
        ListStagesResponse.Builder page = ListStagesResponse.newBuilder();
        for (StoredStage stored : found.subList(0, Math.min(size, found.size()))) {
            page.addStages(
                    stages.findOpen(stored.spec().id())
                            .map(StageServiceWire::stage)
                            .orElseGet(
                                    () ->
                                            Stage.newBuilder()
                                                    .setSpec(SpecMessages.toMessage(stored.spec()))
                                                    .setGeneration(stored.generation())
                                                    .build()));
        }
        if (found.size() > size) {
            page.setNextPageToken(token(found.get(size - 1).spec().id()));
        }
        return page.build();
    }

    private DeleteStageResponse delete(DeleteStageRequest request, RpcContext context) {
        stages.delete(
                StageDeletion.of(
                        request.getId(),
                        new StageDeletion.Key(
                                context.caller().subject(), "request_id", request.getRequestId())));
        return DeleteStageResponse.getDefaultInstance();
    }

    private ListEntitiesResponse entities(ListEntitiesRequest request, RpcContext context) {
        int size = pageSize(request.getPageSize());
        String after = after(request.getPageToken());
        long afterGuid = after.isEmpty() ? Long.MIN_VALUE : number(after);
        List<EntityView> found =
                Futures.await(stages.get(request.getStage()).entities()).stream()
                        .filter(
                                entity ->
                                        (after.isEmpty() || entity.guid() > afterGuid)
                                                && (request.getClassName().isEmpty()
                                                        || entity.className()
                                                                .equals(request.getClassName())))
                        .limit(size + 1L)
                        .toList();
        ListEntitiesResponse.Builder page = ListEntitiesResponse.newBuilder();
        found.stream().limit(size).map(StageServiceWire::entity).forEach(page::addEntities);
        if (found.size() > size) {
            page.setNextPageToken(token(Long.toString(found.get(size - 1).guid())));
        }
        return page.build();
    }

    private ApplyChangesResponse apply(ApplyChangesRequest request, RpcContext context) {
        IdempotencyRequest key = AppliedRequests.key(context.caller().subject(), request);
        if (request.getChangesCount() < 1 || request.getChangesCount() > CHANGES_MAX) {
            throw TerraneException.of(CommonError.INVALID_ARGUMENT, "a batch has 1..256 changes")
                    .field("changes")
                    .limit("changesMax", CHANGES_MAX, request.getChangesCount())
                    .toException();
        }
        LiveStage stage = stages.get(request.getStage());
        return applied.once(stage.facts(), key, () -> applyNow(stage, request));
    }

    private ApplyChangesResponse applyNow(LiveStage stage, ApplyChangesRequest request) {
        List<StageChange> changes = new ArrayList<>();
        ApplyChangesResponse.Builder response = ApplyChangesResponse.newBuilder();
        for (int i = 0; i < request.getChangesCount(); i++) {
            StageChange change =
                    ChangeMessages.toChange(request.getChanges(i), "changes[" + i + "]");
            if (change instanceof StageChange.Create(Creation creation)) {
                Guid guid = guids.take();
                response.addCreatedGuids(guid.value());
                change =
                        new StageChange.Create(
                                new Creation(
                                        creation.className(),
                                        guid,
                                        creation.profileId(),
                                        creation.arguments()));
            }
            changes.add(change);
        }
        return response.setTick(Futures.await(stage.apply(changes))).build();
    }

    private static Stage stage(LiveStage live) {
        LiveStage.Census census = Futures.await(live.census());
        return Stage.newBuilder()
                .setSpec(SpecMessages.toMessage(live.spec()))
                .setGeneration(live.facts().generation())
                .setTick(census.tick())
                .setPeerCount(census.peers())
                .setEntityCount(census.entities())
                .build();
    }

    private static EntityEntry entity(EntityView view) {
        EntityEntry.Builder entry =
                EntityEntry.newBuilder()
                        .setGuid(view.guid())
                        .setNetworkId((int) view.networkId())
                        .setClassName(view.className())
                        .setOwnerPeerId(view.ownerPeerId())
                        .setBodyId(view.bodyId());
        view.fields().forEach(f -> entry.addFields(ScalarFields.of(f.index(), f.value())));
        return entry.build();
    }

    private static int pageSize(int asked) {
        if (asked < 0 || asked > PAGE_MAX) {
            throw TerraneException.of(CommonError.INVALID_ARGUMENT, "a page has 1..1000 entries")
                    .field("page_size")
                    .limit("pageSizeMax", PAGE_MAX, Integer.toUnsignedLong(asked))
                    .toException();
        }
        return asked == 0 ? PAGE_DEFAULT : asked;
    }

    private static String token(String last) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(last.getBytes(StandardCharsets.UTF_8));
    }

    private static String after(String token) {
        try {
            return ByteString.copyFrom(Base64.getUrlDecoder().decode(token)).toStringUtf8();
        } catch (IllegalArgumentException e) {
            throw badToken(e);
        }
    }

    private static long number(String text) {
        return Optional.of(text)
                .filter(t -> t.matches("-?[0-9]{1,19}"))
                .map(Long::parseLong)
                .orElseThrow(() -> badToken(null));
    }

    private static TerraneException badToken(@Nullable Throwable cause) {
        TerraneException.Builder refusal =
                TerraneException.of(CommonError.INVALID_ARGUMENT, "the page token is not one")
                        .field("page_token");
        if (cause != null) {
            refusal.cause(cause);
        }
        return refusal.toException();
    }
}
