package dev.terrane.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.session.ReplayListener;
import dev.terrane.core.session.Restore;
import dev.terrane.core.session.Restored;
import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.format.CheckpointCodec;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.JournalChunkCodec;
import dev.terrane.core.session.format.ReplayCheckpointCodec;
import dev.terrane.core.session.format.ResumeCodec;
import dev.terrane.core.session.format.WorldStateCodec;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.SessionState;
import dev.terrane.proto.session.v1alpha1.CheckpointSessionRequest;
import dev.terrane.proto.session.v1alpha1.CheckpointSessionResponse;
import dev.terrane.proto.session.v1alpha1.Command;
import dev.terrane.proto.session.v1alpha1.CommandError;
import dev.terrane.proto.session.v1alpha1.ContactFact;
import dev.terrane.proto.session.v1alpha1.ExportKind;
import dev.terrane.proto.session.v1alpha1.ExportSessionRequest;
import dev.terrane.proto.session.v1alpha1.ExportSessionResponse;
import dev.terrane.proto.session.v1alpha1.JournalRow;
import dev.terrane.proto.session.v1alpha1.ListFactsRequest;
import dev.terrane.proto.session.v1alpha1.ListFactsResponse;
import dev.terrane.proto.session.v1alpha1.ListJournalRequest;
import dev.terrane.proto.session.v1alpha1.ListJournalResponse;
import dev.terrane.proto.session.v1alpha1.Receipt;
import dev.terrane.proto.session.v1alpha1.RolloverSessionRequest;
import dev.terrane.proto.session.v1alpha1.RolloverSessionResponse;
import dev.terrane.proto.session.v1alpha1.Session;
import dev.terrane.proto.session.v1alpha1.SetProfile;
import dev.terrane.proto.session.v1alpha1.SpawnBody;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.support.testing.Reply;
import dev.terrane.support.testing.ServiceServer;
import dev.terrane.testing.Provokes;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Administration of the whole service over REST and its twins on RPC. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SessionAdminIT {
    private static final int IDS_MAX = 40;

    @TempDir static Path folder;

    private ServiceServer server;
    private SessionCalls calls;

    @BeforeAll
    void start() {
        server =
                ServiceServer.start(
                        SessionApp.class,
                        "session",
                        folder,
                        "terrane.common.services.world=http://127.0.0.1:1",
                        "terrane.session.hosting.client-ids-max=" + IDS_MAX,
                        "terrane.session.hosting.contacts-max=100");
        calls = new SessionCalls(server.base(), server.token("authority"));
    }

    @AfterAll
    void stop() {
        calls.close();
        server.close();
    }

    private Session create(String name) {
        return calls.create(SessionCalls.spec(name).build()).getSession();
    }

    private Reply rest(String method, String path, String... headers) {
        return server.send(
                method, path, server.token("authority"), BodyPublishers.noBody(), headers);
    }

    @Test
    void aCheckpointIsMadeVerifiedAndDownloaded() {
        Session session = create("kept");
        calls.submit(session, SessionCalls.step("s1"), SessionCalls.step("s2"));
        assertThat(rest("POST", "/api/v1/sessions/kept/checkpoint").body())
                .contains("\"revision\":2", "\"stepIndex\":2", "\"base\":true");
        CheckpointSessionResponse again =
                calls.call(
                        "CheckpointSession",
                        CheckpointSessionRequest.newBuilder().setName("kept").build(),
                        CheckpointSessionResponse.getDefaultInstance());
        assertThat(again.getBase()).isTrue();
        assertThat(again.getGeneration()).isEqualTo(session.getGeneration());
        ExportSessionResponse export =
                calls.call(
                        "ExportSession",
                        ExportSessionRequest.newBuilder()
                                .setName("kept")
                                .setKind(ExportKind.EXPORT_KIND_STATE_CHECKPOINT)
                                .build(),
                        ExportSessionResponse.getDefaultInstance());
        SessionState state =
                ((Decoded.Ok<SessionState>) CheckpointCodec.decode(export.getFile().toByteArray()))
                        .value();
        assertThat(state.progress().revision()).isEqualTo(2);
        Reply file = rest("GET", "/api/v1/sessions/kept/checkpoint");
        assertThat(file.status()).isEqualTo(200);
        assertThat(file.body()).startsWith("TSCP");
        assertThat(rest("GET", "/api/v1/sessions/kept/world-state").body())
                .contains(
                        "\"format\":\"terrane.world-state.v1\"", "\"stepIndex\":2", "\"id\":\"a\"");
        assertThat(rest("GET", "/api/v1/sessions/none/checkpoint").status()).isEqualTo(404);
    }

    private byte[] export(String name, ExportKind kind) {
        return calls.call(
                        "ExportSession",
                        ExportSessionRequest.newBuilder().setName(name).setKind(kind).build(),
                        ExportSessionResponse.getDefaultInstance())
                .getFile()
                .toByteArray();
    }

    private static <T> T ok(Decoded<T> decoded) {
        return ((Decoded.Ok<T>) decoded).value();
    }

    @Test
    void bothWaysOfRebuildingFromDownloadsGiveTheSameSession() {
        Session session = create("rebuilt");
        for (int i = 0; i < 5; i++) {
            calls.submit(session, SessionCalls.step("s" + i), SessionCalls.push("p" + i, "a", 1));
            calls.submit(session, SessionCalls.push("bad" + i, "nobody", 1));
            if (i == 2) {
                rest("POST", "/api/v1/sessions/rebuilt/checkpoint");
            }
        }
        SessionState live =
                ok(
                        CheckpointCodec.decode(
                                export("rebuilt", ExportKind.EXPORT_KIND_STATE_CHECKPOINT)));
        var whole =
                ok(
                        ReplayCheckpointCodec.decode(
                                export("rebuilt", ExportKind.EXPORT_KIND_REPLAY_CHECKPOINT)));
        Restored replayed = Restore.replay(whole, SessionLimits.DEFAULT, ReplayListener.NONE);
        assertThat(((Restored.Ok) replayed).session().checkpoint()).isEqualTo(live);
        SessionState base =
                ok(CheckpointCodec.decode(export("rebuilt", ExportKind.EXPORT_KIND_BASE)));
        var descriptor =
                ok(ResumeCodec.decode(export("rebuilt", ExportKind.EXPORT_KIND_RESUME_DESCRIPTOR)));
        ListJournalResponse journal =
                calls.call(
                        "ListJournal",
                        ListJournalRequest.newBuilder().setName("rebuilt").build(),
                        ListJournalResponse.getDefaultInstance());
        List<JournalChunk> after =
                journal.getRowsList().stream()
                        .map(row -> ok(JournalChunkCodec.decode(row.getChunk().toByteArray())))
                        .filter(chunk -> chunk.firstEntry() >= base.progress().entries())
                        .toList();
        Restored resumed =
                Restore.resume(
                        descriptor,
                        new Restore.Base.Checkpoint(base),
                        after,
                        SessionLimits.DEFAULT,
                        ReplayListener.NONE);
        assertThat(((Restored.Ok) resumed).session().checkpoint()).isEqualTo(live);
        assertThat(WorldStateCodec.decode(export("rebuilt", ExportKind.EXPORT_KIND_WORLD_STATE)))
                .isInstanceOf(Decoded.Ok.class);
        for (String file : List.of("replay-checkpoint", "base", "resume-descriptor")) {
            assertThat(rest("GET", "/api/v1/sessions/rebuilt/" + file).status()).isEqualTo(200);
        }
        Reply seen =
                rest(
                        "GET",
                        "/api/v1/sessions/rebuilt/world-state",
                        "Accept",
                        "application/octet-stream");
        assertThat(seen.status()).isEqualTo(200);
        assertThat(seen.body()).doesNotStartWith("{");
    }

    @Provokes("JOURNAL_PRUNED")
    @Test
    void theJournalIsListedAndDownloadedRowByRow() {
        Session session = create("written");
        for (int i = 0; i < 3; i++) {
            calls.submit(session, SessionCalls.step("s" + i));
        }
        assertThat(rest("GET", "/api/v1/sessions/written/journal?limit=2").body())
                .contains("\"number\":1", "\"number\":2", "\"nextPageToken\":\"2\"");
        assertThat(rest("GET", "/api/v1/sessions/written/journal/1").body()).startsWith("TSJC");
        List<JournalRow> rows = new ArrayList<>();
        String token = "";
        do {
            ListJournalResponse page =
                    calls.call(
                            "ListJournal",
                            ListJournalRequest.newBuilder()
                                    .setName("written")
                                    .setPageSize(1)
                                    .setPageToken(token)
                                    .build(),
                            ListJournalResponse.getDefaultInstance());
            rows.addAll(page.getRowsList());
            token = page.getNextPageToken();
        } while (!token.isEmpty());
        assertThat(rows).extracting(JournalRow::getFirstIndex).containsExactly(0L, 1L, 2L);
        assertThat(JournalChunkCodec.decode(rows.getFirst().getChunk().toByteArray()))
                .isInstanceOf(Decoded.Ok.class);
        // A base joins the rows before it.
        rest("POST", "/api/v1/sessions/written/checkpoint");
        assertThat(rest("GET", "/api/v1/sessions/written/journal").body())
                .contains("\"commandCount\":3")
                .doesNotContain("\"number\":1,");
        Reply gone = rest("GET", "/api/v1/sessions/written/journal/1");
        assertThat(gone.status()).isEqualTo(410);
        assertThat(gone.body()).contains("JOURNAL_PRUNED", "joined to row");
        assertThat(rest("GET", "/api/v1/sessions/written/journal/99").status()).isEqualTo(404);
        assertThat(rest("GET", "/api/v1/sessions/written/journal/0").status()).isEqualTo(404);
        assertThat(rest("GET", "/api/v1/sessions/written/journal?generation=x").status())
                .isEqualTo(400);
        assertThat(
                        rest("GET", "/api/v1/sessions/written/journal?generation=" + "0".repeat(32))
                                .status())
                .isEqualTo(404);
    }

    @Test
    void factsAreReadStepByStep() {
        Session session = create("met");
        List<ContactFact> told = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            calls.submit(session, SessionCalls.step("s" + i)).getReceiptsList().stream()
                    .flatMap(receipt -> receipt.getFactsList().stream())
                    .forEach(told::add);
        }
        ListFactsResponse facts =
                calls.call(
                        "ListFacts",
                        ListFactsRequest.newBuilder().setName("met").build(),
                        ListFactsResponse.getDefaultInstance());
        assertThat(facts.getFactsList()).isEqualTo(told).isNotEmpty();
        assertThat(facts.getNextAfterStep()).isZero();
        assertThat(rest("GET", "/api/v1/sessions/met/facts").body())
                .contains(told.getFirst().getFactId(), "\"nextPageToken\":\"\"");
        assertThat(rest("GET", "/api/v1/sessions/met/facts?pageToken=1").body())
                .doesNotContain(told.getFirst().getFactId());
    }

    @Test
    void aQuietSessionRollsOver() {
        Session session =
                calls.create(
                                SessionCalls.spec("quiet")
                                        .clearBodies()
                                        .addBodies(SessionCalls.ball("a", 0, 1))
                                        .build())
                        .getSession();
        calls.submit(session, SessionCalls.step("s"));
        String path = "/api/v1/sessions/quiet/rollover?generation=" + session.getGeneration();
        Reply first = rest("POST", path);
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.body())
                .contains(
                        "\"revision\":0", "\"firstGeneration\":\"" + session.getGeneration() + "\"")
                .doesNotContain("\"generation\":\"" + session.getGeneration() + "\"");
        assertThat(rest("POST", path).body()).isEqualTo(first.body());
        Session next = calls.get("quiet");
        RolloverSessionResponse third =
                calls.call(
                        "RolloverSession",
                        RolloverSessionRequest.newBuilder()
                                .setName("quiet")
                                .setGeneration(next.getGeneration())
                                .build(),
                        RolloverSessionResponse.getDefaultInstance());
        assertThat(third.getSession().getGeneration()).isNotEqualTo(next.getGeneration());
        // History of the first generation is still there.
        assertThat(
                        rest(
                                        "GET",
                                        "/api/v1/sessions/quiet/journal?generation="
                                                + session.getGeneration())
                                .body())
                .contains("\"commandCount\":1");
        create("touching");
        rest("POST", "/api/v1/sessions/touching/step");
        Reply refused = rest("POST", "/api/v1/sessions/touching/rollover");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.body()).contains("ROLLOVER_REFUSED", "OPEN_CONTACTS");
    }

    @Provokes("SESSION_STALE")
    @Test
    void conditionsAreRevisions() {
        Session session = create("tagged");
        String first = rest("GET", "/api/v1/sessions/tagged").header("ETag");
        assertThat(first).isEqualTo("\"" + session.getGeneration() + "-0\"");
        assertThat(rest("GET", "/api/v1/sessions/tagged", "If-None-Match", first).status())
                .isEqualTo(304);
        // A pause changes what is told of the session and no revision.
        rest("POST", "/api/v1/sessions/tagged/pause");
        String paused =
                rest("GET", "/api/v1/sessions/tagged", "If-None-Match", first).header("ETag");
        assertThat(paused).isEqualTo("\"" + session.getGeneration() + "-0-paused\"");
        assertThat(rest("GET", "/api/v1/sessions/tagged", "If-None-Match", paused).status())
                .isEqualTo(304);
        rest("POST", "/api/v1/sessions/tagged/resume");
        assertThat(rest("GET", "/api/v1/sessions/tagged", "If-None-Match", paused).status())
                .isEqualTo(200);
        assertThat(rest("POST", "/api/v1/sessions/tagged/step", "If-Match", paused).status())
                .isEqualTo(200);
        Reply stale = rest("POST", "/api/v1/sessions/tagged/step", "If-Match", first);
        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.body()).contains("SESSION_STALE", "\"currentRevision\":\"1\"");
        assertThat(rest("DELETE", "/api/v1/sessions/tagged", "If-Match", first).status())
                .isEqualTo(412);
        assertThat(rest("POST", "/api/v1/sessions/tagged/step", "If-Match", "x").status())
                .isEqualTo(400);
        assertThat(calls.get("tagged").getStepIndex()).isEqualTo(1);
    }

    @Test
    void aFaultedSessionIsRetiredAtTheRevisionAskedForOnly() {
        var pile = SessionCalls.spec("heap").clearBodies();
        for (int i = 0; i < 20; i++) {
            pile.addBodies(SessionCalls.ball("b" + i, i * 0.01, 0));
        }
        Session session = calls.create(pile.build()).getSession();
        // More pairs than the limit: the session fails.
        rest("POST", "/api/v1/sessions/heap/step");
        Reply faulted = rest("GET", "/api/v1/sessions/heap");
        assertThat(faulted.body()).contains("\"state\":\"faulted\"");
        String other = "\"" + session.getGeneration() + "-7\"";
        Reply stale = rest("DELETE", "/api/v1/sessions/heap", "If-Match", other);
        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.body()).contains("SESSION_STALE", "\"currentRevision\":\"0\"");
        assertThat(rest("DELETE", "/api/v1/sessions/heap", "If-Match", "x").status())
                .isEqualTo(400);
        assertThat(rest("GET", "/api/v1/sessions/heap").body()).contains("\"faulted\"");
        String tag = faulted.header("ETag");
        assertThat(tag).isEqualTo("\"" + session.getGeneration() + "-0-faulted\"");
        assertThat(rest("DELETE", "/api/v1/sessions/heap", "If-Match", tag).status())
                .isEqualTo(200);
        assertThat(rest("GET", "/api/v1/sessions/heap").body()).contains("\"disposed\"");
    }

    @Test
    void aReceiptIsFoundByTheIdOfItsCommand() {
        Session session = create("answered");
        calls.submit(session, SessionCalls.step("s1"), SessionCalls.step("s2"));
        assertThat(rest("GET", "/api/v1/sessions/answered/receipts/s2").body())
                .contains(
                        "\"receiptId\":\"" + session.getGeneration() + ":receipt:s2\"",
                        "\"stepIndex\":2",
                        "\"afterRevision\":2");
        assertThat(rest("GET", "/api/v1/sessions/answered/receipts/s3").status()).isEqualTo(404);
        assertThat(rest("GET", "/api/v1/sessions/answered/receipts/~clock:1").status())
                .isEqualTo(404);
        assertThat(rest("GET", "/api/v1/sessions/answered/receipts/~clock:0").status())
                .isEqualTo(400);
    }

    @Test
    void anInvalidCommandIsToldByItsField() {
        Session session = create("told");
        var light =
                Command.newBuilder()
                        .setCommandId("light")
                        .setSpawn(
                                SpawnBody.newBuilder()
                                        .setBody(
                                                SessionCalls.ball("n", 9, 0).toBuilder()
                                                        .setMass(0)))
                        .build();
        var receipt = calls.submit(session, light).getReceipts(0);
        assertThat(receipt.getError()).isEqualTo(CommandError.COMMAND_ERROR_INVALID_COMMAND);
        assertThat(receipt.getMessage()).startsWith("spawn.body.mass: must be ");
        // A retry tells the same.
        assertThat(calls.submit(session, light).getReceipts(0)).isEqualTo(receipt);
    }

    @Provokes("LEDGER_FULL")
    @Test
    void aFullLedgerRefusesClientsUntilTheRollover() {
        Session session =
                calls.create(
                                SessionCalls.spec("full")
                                        .clearBodies()
                                        .addBodies(SessionCalls.ball("a", 0, 1))
                                        .build())
                        .getSession();
        for (int i = 0; i < IDS_MAX; i++) {
            calls.submit(session, SessionCalls.step("s" + i));
        }
        Receipt over = calls.submit(session, SessionCalls.step("one-more")).getReceipts(0);
        assertThat(over.getError()).isEqualTo(CommandError.COMMAND_ERROR_LEDGER_FULL);
        Reply refused = rest("POST", "/api/v1/sessions/full/step");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.body()).contains("LEDGER_FULL");
        // A retry is answered all the same, services go on, and a rollover makes room.
        assertThat(calls.submit(session, SessionCalls.step("s3")).getReceipts(0).getAfterRevision())
                .isEqualTo(4);
        try (SessionCalls service = new SessionCalls(server.base(), server.token("service"))) {
            Receipt step = service.submit(session, SessionCalls.step("~logic:7")).getReceipts(0);
            assertThat(step.getAfterRevision()).isEqualTo(IDS_MAX + 1);
            assertThat(service.submit(session, SessionCalls.step("~logic:7")).getReceipts(0))
                    .isEqualTo(step);
            assertThat(
                            service.submit(session, SessionCalls.step("~logic:6"))
                                    .getReceipts(0)
                                    .getError())
                    .isEqualTo(CommandError.COMMAND_ERROR_RECEIPT_PRUNED);
            assertThatThrownBy(() -> service.submit(session, SessionCalls.step("~clock:9")))
                    .isInstanceOfSatisfying(
                            RpcException.class,
                            e -> assertThat(e.info().getCode()).isEqualTo("COMMAND_ID_RESERVED"));
            assertThatThrownBy(() -> service.submit(session, SessionCalls.step("~Logic:9")))
                    .isInstanceOfSatisfying(
                            RpcException.class,
                            e -> assertThat(e.info().getCode()).isEqualTo("INVALID_ARGUMENT"));
        }
        rest("POST", "/api/v1/sessions/full/rollover");
        Session next = calls.get("full");
        assertThat(calls.submit(next, SessionCalls.step("s3")).getReceipts(0).getAfterRevision())
                .isEqualTo(1);
    }

    @Test
    void aProfileIsSetByCommand() {
        Session session = create("profiled");
        calls.submit(session, SessionCalls.step("s1"));
        Command apart =
                Command.newBuilder()
                        .setCommandId("p")
                        .setSetProfile(SetProfile.newBuilder().setBodyId("a").setCollisionMask(0))
                        .build();
        Receipt receipt = calls.submit(session, apart).getReceipts(0);
        assertThat(receipt.getError()).isEqualTo(CommandError.COMMAND_ERROR_UNSPECIFIED);
        // The contact it forbids ends at once, told in this receipt.
        assertThat(receipt.getFactsList()).hasSize(1);
    }
}
