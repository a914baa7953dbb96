package dev.terrane.session.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.proto.session.v1alpha1.CheckpointSessionRequest;
import dev.terrane.proto.session.v1alpha1.CheckpointSessionResponse;
import dev.terrane.proto.session.v1alpha1.ExportKind;
import dev.terrane.proto.session.v1alpha1.ExportSessionRequest;
import dev.terrane.proto.session.v1alpha1.ExportSessionResponse;
import dev.terrane.proto.session.v1alpha1.JournalRow;
import dev.terrane.proto.session.v1alpha1.ListFactsRequest;
import dev.terrane.proto.session.v1alpha1.ListFactsResponse;
import dev.terrane.proto.session.v1alpha1.ListJournalRequest;
import dev.terrane.proto.session.v1alpha1.ListJournalResponse;
import dev.terrane.proto.session.v1alpha1.RolloverSessionRequest;
import dev.terrane.proto.session.v1alpha1.RolloverSessionResponse;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.RpcContext;
import dev.terrane.session.hosting.SessionArchive;
import dev.terrane.session.hosting.SessionRegistry;
import dev.terrane.session.hosting.SessionStore;
import dev.terrane.session.hosting.SessionView;
import dev.terrane.session.hosting.Waits;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The part of SessionService that looks after sessions. Called by request threads. */
final class AdminRpc {
    /** Largest file in one answer. */
    static final int FILE_BYTES_MAX = 4 << 20;

    private static final int ROWS_DEFAULT = 32;
    private static final int ROWS_MAX = 256;
    private static final int FACTS_DEFAULT = 100;
    private static final int FACTS_MAX = 1_000;

    private final SessionRegistry registry;
    private final SessionArchive archive;

    AdminRpc(SessionRegistry registry, SessionArchive archive) {
        this.registry = registry;
        this.archive = archive;
    }

    CheckpointSessionResponse checkpoint(CheckpointSessionRequest request, RpcContext context) {
        SessionId name = Requests.sessionId("name", request.getName());
        SessionRegistry.Checkpoint made =
                Waits.result(registry.checkpoint(name), context.deadline().remaining());
        return CheckpointSessionResponse.newBuilder()
                .setGeneration(made.generation().value())
                .setRevision(made.at().revision())
                .setStepIndex(made.at().stepIndex())
                .setBase(made.isBase())
                .build();
    }

    RolloverSessionResponse rollover(RolloverSessionRequest request, RpcContext context) {
        SessionId name = Requests.sessionId("name", request.getName());
        Generation generation = Requests.generation("generation", request.getGeneration());
        SessionView next =
                Waits.result(registry.rollOver(name, generation), context.deadline().remaining());
        return RolloverSessionResponse.newBuilder()
                .setSession(Sessions.session(next, registry.pinned(next)))
                .build();
    }

    ExportSessionResponse export(ExportSessionRequest request, RpcContext context) {
        SessionId name = Requests.sessionId("name", request.getName());
        SessionArchive.Export export =
                Waits.result(export(name, request.getKind()), context.deadline().remaining());
        int size = export.bytes().value().length;
        if (size > FILE_BYTES_MAX) {
            throw TerraneException.of(
                            CommonError.PAYLOAD_TOO_LARGE,
                            "the file of session " + name + " is too large here: use REST")
                    .limit("file bytes", FILE_BYTES_MAX, size)
                    .toException();
        }
        return ExportSessionResponse.newBuilder()
                .setGeneration(export.generation().value())
                .setRevision(export.revision())
                .setStepIndex(export.stepIndex())
                .setFile(ByteString.copyFrom(export.bytes().value()))
                .build();
    }

    private CompletableFuture<SessionArchive.Export> export(SessionId name, ExportKind kind) {
        return switch (kind) {
            case EXPORT_KIND_STATE_CHECKPOINT -> archive.checkpoint(name);
            case EXPORT_KIND_REPLAY_CHECKPOINT ->
                    archive.replayCheckpoint(name, archive.generation(name, null));
            case EXPORT_KIND_RESUME_DESCRIPTOR -> archive.resumeDescriptor(name);
            case EXPORT_KIND_BASE -> CompletableFuture.completedFuture(archive.base(name));
            case EXPORT_KIND_WORLD_STATE -> archive.worldState(name);
            case EXPORT_KIND_UNSPECIFIED, UNRECOGNIZED ->
                    throw Requests.invalid("kind", "is missing or unknown");
        };
    }

    ListJournalResponse listJournal(ListJournalRequest request, RpcContext context) {
        SessionId name = Requests.sessionId("name", request.getName());
        int size = Requests.size("page_size", request.getPageSize(), ROWS_DEFAULT, ROWS_MAX);
        long after = number("page_token", request.getPageToken());
        List<SessionStore.JournalRow> rows =
                archive.journal(name, generation(name, request.getGeneration()), after, size + 1);
        ListJournalResponse.Builder response = ListJournalResponse.newBuilder();
        long bytes = 0;
        for (SessionStore.JournalRow row : rows) {
            byte[] chunk = row.chunk().value();
            bytes += chunk.length;
            if (response.getRowsCount() == size
                    || (response.getRowsCount() > 0 && bytes > FILE_BYTES_MAX)) {
                response.setNextPageToken(
                        String.valueOf(response.getRows(response.getRowsCount() - 1).getNumber()));
                break;
            }
            response.addRows(
                    JournalRow.newBuilder()
                            .setNumber(row.number())
                            .setFirstIndex(row.firstIndex())
                            .setCommandCount(row.commandCount())
                            .setStepIndex(row.stepIndex())
                            .setChunk(UnsafeByteOperations.unsafeWrap(chunk)));
        }
        return response.build();
    }

    ListFactsResponse listFacts(ListFactsRequest request, RpcContext context) {
        SessionId name = Requests.sessionId("name", request.getName());
        int size = Requests.size("page_size", request.getPageSize(), FACTS_DEFAULT, FACTS_MAX);
        if (request.getAfterStep() < 0) {
            throw Requests.invalid("after_step", "is negative");
        }
        Generation generation = generation(name, request.getGeneration());
        SessionArchive.FactPage page =
                archive.facts(name, generation, request.getAfterStep(), size);
        ListFactsResponse.Builder response =
                ListFactsResponse.newBuilder().setNextAfterStep(page.nextAfterStep());
        for (ContactFact fact : page.facts()) {
            response.addFacts(Receipts.fact(generation, fact));
        }
        return response.build();
    }

    private Generation generation(SessionId name, String text) {
        @Nullable Generation wanted =
                text.isEmpty() ? null : Requests.generation("generation", text);
        return archive.generation(name, wanted);
    }

    private static long number(String field, String token) {
        if (token.isEmpty()) {
            return 0;
        }
        if (!token.matches("[0-9]{1,18}")) {
            throw Requests.invalid(field, "is no token of this list");
        }
        return Long.parseLong(token);
    }
}
