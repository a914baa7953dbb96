package dev.terrane.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.ReplayListener;
import dev.terrane.core.session.Replayed;
import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.Submission;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.DefinitionCodec;
import dev.terrane.core.session.format.JournalChunkCodec;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.proto.session.v1alpha1.Command;
import dev.terrane.proto.session.v1alpha1.Outcome;
import dev.terrane.proto.session.v1alpha1.Receipt;
import dev.terrane.proto.session.v1alpha1.Session;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.session.hosting.Bytes;
import dev.terrane.session.hosting.SessionStore;
import dev.terrane.session.hosting.store.SqlSessionStore;
import dev.terrane.support.store.StoreFixture;
import dev.terrane.support.testing.ServiceServer;
import dev.terrane.testing.Await;
import dev.terrane.testing.Processes;
import dev.terrane.testing.TestIssuer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The service as a process of its own is killed again and again while eight clients and a clock are
 * at work. Whatever was acknowledged is in the journal, and its full replay gives the same receipts
 * and facts.
 */
class SessionKillIT {
    private static final int ROUNDS = Integer.getInteger("terrane.kill.rounds", 10);
    private static final int CLIENTS = 8;
    private static final int ACKNOWLEDGED_MIN = 100;
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir private Path folder;

    /** Receipts as the clients got them, by command id. */
    private final Map<String, Receipt> acknowledged = new ConcurrentHashMap<>();

    @Test
    void nothingAcknowledgedIsLostAndNothingIsAppliedTwice() throws Exception {
        try (TestIssuer issuer = TestIssuer.start()) {
            for (int round = 1; round <= ROUNDS; round++) {
                int before = acknowledged.size();
                runAndKill(issuer, round, before);
                check();
                System.out.println(
                        "round "
                                + round
                                + ": "
                                + (acknowledged.size() - before)
                                + " acknowledged before the kill");
            }
        }
    }

    private void runAndKill(TestIssuer issuer, int round, int before) throws Exception {
        try (Processes.Child service = start(issuer)) {
            String line = service.awaitLine(SOON, l -> l.startsWith(SessionServiceMain.READY));
            int port = Integer.parseInt(line.substring(SessionServiceMain.READY.length()));
            String token = issuer.token("authority");
            try (SessionCalls calls =
                    new SessionCalls(URI.create("http://127.0.0.1:" + port), token)) {
                Session session = calls.create(SessionCalls.spec("killed").build()).getSession();
                calls.create(SessionCalls.spec("clocked").setClockHertz(120).build());
                AtomicBoolean stop = new AtomicBoolean();
                List<Thread> clients = new ArrayList<>();
                for (int i = 0; i < CLIENTS; i++) {
                    String prefix = "r" + round + "-t" + i + "-";
                    clients.add(Thread.ofVirtual().start(() -> work(calls, session, prefix, stop)));
                }
                Await.until(
                        SOON,
                        "acknowledgements",
                        () -> acknowledged.size() - before >= ACKNOWLEDGED_MIN);
                service.kill();
                stop.set(true);
                for (Thread client : clients) {
                    client.join();
                }
            }
        }
    }

    private Processes.Child start(TestIssuer issuer) {
        return Processes.java(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m"),
                SessionServiceMain.class.getName(),
                ServiceServer.arguments("session", folder, issuer).toArray(String[]::new));
    }

    private void work(SessionCalls calls, Session session, String prefix, AtomicBoolean stop) {
        for (int n = 0; !stop.get(); n++) {
            Command push = SessionCalls.push(prefix + n + "p", "a", n % 5 - 2);
            Command step = SessionCalls.step(prefix + n + "s");
            Command wrong = SessionCalls.push(prefix + n + "w", "nobody", 1);
            try {
                for (Receipt receipt : calls.submit(session, push, step, wrong).getReceiptsList()) {
                    acknowledged.put(receipt.getCommandId(), receipt);
                }
            } catch (RpcException killed) {
                return;
            }
        }
    }

    /** Reads the dead service's database and replays its journals from their definitions. */
    private void check() {
        String url = "jdbc:sqlite:" + folder.resolve("session").resolve("session.db");
        try (StoreFixture fixture = StoreFixture.open("session", url)) {
            SessionStore store =
                    new SqlSessionStore(
                            fixture.threads(), fixture.template(), InstantSource.system());
            Map<String, Submission.Answered> replayed = new HashMap<>();
            Generation generation = replay(store, "killed", replayed);
            acknowledged.forEach((id, receipt) -> compare(generation, receipt, replayed.get(id)));
            long steps =
                    replayed.values().stream()
                            .filter(a -> a.receipt().isAccepted())
                            .filter(a -> a.receipt().commandId().text().endsWith("s"))
                            .count();
            assertThat(store.find(new SessionId("killed")).orElseThrow().progress().stepIndex())
                    .isEqualTo(steps);
            replay(store, "clocked", new HashMap<>());
        }
    }

    private static Generation replay(
            SessionStore store, String name, Map<String, Submission.Answered> answers) {
        SessionStore.Restorable stored = store.load(new SessionId(name)).orElseThrow();
        Generation generation = stored.record().generation();
        var session =
                dev.terrane.core.session.Session.create(
                        ok(DefinitionCodec.decode(stored.definition().value())),
                        SessionLimits.DEFAULT);
        ReplayListener once =
                answer ->
                        assertThat(answers.put(answer.receipt().commandId().text(), answer))
                                .as("one receipt for each id")
                                .isNull();
        for (Bytes chunk : store.journal(new SessionId(name), generation)) {
            assertThat(session.replay(ok(JournalChunkCodec.decode(chunk.value())), once))
                    .isEqualTo(new Replayed.Ok());
        }
        assertThat(session.info().digest()).isEqualTo(stored.record().progress().digest());
        return generation;
    }

    private static void compare(
            Generation generation, Receipt receipt, Submission.Answered replayed) {
        assertThat(replayed).as("acknowledged %s", receipt.getCommandId()).isNotNull();
        var again = replayed.receipt();
        assertThat(receipt.getReceiptId()).isEqualTo(again.receiptId(generation));
        assertThat(receipt.getOutcome() == Outcome.OUTCOME_ACCEPTED).isEqualTo(again.isAccepted());
        assertThat(receipt.getBeforeRevision()).isEqualTo(again.beforeRevision());
        assertThat(receipt.getAfterRevision()).isEqualTo(again.afterRevision());
        assertThat(receipt.getStepIndex()).isEqualTo(again.stepIndex());
        List<String> facts =
                receipt.getFactsList().stream()
                        .map(dev.terrane.proto.session.v1alpha1.ContactFact::getFactId)
                        .toList();
        assertThat(facts)
                .isEqualTo(
                        replayed.facts().stream()
                                .map((ContactFact fact) -> fact.factId(generation))
                                .toList());
    }

    private static <T> T ok(Decoded<T> decoded) {
        return ((Decoded.Ok<T>) decoded).value();
    }
}
