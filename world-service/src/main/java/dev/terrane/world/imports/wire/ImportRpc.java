package dev.terrane.world.imports.wire;

import com.google.protobuf.ByteString;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.proto.world.v1alpha1.CancelImportRequest;
import dev.terrane.proto.world.v1alpha1.CancelImportResponse;
import dev.terrane.proto.world.v1alpha1.GetImportRequest;
import dev.terrane.proto.world.v1alpha1.GetImportResponse;
import dev.terrane.proto.world.v1alpha1.ImportChunkKind;
import dev.terrane.proto.world.v1alpha1.ImportFile;
import dev.terrane.proto.world.v1alpha1.ImportPrefer;
import dev.terrane.proto.world.v1alpha1.ListImportChunksRequest;
import dev.terrane.proto.world.v1alpha1.ListImportChunksResponse;
import dev.terrane.proto.world.v1alpha1.ListImportsRequest;
import dev.terrane.proto.world.v1alpha1.ListImportsResponse;
import dev.terrane.proto.world.v1alpha1.ResumeImportRequest;
import dev.terrane.proto.world.v1alpha1.ResumeImportResponse;
import dev.terrane.proto.world.v1alpha1.RollbackImportRequest;
import dev.terrane.proto.world.v1alpha1.RollbackImportResponse;
import dev.terrane.proto.world.v1alpha1.StartImportRequest;
import dev.terrane.proto.world.v1alpha1.StartImportResponse;
import dev.terrane.rpc.server.RpcContext;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.world.chunks.Pages;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.flags.Viewer;
import dev.terrane.world.imports.ImportJob;
import dev.terrane.world.imports.ImportJob.Choice;
import dev.terrane.world.imports.ImportJob.Mode;
import dev.terrane.world.imports.ImportPlans;
import dev.terrane.world.imports.ImportRequest;
import dev.terrane.world.imports.ImportRequests;
import dev.terrane.world.imports.Imports;
import dev.terrane.world.imports.StagedChunk;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code terrane.world.v1alpha1.ImportService}. */
final class ImportRpc {
    private final Imports imports;
    private final ImportPlans plans;

    ImportRpc(Imports imports, ImportPlans plans) {
        this.imports = imports;
        this.plans = plans;
    }

    RpcService toService() {
        return RpcService.of(
                        dev.terrane.proto.world.v1alpha1.Imports.getDescriptor()
                                .findServiceByName("ImportService"))
                .unary("StartImport", StartImportRequest.getDefaultInstance(), this::start)
                .unary("GetImport", GetImportRequest.getDefaultInstance(), this::get)
                .unary("ListImports", ListImportsRequest.getDefaultInstance(), this::list)
                .unary(
                        "ListImportChunks",
                        ListImportChunksRequest.getDefaultInstance(),
                        this::listChunks)
                .unary("CancelImport", CancelImportRequest.getDefaultInstance(), this::cancel)
                .unary("ResumeImport", ResumeImportRequest.getDefaultInstance(), this::resume)
                .unary("RollbackImport", RollbackImportRequest.getDefaultInstance(), this::rollback)
                .build();
    }

    private StartImportResponse start(StartImportRequest request, RpcContext context) {
        RoomKey room =
                Requests.room(
                        Requests.world("world", request.getWorld()), "room", request.getRoom());
        Map<String, Bytes> files = new HashMap<>();
        for (int i = 0; i < request.getFilesCount(); i++) {
            ImportFile file = request.getFiles(i);
            String path = ImportRequests.path("files[" + i + "].path", file.getPath());
            if (files.put(path, bytes(file.getContent())) != null) {
                throw Requests.bad("files[" + i + "].path", "the path stands twice");
            }
        }
        ImportRequest.Asked asked =
                ImportRequests.asked(
                        mode(request.getPlanOnly()),
                        choice(request.getPrefer()),
                        Requests.requestId("request_id", request.getRequestId()),
                        context.caller());
        return StartImportResponse.newBuilder()
                .setJob(
                        ImportMessages.of(
                                imports.start(
                                        new ImportRequest(
                                                room,
                                                ImportRequests.fileName("file", request.getFile()),
                                                bytes(request.getMap()),
                                                files,
                                                asked)),
                                context.caller()))
                .build();
    }

    private static Bytes bytes(ByteString content) {
        return Bytes.wrap(content.toByteArray());
    }

    private GetImportResponse get(GetImportRequest request, RpcContext context) {
        return GetImportResponse.newBuilder()
                .setJob(
                        ImportMessages.of(
                                find(request.getWorld(), request.getId()), context.caller()))
                .build();
    }

