package dev.terrane.world.imports.wire;

import dev.terrane.core.chunk.merge.PlanTotals;
import dev.terrane.proto.world.v1alpha1.ImportChunk;
import dev.terrane.proto.world.v1alpha1.ImportChunkKind;
import dev.terrane.proto.world.v1alpha1.ImportConflict;
import dev.terrane.proto.world.v1alpha1.ImportKind;
import dev.terrane.proto.world.v1alpha1.ImportPrefer;
import dev.terrane.proto.world.v1alpha1.ImportProblem;
import dev.terrane.proto.world.v1alpha1.ImportProgress;
import dev.terrane.proto.world.v1alpha1.ImportState;
import dev.terrane.proto.world.v1alpha1.ImportTotals;
import dev.terrane.rpc.server.Caller;
import dev.terrane.world.flags.Viewer;
import dev.terrane.world.imports.ImportJob;
import dev.terrane.world.imports.ImportPlans;
import dev.terrane.world.imports.ImportReport;
import dev.terrane.world.imports.StagedChunk;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Jobs and plans as messages. */
final class ImportMessages {
    private ImportMessages() {}

    static dev.terrane.proto.world.v1alpha1.ImportJob of(ImportJob job, Caller caller) {
        boolean open = job.isOpenTo(caller.subject(), Viewer.of(caller));
        ImportReport report = open ? job.report() : job.report().withoutTexts();
        var message =
                dev.terrane.proto.world.v1alpha1.ImportJob.newBuilder()
                        .setId(job.id())
                        .setKind(kind(job.order().kind()))
                        .setWorld(job.room().world().value())
                        .setRoom(job.room().room().value())
                        .setFile(job.order().source().fileName())
                        .setState(state(job.state()))
                        .setPlanOnly(job.order().mode() == ImportJob.Mode.PLAN)
                        .setPrefer(prefer(job.order().prefer()))
                        .setProgress(progress(job.progress()))
                        .setTotals(totals(job.report().totals()))
                        .setInSlices(job.sliced())
                        .setLeft(job.report().left())
                        .setObjects(job.report().objects())
                        .addAllWarnings(report.warnings())
                        .setOtherImport(job.order().otherJob())
                        .setRolledBackBy(job.rolledBackBy())
                        .setGated(!open)
                        .setActor(job.order().asker().actor())
                        .setCreatedAtMillis(job.createdAt().toEpochMilli())
                        .setUpdatedAtMillis(job.updatedAt().toEpochMilli());
        Map<String, Object> problem = report.problem();
        if (problem != null) {
            message.setProblem(
                    ImportProblem.newBuilder()
                            .setCode(String.valueOf(problem.get("code")))
                            .setDetail(String.valueOf(problem.getOrDefault("detail", "")))
                            .setDocument(JsonMapper.shared().writeValueAsString(problem)));
        }
        return message.build();
    }

    static ImportChunk of(ImportPlans.Entry entry) {
        StagedChunk chunk = entry.chunk();
        ImportChunk.Builder message =
                ImportChunk.newBuilder()
                        .setKey(chunk.key().toString())
                        .setKind(kind(chunk.plan().kind()))
                        .setBaseRevision(chunk.plan().revision())
                        .setConflictCount(chunk.plan().conflicts())
                        .setGated(entry.gated())
                        .setOutcome(ImportJob.nameOf(chunk.result().outcome()))
                        .setRevision(chunk.result().revision());
        for (var conflict : entry.conflicts()) {
            message.addConflicts(
                    ImportConflict.newBuilder()
                            .setKind(conflict.kind())
                            .setLayer(conflict.layer())
                            .setX(conflict.x())
                            .setY(conflict.y())
                            .setZ(conflict.z())
                            .setObject(conflict.object())
                            .setBase(conflict.base())
                            .setOurs(conflict.ours())
                            .setTheirs(conflict.theirs())
                            .setText(conflict.text()));
        }
        return message.build();
    }

    private static ImportProgress progress(ImportJob.Progress progress) {
        return ImportProgress.newBuilder()
                .setTotal(progress.total())
                .setStaged(progress.staged())
                .setPlanned(progress.planned())
                .setChanging(progress.changing())
                .setCommitted(progress.committed())
                .build();
    }

    private static ImportTotals totals(PlanTotals totals) {
        return ImportTotals.newBuilder()
                .setAdded(totals.added())
                .setChanged(totals.changed())
                .setRemoved(totals.removed())
                .setUntouched(totals.untouched())
                .setConflicting(totals.conflicting())
                .setConflicts(totals.conflicts())
                .build();
    }

    private static ImportKind kind(ImportJob.Kind kind) {
        return switch (kind) {
            case IMPORT -> ImportKind.IMPORT_KIND_IMPORT;
            case ROLLBACK -> ImportKind.IMPORT_KIND_ROLLBACK;
        };
    }

    private static ImportPrefer prefer(ImportJob.Choice choice) {
        return switch (choice) {
            case NONE -> ImportPrefer.IMPORT_PREFER_UNSPECIFIED;
            case OURS -> ImportPrefer.IMPORT_PREFER_OURS;
            case THEIRS -> ImportPrefer.IMPORT_PREFER_THEIRS;
        };
    }

    private static ImportState state(ImportJob.State state) {
        return switch (state) {
            case STAGING -> ImportState.IMPORT_STATE_STAGING;
            case PLANNING -> ImportState.IMPORT_STATE_PLANNING;
            case PLANNED -> ImportState.IMPORT_STATE_PLANNED;
            case COMMITTING -> ImportState.IMPORT_STATE_COMMITTING;
            case FINISHING -> ImportState.IMPORT_STATE_FINISHING;
            case CANCELLING -> ImportState.IMPORT_STATE_CANCELLING;
            case SUSPENDED -> ImportState.IMPORT_STATE_SUSPENDED;
            case DONE -> ImportState.IMPORT_STATE_DONE;
            case FAILED -> ImportState.IMPORT_STATE_FAILED;
            case CANCELLED -> ImportState.IMPORT_STATE_CANCELLED;
        };
    }

    private static ImportChunkKind kind(StagedChunk.@Nullable Kind kind) {
        return switch (kind) {
            case null -> ImportChunkKind.IMPORT_CHUNK_KIND_UNSPECIFIED;
            case ADDED -> ImportChunkKind.IMPORT_CHUNK_KIND_ADDED;
            case CHANGED -> ImportChunkKind.IMPORT_CHUNK_KIND_CHANGED;
            case REMOVED -> ImportChunkKind.IMPORT_CHUNK_KIND_REMOVED;
            case UNTOUCHED -> ImportChunkKind.IMPORT_CHUNK_KIND_UNTOUCHED;
            case CONFLICTING -> ImportChunkKind.IMPORT_CHUNK_KIND_CONFLICTING;
        };
    }
}
