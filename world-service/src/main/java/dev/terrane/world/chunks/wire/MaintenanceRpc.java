package dev.terrane.world.chunks.wire;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.proto.world.v1alpha1.ChunkFault;
import dev.terrane.proto.world.v1alpha1.ChunkScope;
import dev.terrane.proto.world.v1alpha1.CreateBackupRequest;
import dev.terrane.proto.world.v1alpha1.CreateBackupResponse;
import dev.terrane.proto.world.v1alpha1.FlushRequest;
import dev.terrane.proto.world.v1alpha1.FlushResponse;
import dev.terrane.proto.world.v1alpha1.GetWriteBehindRequest;
import dev.terrane.proto.world.v1alpha1.ListQuarantineRequest;
import dev.terrane.proto.world.v1alpha1.ListQuarantineResponse;
import dev.terrane.proto.world.v1alpha1.Maintenance;
import dev.terrane.proto.world.v1alpha1.MigrateChunksRequest;
import dev.terrane.proto.world.v1alpha1.MigrateChunksResponse;
import dev.terrane.proto.world.v1alpha1.PruneRevisionsRequest;
import dev.terrane.proto.world.v1alpha1.PruneRevisionsResponse;
import dev.terrane.proto.world.v1alpha1.QuarantinedChunk;
import dev.terrane.proto.world.v1alpha1.RebuildIndexRequest;
import dev.terrane.proto.world.v1alpha1.RebuildIndexResponse;
import dev.terrane.proto.world.v1alpha1.RestoreChunkRequest;
import dev.terrane.proto.world.v1alpha1.RestoreChunkResponse;
import dev.terrane.proto.world.v1alpha1.SetDurabilityRequest;
import dev.terrane.proto.world.v1alpha1.VerifyChunksRequest;
import dev.terrane.proto.world.v1alpha1.VerifyChunksResponse;
import dev.terrane.rpc.server.RpcContext;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.world.backups.Backup;
import dev.terrane.world.backups.Backups;
import dev.terrane.world.chunks.ChunkUpkeep;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.Edits;
import dev.terrane.world.chunks.Pages;
import dev.terrane.world.chunks.Quarantined;
import dev.terrane.world.chunks.store.Scope;
import dev.terrane.world.definitions.DefinitionCommands;
import dev.terrane.world.definitions.Requests;
import java.util.List;

/** {@code terrane.world.v1alpha1.MaintenanceService}. */
final class MaintenanceRpc {
    private final ChunkUpkeep upkeep;
    private final Chunks chunks;
    private final Edits edits;
    private final Backups backups;
    private final DurabilityRpc durability;
    private final DefinitionCommands definitions;

    MaintenanceRpc(
            ChunkUpkeep upkeep,
            Chunks chunks,
            Edits edits,
            Backups backups,
            DurabilityRpc durability,
            DefinitionCommands definitions) {
        this.upkeep = upkeep;
        this.chunks = chunks;
        this.edits = edits;
        this.backups = backups;
        this.durability = durability;
        this.definitions = definitions;
    }

    RpcService toService() {
        return RpcService.of(Maintenance.getDescriptor().findServiceByName("MaintenanceService"))
                .unary("VerifyChunks", VerifyChunksRequest.getDefaultInstance(), this::verify)
                .unary("RebuildIndex", RebuildIndexRequest.getDefaultInstance(), this::rebuild)
                .unary("PruneRevisions", PruneRevisionsRequest.getDefaultInstance(), this::prune)
                .unary("MigrateChunks", MigrateChunksRequest.getDefaultInstance(), this::migrate)
                .unary("Flush", FlushRequest.getDefaultInstance(), this::flush)
                .unary("RestoreChunk", RestoreChunkRequest.getDefaultInstance(), this::restore)
                .unary("ListQuarantine", ListQuarantineRequest.getDefaultInstance(), this::list)
                .unary("SetDurability", SetDurabilityRequest.getDefaultInstance(), durability::set)
                .unary(
                        "GetWriteBehind",
                        GetWriteBehindRequest.getDefaultInstance(),
                        durability::get)
                .unary("CreateBackup", CreateBackupRequest.getDefaultInstance(), this::backup)
                .build();
    }

