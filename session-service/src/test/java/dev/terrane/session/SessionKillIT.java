package dev.terrane.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.core.session.ReplayListener;
import dev.terrane.core.session.Replayed;
import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.Submission;
import dev.terrane.core.session.format.CheckpointCodec;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.DefinitionCodec;
import dev.terrane.core.session.format.JournalChunkCodec;
import dev.terrane.core.session.model.CommandKind;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.proto.session.v1alpha1.Command;
import dev.terrane.proto.session.v1alpha1.Outcome;
import dev.terrane.proto.session.v1alpha1.Receipt;
import dev.terrane.proto.session.v1alpha1.Session;
import dev.terrane.proto.session.v1alpha1.StepEvent;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.rpc.client.TokenSource;
import dev.terrane.rpc.events.EventCursor;
import dev.terrane.rpc.events.EventHandler;
import dev.terrane.rpc.events.EventStreamClient;
import dev.terrane.rpc.events.EventStreamSettings;
import dev.terrane.rpc.events.ResetCause;
import dev.terrane.session.hosting.Bytes;
import dev.terrane.session.hosting.SessionStore;
import dev.terrane.session.hosting.store.SqlSessionStore;
import dev.terrane.support.store.StoreFixture;
import dev.terrane.support.testing.ServiceProcess;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The service as a process of its own is killed again and again while eight clients and a clock are
 * at work. Whatever was acknowledged is in the journal, and its full replay, which is the run that
 * was never cut, gives the same receipts and facts; every step that was published is in it; and
 * what a restart builds from the newest base has the same bodies, contacts and ledger.
 */
class SessionKillIT {
    private static final int ROUNDS = Integer.getInteger("terrane.kill.rounds", 10);
    private static final int CLIENTS = 8;
    private static final int ACKNOWLEDGED_MIN = 100;
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir private Path folder;

    /** Receipts as the clients got them, by command id. */
    private final Map<String, Receipt> acknowledged = new ConcurrentHashMap<>();

    /** Steps as subscribers got them, by session. */
    private final Map<String, List<StepEvent>> published = new ConcurrentHashMap<>();

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
            assertThat(published.get("killed")).hasSizeGreaterThanOrEqualTo(ROUNDS);
            assertThat(published.get("clocked")).hasSizeGreaterThanOrEqualTo(ROUNDS);
            System.out.println(
                    bases
                            + " restores from a base, "
                            + published.values().stream().mapToInt(List::size).sum()
                            + " published steps compared");
        }
    }

    private int bases;

    private void runAndKill(TestIssuer issuer, int round, int before) throws Exception {
        try (Processes.Child service = start(issuer)) {
            URI base = ServiceProcess.awaitBase(service);
            String token = issuer.token("authority");
            try (SessionCalls calls = new SessionCalls(base, token)) {
                Session session = calls.create(SessionCalls.spec("killed").build()).getSession();
                calls.create(SessionCalls.spec("clocked").setClockHertz(120).build());
                int killed = heard("killed");
                int clocked = heard("clocked");
                List<EventStreamClient> streams =
                        List.of(follow(base, token, "killed"), follow(base, token, "clocked"));
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
                Await.until(
                        SOON,
                        "steps of both sessions told in this round",
                        () -> heard("killed") > killed && heard("clocked") > clocked);
                service.kill();
                stop.set(true);
                streams.forEach(EventStreamClient::close);
                for (Thread client : clients) {
                    client.join();
                }
            }
        }
    }

    private int heard(String session) {
        return published.getOrDefault(session, List.of()).size();
    }

    private EventStreamClient follow(URI base, String token, String session) {
        List<StepEvent> events =
                published.computeIfAbsent(session, name -> new CopyOnWriteArrayList<>());
        EventHandler handler =
                new EventHandler() {
                    @Override
                    public void onEvent(EventCursor cursor, ByteString payload) {
                        try {
                            events.add(StepEvent.parseFrom(payload));
                        } catch (InvalidProtocolBufferException e) {
                            throw new AssertionError(e);
                        }
                    }

                    @Override
                    public void onReset(EventCursor head, ResetCause cause) {}
                };
        return new EventStreamClient(
                        base,
                        "terrane.session-events.v1alpha1",
                        session,
                        ByteString.EMPTY,
                        TokenSource.fixed(token),
                        EventStreamSettings.defaults(),
                        handler)
                .start();
    }

    private Processes.Child start(TestIssuer issuer) {
        // Bases come under load too.
        return ServiceProcess.start(
                SessionApp.class,
                ServiceServer.arguments(
                        "session",
                        folder,
                        issuer,
                        "terrane.session.hosting.checkpoint-every-steps=20"));
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

    private Generation replay(
            SessionStore store, String name, Map<String, Submission.Answered> answers) {
        SessionStore.Restorable stored = store.load(new SessionId(name)).orElseThrow();
        Generation generation = stored.record().generation();
        var session =
                dev.terrane.core.session.Session.create(
                        ok(DefinitionCodec.decode(stored.definition().value())),
                        SessionLimits.DEFAULT);
        Map<Long, List<String>> factsByStep = new HashMap<>();
        List<String> factsSince = new ArrayList<>();
        ReplayListener once =
                answer -> {
                    assertThat(answers.put(answer.receipt().commandId().text(), answer))
                            .as("one receipt for each id")
                            .isNull();
                    answer.facts().forEach(fact -> factsSince.add(fact.factId(generation)));
                    if (answer.receipt().isAccepted()
                            && answer.receipt().kind() == CommandKind.STEP) {
                        factsByStep.put(answer.receipt().stepIndex(), List.copyOf(factsSince));
                        factsSince.clear();
                    }
                };
        for (Bytes chunk : store.journal(new SessionId(name), generation)) {
            assertThat(session.replay(ok(JournalChunkCodec.decode(chunk.value())), once))
                    .isEqualTo(new Replayed.Ok());
        }
        assertThat(session.info().digest()).isEqualTo(stored.record().progress().digest());
        for (StepEvent event : published.getOrDefault(name, List.of())) {
            assertThat(event.getFactsList())
                    .extracting(dev.terrane.proto.session.v1alpha1.ContactFact::getFactId)
                    .as("published step %d", event.getStepIndex())
                    .isEqualTo(factsByStep.get(event.getStepIndex()));
        }
        assertThat(restored(stored).checkpoint()).isEqualTo(session.checkpoint());
        return generation;
    }

    /** As a restart builds it: from the newest base, if there is one. */
    private dev.terrane.core.session.Session restored(SessionStore.Restorable stored) {
        SessionStore.StoredCheckpoint base = stored.checkpoint();
        var session =
                base == null
                        ? dev.terrane.core.session.Session.create(
                                ok(DefinitionCodec.decode(stored.definition().value())),
                                SessionLimits.DEFAULT)
                        : dev.terrane.core.session.Session.restore(
                                ok(CheckpointCodec.decode(base.state().value())),
                                SessionLimits.DEFAULT);
        bases += base == null ? 0 : 1;
        for (Bytes chunk : stored.chunks()) {
            assertThat(
                            session.replay(
                                    ok(JournalChunkCodec.decode(chunk.value())),
                                    ReplayListener.NONE))
                    .isEqualTo(new Replayed.Ok());
        }
        return session;
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
