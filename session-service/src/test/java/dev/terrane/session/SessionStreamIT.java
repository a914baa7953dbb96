package dev.terrane.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.ReplayListener;
import dev.terrane.core.session.Restore;
import dev.terrane.core.session.Restored;
import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.Submission;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.ReplayCheckpointCodec;
import dev.terrane.core.session.model.ReplayCheckpoint;
import dev.terrane.proto.session.v1alpha1.Command;
import dev.terrane.proto.session.v1alpha1.CommandError;
import dev.terrane.proto.session.v1alpha1.ExportKind;
import dev.terrane.proto.session.v1alpha1.ExportSessionRequest;
import dev.terrane.proto.session.v1alpha1.ExportSessionResponse;
import dev.terrane.proto.session.v1alpha1.JournalRow;
import dev.terrane.proto.session.v1alpha1.ListJournalRequest;
import dev.terrane.proto.session.v1alpha1.ListJournalResponse;
import dev.terrane.proto.session.v1alpha1.Receipt;
import dev.terrane.proto.session.v1alpha1.Session;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.support.testing.ServiceServer;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random command streams of several clients over RPC: duplicates, stale and conflicting commands,
 * requests of a wrong form and for another generation. No id is ever applied twice or has two
 * receipts, and the journal stays bounded under spam.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SessionStreamIT {
    private static final int CLIENTS = 8;
    private static final int CALLS = 250;
    private static final int IDS = 1_500;

    @TempDir static Path folder;

    private ServiceServer server;
    private SessionCalls calls;
    private final Coverage coverage = new Coverage();

    /** The receipt of each id as it was first seen. */
    private final Map<String, Receipt> receipts = new ConcurrentHashMap<>();

    @BeforeAll
    void start() {
        server =
                ServiceServer.start(
                        SessionApp.class,
                        "session",
                        folder,
                        "terrane.common.services.world=http://127.0.0.1:1",
                        "terrane.session.hosting.client-ids-max=" + IDS);
        calls = new SessionCalls(server.base(), server.token("authority"));
    }

    @AfterAll
    void stop() {
        calls.close();
        server.close();
    }

    @Test
    void noIdIsAppliedTwiceOrHasTwoReceipts() throws Exception {
        SeededRandom random = Seeds.printed();
        Session session = calls.create(SessionCalls.spec("stream").build()).getSession();
        List<Thread> clients = new ArrayList<>();
        List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < CLIENTS; i++) {
            SeededRandom own = random.split();
            clients.add(
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        try {
                                            work(session, own);
                                        } catch (RuntimeException | AssertionError failure) {
                                            failures.add(failure);
                                        }
                                    }));
        }
        for (Thread client : clients) {
            client.join();
        }
        assertThat(failures).isEmpty();
        coverage.requireAtLeast(
                100,
                "fresh",
                "again",
                "other content",
                "stale",
                "wrong form",
                "other generation",
                "accepted",
                "rejected",
                CommandError.COMMAND_ERROR_ID_CONFLICT,
                CommandError.COMMAND_ERROR_STALE_REVISION,
                CommandError.COMMAND_ERROR_UNKNOWN_BODY,
                CommandError.COMMAND_ERROR_LEDGER_FULL);
        System.out.println(coverage);
        compareWithTheJournal();
        spamDoesNotGrowTheJournal(session, random);
    }

    private void work(Session session, SeededRandom random) {
        for (int call = 0; call < CALLS; call++) {
            Command[] batch = new Command[random.between(1, 5)];
            for (int i = 0; i < batch.length; i++) {
                batch[i] = command(random);
            }
            if (random.oneIn(4)) {
                refusedWhole(session, random, batch);
                continue;
            }
            List<Receipt> answered = calls.submit(session, batch).getReceiptsList();
            for (int i = 0; i < batch.length; i++) {
                check(batch[i], answered.get(i));
            }
        }
    }

    private void refusedWhole(Session session, SeededRandom random, Command... batch) {
        Session target = session;
        if (random.oneIn(2)) {
            coverage.count("other generation");
            target = session.toBuilder().setGeneration("0".repeat(32)).build();
        } else {
            coverage.count("wrong form");
            batch[random.between(0, batch.length - 1)] =
                    switch (random.between(0, 2)) {
                        case 0 -> SessionCalls.step("~clock:1");
                        case 1 -> SessionCalls.step("with space");
                        default -> Command.newBuilder().setCommandId("nothing").build();
                    };
        }
        Session wrong = target;
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> calls.submit(wrong, batch))
                .isInstanceOf(RpcException.class);
    }

    /** The content follows from the id, unless it is to conflict. */
    private Command command(SeededRandom random) {
        int number = random.between(0, 3 * IDS);
        String id = "c" + number;
        coverage.count(receipts.containsKey(id) ? "again" : "fresh");
        if (random.oneIn(12)) {
            coverage.count("other content");
            return SessionCalls.push(id, "b", 1000 + random.between(0, 9));
        }
        return switch (number % 5) {
            case 0 -> SessionCalls.step(id);
            case 1 -> SessionCalls.push(id, "nobody", 1);
            case 2 -> {
                coverage.count("stale");
                yield SessionCalls.push(id, "a", 2).toBuilder().setExpectedRevision(0).build();
            }
            default -> SessionCalls.push(id, "a", number % 7 - 3);
        };
    }

    private void check(Command command, Receipt receipt) {
        coverage.count(receipt.getError());
        switch (receipt.getError()) {
            case COMMAND_ERROR_LEDGER_FULL ->
                    assertThat(receipts).doesNotContainKey(command.getCommandId());
            case COMMAND_ERROR_ID_CONFLICT -> {}
            default -> {
                coverage.count(
                        receipt.getError() == CommandError.COMMAND_ERROR_UNSPECIFIED
                                ? "accepted"
                                : "rejected");
                Receipt first = receipts.putIfAbsent(command.getCommandId(), receipt);
                if (first != null) {
                    assertThat(receipt).isEqualTo(first);
                }
            }
        }
    }

    /** Replays the whole life: one answer an id, the one the clients were given. */
    private void compareWithTheJournal() {
        ExportSessionResponse file =
                calls.call(
                        "ExportSession",
                        ExportSessionRequest.newBuilder()
                                .setName("stream")
                                .setKind(ExportKind.EXPORT_KIND_REPLAY_CHECKPOINT)
                                .build(),
                        ExportSessionResponse.getDefaultInstance());
        ReplayCheckpoint life =
                ((Decoded.Ok<ReplayCheckpoint>)
                                ReplayCheckpointCodec.decode(file.getFile().toByteArray()))
                        .value();
        Map<String, Submission.Answered> answers = new HashMap<>();
        ReplayListener once =
                answer ->
                        assertThat(answers.put(answer.receipt().commandId().text(), answer))
                                .as("one receipt for each id")
                                .isNull();
        assertThat(Restore.replay(life, SessionLimits.DEFAULT, once))
                .isInstanceOf(Restored.Ok.class);
        assertThat(answers).hasSameSizeAs(receipts);
        receipts.forEach(
                (id, receipt) -> {
                    var again = answers.get(id).receipt();
                    assertThat(again.beforeRevision()).isEqualTo(receipt.getBeforeRevision());
                    assertThat(again.afterRevision()).isEqualTo(receipt.getAfterRevision());
                    assertThat(again.stepIndex()).isEqualTo(receipt.getStepIndex());
                    assertThat(again.factCount()).isEqualTo(receipt.getFactsCount());
                });
        long accepted = answers.values().stream().filter(a -> a.receipt().isAccepted()).count();
        assertThat(calls.get("stream").getRevision()).isEqualTo(accepted);
    }

    private void spamDoesNotGrowTheJournal(Session session, SeededRandom random) {
        // Whatever ids are left are spent first.
        for (int i = 0; receipts.size() < IDS && i < IDS; i++) {
            Command step = SessionCalls.step("rest" + i);
            check(step, calls.submit(session, step).getReceipts(0));
        }
        long before = journalBytes();
        for (int i = 0; i < 100; i++) {
            Command[] spam = new Command[20];
            for (int k = 0; k < spam.length; k++) {
                spam[k] =
                        random.oneIn(2)
                                ? SessionCalls.step("spam" + i + "-" + k)
                                : SessionCalls.push("c" + random.between(0, IDS), "b", 5_000);
            }
            calls.submit(session, spam);
        }
        assertThat(journalBytes()).isEqualTo(before);
    }

    private long journalBytes() {
        long bytes = 0;
        String token = "";
        do {
            ListJournalResponse page =
                    calls.call(
                            "ListJournal",
                            ListJournalRequest.newBuilder()
                                    .setName("stream")
                                    .setPageSize(256)
                                    .setPageToken(token)
                                    .build(),
                            ListJournalResponse.getDefaultInstance());
            for (JournalRow row : page.getRowsList()) {
                bytes += row.getChunk().size();
            }
            token = page.getNextPageToken();
        } while (!token.isEmpty());
        return bytes;
    }
}