    private CreateBackupResponse backup(CreateBackupRequest request, RpcContext context) {
        requireWorld(request.getWorld());
        Backup made = backups.create(Requests.requestId("name", request.getName()));
        return CreateBackupResponse.newBuilder()
                .setName(made.name())
                .setBytes(made.bytes())
                .setChunks(made.chunks())
                .setRevisions(made.revisions())
                .setDigest(made.digest())
                .build();
    }

    private VerifyChunksResponse verify(VerifyChunksRequest request, RpcContext context) {
        ChunkUpkeep.Report report = upkeep.verify(scope(request.getScope()));
        VerifyChunksResponse.Builder response =
                VerifyChunksResponse.newBuilder()
                        .setChecked(report.checked())
                        .setFaulty(report.faulty())
                        .addAllDatabaseFaults(report.databaseFaults());
        for (ChunkUpkeep.Fault fault : report.faults()) {
            response.addFaults(
                    ChunkFault.newBuilder()
                            .setKey(ChunkMessages.of(fault.key()))
                            .setRevision(fault.revision())
                            .setDetail(fault.detail()));
        }
        return response.build();
    }

    private RebuildIndexResponse rebuild(RebuildIndexRequest request, RpcContext context) {
        ChunkUpkeep.Rebuilt rebuilt = upkeep.rebuildIndex(scope(request.getScope()));
        return RebuildIndexResponse.newBuilder()
                .setRebuilt(rebuilt.rebuilt())
                .setSkipped(rebuilt.skipped())
                .build();
    }

    private PruneRevisionsResponse prune(PruneRevisionsRequest request, RpcContext context) {
        if (request.getKeep() < 1) {
            throw Requests.bad("keep", "at least one payload of each chunk is kept");
        }
        return PruneRevisionsResponse.newBuilder()
                .setDropped(upkeep.prune(scope(request.getScope()), request.getKeep()))
                .build();
    }

    private MigrateChunksResponse migrate(MigrateChunksRequest request, RpcContext context) {
        return MigrateChunksResponse.newBuilder()
                .setMigrated(upkeep.migrate(scope(request.getScope())))
                .build();
    }

    private FlushResponse flush(FlushRequest request, RpcContext context) {
        requireWorld(request.getWorld());
        return FlushResponse.newBuilder().setFlushed(upkeep.flush()).build();
    }

    private RestoreChunkResponse restore(RestoreChunkRequest request, RpcContext context) {
        ChunkKey key = ChunkMessages.key("key", request.getKey());
        EditResult.Applied applied =
                ChunkRefusals.applied(
                        key,
                        edits.submit(EditRequest.ofServer(key, new EditRequest.Change.Restore())));
        return RestoreChunkResponse.newBuilder().setChunk(ChunkMessages.of(applied.head())).build();
    }

    private ListQuarantineResponse list(ListQuarantineRequest request, RpcContext context) {
        requireWorld(request.getWorld());
        int size = Requests.pageSize("page_size", Integer.toUnsignedLong(request.getPageSize()));
        List<Quarantined> found =
                chunks.listQuarantine(Pages.number("page_token", request.getPageToken()), size);
        ListQuarantineResponse.Builder response = ListQuarantineResponse.newBuilder();
        for (Quarantined one : found) {
            response.addChunks(
                    QuarantinedChunk.newBuilder()
                            .setId(one.id())
                            .setFault(
                                    ChunkFault.newBuilder()
                                            .setKey(ChunkMessages.of(one.key()))
                                            .setRevision(one.revision())
                                            .setDetail(one.detail()))
                            .setChecksum(one.checksum().hex())
                            .setFoundAtMillis(one.foundAt().toEpochMilli()));
        }
        if (found.size() == size) {
            response.setNextPageToken(Long.toString(found.getLast().id()));
        }
        return response.build();
    }

    /** That a call on the database of a world names one that is there. */
    private void requireWorld(String world) {
        if (!world.isEmpty()) {
            definitions.get(Requests.world("world", world));
        }
    }

    private static Scope scope(ChunkScope scope) {
        if (scope.getWorld().isEmpty()) {
            if (!scope.getRoom().isEmpty()) {
                throw Requests.bad("scope.room", "a room is named with its world");
            }
            return Scope.ALL;
        }
        WorldId world = Requests.world("scope.world", scope.getWorld());
        return scope.getRoom().isEmpty()
                ? Scope.of(world)
                : Scope.of(Requests.room(world, "scope.room", scope.getRoom()));
    }
}