    private ImportJob find(String world, String text) {
        String id = Requests.requestId("id", text);
        return imports.find(Requests.world("world", world), id)
                .orElseThrow(() -> Requests.notFound("import", id));
    }

    private ListImportsResponse list(ListImportsRequest request, RpcContext context) {
        WorldId world = Requests.world("world", request.getWorld());
        if (!request.getRoom().isEmpty()) {
            Requests.room(world, "room", request.getRoom());
        }
        int size = Requests.pageSize("page_size", Integer.toUnsignedLong(request.getPageSize()));
        List<ImportJob> page =
                imports.list(
                        world,
                        request.getRoom(),
                        ImportRequests.after("page_token", request.getPageToken()),
                        size);
        ListImportsResponse.Builder response =
                ListImportsResponse.newBuilder().setNextPageToken(ImportRequests.next(page, size));
        page.forEach(job -> response.addJobs(ImportMessages.of(job, context.caller())));
        return response.build();
    }

    private ListImportChunksResponse listChunks(
            ListImportChunksRequest request, RpcContext context) {
        ImportJob job = find(request.getWorld(), request.getId());
        int size = Requests.pageSize("page_size", Integer.toUnsignedLong(request.getPageSize()));
        List<ImportPlans.Entry> page =
                plans.list(
                        job,
                        kind(request.getKind()),
                        Pages.key("page_token", request.getPageToken()),
                        size,
                        Viewer.of(context.caller()));
        ListImportChunksResponse.Builder response = ListImportChunksResponse.newBuilder();
        page.forEach(entry -> response.addChunks(ImportMessages.of(entry)));
        if (page.size() == size) {
            response.setNextPageToken(page.getLast().chunk().key().toString());
        }
        return response.build();
    }

    private CancelImportResponse cancel(CancelImportRequest request, RpcContext context) {
        return CancelImportResponse.newBuilder()
                .setJob(
                        ImportMessages.of(
                                imports.cancel(
                                        Requests.world("world", request.getWorld()),
                                        Requests.requestId("id", request.getId())),
                                context.caller()))
                .build();
    }

    private ResumeImportResponse resume(ResumeImportRequest request, RpcContext context) {
        return ResumeImportResponse.newBuilder()
                .setJob(
                        ImportMessages.of(
                                imports.resume(
                                        Requests.world("world", request.getWorld()),
                                        Requests.requestId("id", request.getId()),
                                        choice(request.getPrefer())),
                                context.caller()))
                .build();
    }

    private RollbackImportResponse rollback(RollbackImportRequest request, RpcContext context) {
        ImportRequest.Asked asked =
                ImportRequests.asked(
                        mode(request.getPlanOnly()),
                        choice(request.getPrefer()),
                        Requests.requestId("request_id", request.getRequestId()),
                        context.caller());
        return RollbackImportResponse.newBuilder()
                .setJob(
                        ImportMessages.of(
                                imports.rollback(
                                        Requests.world("world", request.getWorld()),
                                        Requests.requestId("id", request.getId()),
                                        asked),
                                context.caller()))
                .build();
    }

    private static Mode mode(boolean planOnly) {
        return planOnly ? Mode.PLAN : Mode.COMMIT;
    }

    private static Choice choice(ImportPrefer prefer) {
        return switch (prefer) {
            case IMPORT_PREFER_UNSPECIFIED -> Choice.NONE;
            case IMPORT_PREFER_OURS -> Choice.OURS;
            case IMPORT_PREFER_THEIRS -> Choice.THEIRS;
            case UNRECOGNIZED -> throw Requests.bad("prefer", "it is none, ours or theirs");
        };
    }

    private static StagedChunk.@Nullable Kind kind(ImportChunkKind kind) {
        return switch (kind) {
            case IMPORT_CHUNK_KIND_UNSPECIFIED -> null;
            case IMPORT_CHUNK_KIND_ADDED -> StagedChunk.Kind.ADDED;
            case IMPORT_CHUNK_KIND_CHANGED -> StagedChunk.Kind.CHANGED;
            case IMPORT_CHUNK_KIND_REMOVED -> StagedChunk.Kind.REMOVED;
            case IMPORT_CHUNK_KIND_UNTOUCHED -> StagedChunk.Kind.UNTOUCHED;
            case IMPORT_CHUNK_KIND_CONFLICTING -> StagedChunk.Kind.CONFLICTING;
            case UNRECOGNIZED -> throw Requests.bad("kind", "it is no kind of chunk");
        };
    }
}
