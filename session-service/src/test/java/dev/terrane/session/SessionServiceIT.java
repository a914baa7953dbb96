package dev.terrane.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.proto.session.v1alpha1.BodyState;
import dev.terrane.proto.session.v1alpha1.CircleOverlap;
import dev.terrane.proto.session.v1alpha1.Command;
import dev.terrane.proto.session.v1alpha1.CommandError;
import dev.terrane.proto.session.v1alpha1.ContactKind;
import dev.terrane.proto.session.v1alpha1.Dispose;
import dev.terrane.proto.session.v1alpha1.ListBodiesRequest;
import dev.terrane.proto.session.v1alpha1.ListBodiesResponse;
import dev.terrane.proto.session.v1alpha1.ListSessionsRequest;
import dev.terrane.proto.session.v1alpha1.ListSessionsResponse;
import dev.terrane.proto.session.v1alpha1.Outcome;
import dev.terrane.proto.session.v1alpha1.PauseSessionRequest;
import dev.terrane.proto.session.v1alpha1.PauseSessionResponse;
import dev.terrane.proto.session.v1alpha1.QueryRequest;
import dev.terrane.proto.session.v1alpha1.QueryResponse;
import dev.terrane.proto.session.v1alpha1.Receipt;
import dev.terrane.proto.session.v1alpha1.RolloverSessionRequest;
import dev.terrane.proto.session.v1alpha1.RolloverSessionResponse;
import dev.terrane.proto.session.v1alpha1.Session;
import dev.terrane.proto.session.v1alpha1.SessionSpec;
import dev.terrane.proto.session.v1alpha1.SessionState;
import dev.terrane.proto.session.v1alpha1.StepEvent;
import dev.terrane.proto.session.v1alpha1.SubmitResponse;
import dev.terrane.proto.session.v1alpha1.Vec2;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.rpc.client.TokenSource;
import dev.terrane.rpc.events.EventCursor;
import dev.terrane.rpc.events.EventHandler;
import dev.terrane.rpc.events.EventStreamClient;
import dev.terrane.rpc.events.EventStreamSettings;
import dev.terrane.rpc.events.ResetCause;
import dev.terrane.support.testing.Reply;
import dev.terrane.support.testing.ServiceServer;
import dev.terrane.testing.Await;
import dev.terrane.testing.Provokes;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The whole service over real HTTP: its contract on RPC and its administration on REST. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SessionServiceIT {
    private static final Duration SOON = Duration.ofSeconds(60);

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
                        "terrane.common.services.world=http://127.0.0.1:1");
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

    private static void assertRefused(ThrowingCallable call, String code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RpcException.class, e -> assertThat(e.info().getCode()).isEqualTo(code));
    }

    private Reply rest(String method, String path, String... headers) {
        return server.send(
                method, path, server.token("authority"), BodyPublishers.noBody(), headers);
    }

    @Test
    void aSessionIsCreatedOnceStepsAndTellsItsContacts() {
        SessionSpec spec = SessionCalls.spec("once").build();
        var first = calls.create(spec);
        var again = calls.create(spec);
        assertThat(first.getCreated()).isTrue();
        assertThat(again.getCreated()).isFalse();
        assertThat(again.getSession()).isEqualTo(first.getSession());
        Session session = first.getSession();
        assertThat(session.getBodyCount()).isEqualTo(3);
        assertThat(session.getEngine()).contains("soft-step v1");

        SubmitResponse response =
                calls.submit(
                        session,
                        SessionCalls.step("s1"),
                        SessionCalls.push("p1", "nobody", 1),
                        SessionCalls.step("s2"));
        List<Receipt> receipts = response.getReceiptsList();
        assertThat(receipts)
                .extracting(Receipt::getOutcome)
                .containsExactly(
                        Outcome.OUTCOME_ACCEPTED,
                        Outcome.OUTCOME_REJECTED,
                        Outcome.OUTCOME_ACCEPTED);
        assertThat(receipts.get(1).getError()).isEqualTo(CommandError.COMMAND_ERROR_UNKNOWN_BODY);
        assertThat(receipts.get(0).getFactsList())
                .singleElement()
                .satisfies(
                        fact -> {
                            assertThat(fact.getKind()).isEqualTo(ContactKind.CONTACT_KIND_BEGIN);
                            assertThat(fact.getBodyA()).isEqualTo("a");
                            assertThat(fact.getBodyB()).isEqualTo("b");
                            assertThat(fact.getRelativeSpeed()).isEqualTo(-1);
                        });
        assertThat(calls.submit(session, SessionCalls.step("s1")).getReceipts(0))
                .isEqualTo(receipts.get(0));
        assertThat(calls.get("once").getStepIndex()).isEqualTo(2);
        assertThat(calls.get("once").getRevision()).isEqualTo(2);
    }

    @Test
    void bodiesAreReadPageByPageAndSessionsListed() {
        create("pages");
        ListBodiesResponse page =
                calls.call(
                        "ListBodies",
                        ListBodiesRequest.newBuilder().setName("pages").setPageSize(2).build(),
                        ListBodiesResponse.getDefaultInstance());
        assertThat(page.getBodiesList())
                .extracting((BodyState state) -> state.getBody().getId())
                .containsExactly("a", "b");
        ListBodiesResponse rest =
                calls.call(
                        "ListBodies",
                        ListBodiesRequest.newBuilder()
                                .setName("pages")
                                .setPageToken(page.getNextPageToken())
                                .build(),
                        ListBodiesResponse.getDefaultInstance());
        assertThat(rest.getBodiesList()).hasSize(1);
        assertThat(rest.getNextPageToken()).isEmpty();
        ListSessionsResponse sessions =
                calls.call(
                        "ListSessions",
                        ListSessionsRequest.getDefaultInstance(),
                        ListSessionsResponse.getDefaultInstance());
        assertThat(sessions.getSessionsList()).extracting(Session::getName).contains("pages");
    }

    @Provokes("STALE_QUERY")
    @Test
    void aQuerySeesNamedCandidatesAtItsRevision() {
        Session session = create("asked");
        QueryRequest overlap =
                QueryRequest.newBuilder()
                        .setName("asked")
                        .setGeneration(session.getGeneration())
                        .addCandidateBodyIds("b")
                        .addCandidateBodyIds("c")
                        .setOverlap(
                                CircleOverlap.newBuilder()
                                        .setCenter(Vec2.getDefaultInstance())
                                        .setRadius(1))
                        .build();
        QueryResponse response = calls.call("Query", overlap, QueryResponse.getDefaultInstance());
        assertThat(response.getHitsList()).hasSize(1);
        assertThat(response.getHits(0).getBodyId()).isEqualTo("b");
        assertRefused(
                () ->
                        calls.call(
                                "Query",
                                overlap.toBuilder().setExpectedRevision(9).build(),
                                QueryResponse.getDefaultInstance()),
                "STALE_QUERY");
    }

    @Provokes("COMMAND_ID_RESERVED")
    @Test
    void requestsOfAWrongFormAreRefusedWholeAndSpendNoId() {
        Session session = create("strict");
        assertRefused(
                () -> calls.submit(session, SessionCalls.step("ok"), SessionCalls.step("~clock:1")),
                "COMMAND_ID_RESERVED");
        assertRefused(
                () -> calls.submit(session, SessionCalls.step("ok"), SessionCalls.step("a b")),
                "INVALID_ARGUMENT");
        assertRefused(
                () -> calls.submit(session, Command.newBuilder().setCommandId("none").build()),
                "INVALID_ARGUMENT");
        assertRefused(() -> calls.get("unknown"), "NOT_FOUND");
        Session other = session.toBuilder().setGeneration("0".repeat(32)).build();
        assertRefused(() -> calls.submit(other, SessionCalls.step("ok")), "GENERATION_MISMATCH");
        assertThat(calls.submit(session, SessionCalls.step("ok")).getReceipts(0).getAfterRevision())
                .isEqualTo(1);
    }

    @Provokes("ROOM_COLLIDERS_UNAVAILABLE")
    @Test
    void aRoomThatCannotBeReadMakesNoSession() {
        SessionSpec spec = SessionCalls.spec("walled").setWorld("world").setRoom("room").build();
        assertRefused(() -> calls.create(spec), "ROOM_COLLIDERS_UNAVAILABLE");
        assertRefused(() -> calls.get("walled"), "NOT_FOUND");
    }

    @Test
    void aClockRunsAndIsPaused() {
        calls.create(SessionCalls.spec("clock").setClockHertz(60).build());
        Await.until(SOON, "steps", () -> calls.get("clock").getStepIndex() > 5);
        Session paused =
                calls.call(
                                "PauseSession",
                                PauseSessionRequest.newBuilder().setName("clock").build(),
                                PauseSessionResponse.getDefaultInstance())
                        .getSession();
        assertThat(paused.getState()).isEqualTo(SessionState.SESSION_STATE_PAUSED);
        long stopped = calls.get("clock").getStepIndex();
        Await.holds(
                Duration.ofMillis(100),
                "standing still",
                () -> calls.get("clock").getStepIndex() == stopped);
    }

    @Test
    void restListsInspectsStepsAndDisposes() {
        Session session = create("admin");
        assertThat(rest("GET", "/api/v1/sessions/admin").body())
                .contains("\"generation\":\"" + session.getGeneration() + "\"");
        create("admin-2");
        assertThat(rest("GET", "/api/v1/sessions?limit=1&pageToken=adma").body())
                .contains("\"name\":\"admin\"", "\"nextPageToken\":\"admin\"");
        assertThat(rest("GET", "/api/v1/sessions?limit=1&pageToken=admin").body())
                .contains("\"name\":\"admin-2\"");
        assertThat(rest("GET", "/api/v1/sessions?pageToken=a+b").status()).isEqualTo(400);
        assertThat(rest("GET", "/api/v1/sessions?pageToken=zz").body())
                .contains("\"nextPageToken\":\"\"");
        assertThat(rest("GET", "/api/v1/sessions/admin/bodies").body()).contains("\"id\":\"a\"");
        var first = rest("POST", "/api/v1/sessions/admin/step", "Idempotency-Key", "k1");
        var retry = rest("POST", "/api/v1/sessions/admin/step", "Idempotency-Key", "k1");
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.body()).contains("\"stepIndex\":1").isEqualTo(retry.body());
        assertThat(rest("POST", "/api/v1/sessions/admin/pause").body())
                .contains("\"state\":\"paused\"");
        assertThat(rest("POST", "/api/v1/sessions/admin/resume").body())
                .contains("\"state\":\"running\"");
        var conflict = rest("DELETE", "/api/v1/sessions/admin", "Idempotency-Key", "k1");
        assertThat(conflict.status()).isEqualTo(409);
        assertThat(conflict.body()).contains("IDEMPOTENCY_MISMATCH");
        assertThat(rest("DELETE", "/api/v1/sessions/admin").status()).isEqualTo(200);
        Await.until(
                SOON,
                "disposed",
                () -> rest("GET", "/api/v1/sessions/admin").body().contains("\"disposed\""));
        assertThat(rest("POST", "/api/v1/sessions/admin/step").body()).contains("SESSION_DISPOSED");
        assertThat(rest("GET", "/api/v1/sessions/none").status()).isEqualTo(404);
        assertThat(rest("GET", "/api/v1/sessions?limit=0").status()).isEqualTo(400);
    }

    @Test
    void aDisposedSessionAnswersTheSameReceiptAgain() {
        Session session = create("ended");
        calls.submit(session, SessionCalls.step("s"));
        Command end =
                Command.newBuilder()
                        .setCommandId("end")
                        .setDispose(Dispose.getDefaultInstance())
                        .build();
        Receipt receipt = calls.submit(session, end).getReceipts(0);
        assertThat(receipt.getFactsList()).hasSize(1);
        Await.until(
                SOON,
                "disposed",
                () -> calls.get("ended").getState() == SessionState.SESSION_STATE_DISPOSED);
        assertThat(calls.submit(session, end).getReceipts(0)).isEqualTo(receipt);
        assertThat(calls.submit(session, SessionCalls.step("late")).getReceipts(0).getError())
                .isEqualTo(CommandError.COMMAND_ERROR_SESSION_DISPOSED);
    }

    @Test
    void stepsAreStreamedWithFactsAndTheBodiesThatChanged() {
        Session session = create("streamed");
        List<StepEvent> events = new CopyOnWriteArrayList<>();
        List<EventCursor> starts = new CopyOnWriteArrayList<>();
        try (EventStreamClient _ = subscribe("streamed", events, starts).start()) {
            Await.until(SOON, "subscription", () -> starts.size() == 1);
            for (int i = 0; i < 5; i++) {
                calls.submit(session, SessionCalls.step("e" + i));
            }
            Await.until(SOON, "5 events", () -> events.size() == 5);
        }
        assertThat(events).extracting(StepEvent::getStepIndex).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(events.getFirst().getComplete()).isTrue();
        assertThat(events.getFirst().getChangedBodiesCount()).isEqualTo(3);
        assertThat(events.getFirst().getFactsCount()).isEqualTo(1);
        assertThat(events.get(1).getComplete()).isFalse();
        assertThat(events.get(1).getFactsCount()).isZero();

        // Resumed by step index: nothing is lost, nothing comes twice.
        long epoch = starts.getFirst().epoch();
        calls.submit(session, SessionCalls.step("e5"), SessionCalls.step("e6"));
        try (EventStreamClient _ =
                subscribe("streamed", events, starts).after(new EventCursor(epoch, 5)).start()) {
            Await.until(SOON, "7 events", () -> events.size() == 7);
        }
        assertThat(events).extracting(StepEvent::getStepIndex).endsWith(5L, 6L, 7L);
        assertThat(starts).hasSize(1);
    }

    @Test
    void aSubscriberIsLedOverARollover() {
        SessionSpec apart =
                SessionCalls.spec("rolled")
                        .clearBodies()
                        .addBodies(SessionCalls.ball("a", 0, 1))
                        .addBodies(SessionCalls.ball("c", 8, 2))
                        .build();
        Session first = calls.create(apart).getSession();
        List<StepEvent> events = new CopyOnWriteArrayList<>();
        List<EventCursor> starts = new CopyOnWriteArrayList<>();
        try (EventStreamClient _ = subscribe("rolled", events, starts).start()) {
            Await.until(SOON, "subscription", () -> starts.size() == 1);
            calls.submit(first, SessionCalls.step("s1"));
            Await.until(SOON, "its event", () -> events.size() == 1);
            Session next =
                    calls.call(
                                    "RolloverSession",
                                    RolloverSessionRequest.newBuilder()
                                            .setName("rolled")
                                            .setGeneration(first.getGeneration())
                                            .build(),
                                    RolloverSessionResponse.getDefaultInstance())
                            .getSession();
            Await.until(SOON, "the next generation's stream", () -> starts.size() == 2);
            assertThat(starts.get(1).epoch()).isNotEqualTo(starts.get(0).epoch());
            calls.submit(next, SessionCalls.step("s1"));
            Await.until(SOON, "its event", () -> events.size() == 2);
            StepEvent baseline = events.get(1);
            assertThat(baseline.getGeneration()).isEqualTo(next.getGeneration());
            assertThat(baseline.getStepIndex()).isEqualTo(1);
            assertThat(baseline.getComplete()).isTrue();
            assertThat(baseline.getChangedBodiesCount()).isEqualTo(2);
        }
    }

    private EventStreamClient subscribe(
            String topic, List<StepEvent> events, List<EventCursor> starts) {
        EventHandler handler =
                new EventHandler() {
                    @Override
                    public void onEvent(EventCursor cursor, ByteString payload) {
                        try {
                            StepEvent event = StepEvent.parseFrom(payload);
                            assertThat(cursor.sequence()).isEqualTo(event.getStepIndex());
                            events.add(event);
                        } catch (InvalidProtocolBufferException e) {
                            throw new AssertionError(e);
                        }
                    }

                    @Override
                    public void onReset(EventCursor head, ResetCause cause) {
                        starts.add(head);
                    }
                };
        return new EventStreamClient(
                server.base(),
                "terrane.session-events.v1alpha1",
                topic,
                ByteString.EMPTY,
                TokenSource.fixed(server.token("authority")),
                EventStreamSettings.defaults(),
                handler);
    }
}
