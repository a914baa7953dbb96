package dev.terrane.rpc.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.proto.events.v1alpha1.Event;
import dev.terrane.proto.events.v1alpha1.StreamFrame;
import dev.terrane.proto.events.v1alpha1.StreamOpened;
import dev.terrane.proto.events.v1alpha1.StreamRequest;
import dev.terrane.rpc.client.TokenSource;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.socket.SocketEndpoint;
import dev.terrane.rpc.socket.SocketListener;
import dev.terrane.rpc.socket.SocketRequest;
import dev.terrane.testing.Await;
import dev.terrane.testing.FaultProxy;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.junit.jupiter.api.Test;

/** Server and client of event streams over real sockets, and through a proxy that fails. */
class EventStreamTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Comes back soon, and takes nothing on a busy machine for a lost connection. */
    private static final EventStreamSettings QUICK = settings(PATIENCE);

    private static EventStreamSettings settings(Duration silenceMax) {
        return new EventStreamSettings(
                PATIENCE, silenceMax, Duration.ofMillis(20), Duration.ofMillis(200));
    }

    private final EventLog<ByteString> log =
            new EventLog<>(
                    new EventCursor(9, 0),
                    EventLogLimits.defaults().withEventsMax(1_000),
                    ByteString::size);
    private final Recorder recorder = new Recorder();

    @Test
    void eventsComeInOrderAfterTheFirstResetAndOnlyOfTheTopic() {
        append("old", "x");
        try (StreamServer server = StreamServer.of(log);
                EventStreamClient client = client(server.base(), "x").start()) {
            recorder.await("START 1");
            append("a", "x");
            append("b", "y");
            append("c", "x");

            recorder.await("4 c");
            assertThat(recorder.seen).containsExactly("START 1", "2 a", "4 c");
            // A heartbeat tells that nothing of the topic is missing, so the place moves on.
            append("d", "y");
            Await.until(
                    PATIENCE,
                    "the cursor at 5",
                    () -> client.cursor().orElseThrow().sequence() == 5);
        }
    }

    @Test
    void afterALostConnectionNothingIsMissingAndNothingComesTwice() {
        try (StreamServer server = StreamServer.of(log);
                FaultProxy proxy = FaultProxy.to(server.port());
                // A loss that nothing tells of is noticed by the silence, well within the wait.
                EventStreamClient _ =
                        client(to(proxy.port()), "", recorder, settings(Duration.ofSeconds(4)))
                                .start()) {
            recorder.await("START 0");
            for (int round = 0; round < 5; round++) {
                for (int i = 0; i < 20; i++) {
                    append("e", "");
                    if (i == 10) {
                        proxy.cut();
                    }
                }
            }

            recorder.await("100 e");
            assertThat(recorder.seen).hasSize(101);
            assertThat(recorder.disconnects).isNotEmpty();
        }
    }

    @Test
    void aSubscriptionThatBeginsWhileEventsComeMissesNone() {
        AtomicBoolean stop = new AtomicBoolean();
        Thread writer =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    while (!stop.get()) {
                                        append("e", "");
                                        LockSupport.parkNanos(20_000);
                                    }
                                });
        try (StreamServer server = StreamServer.of(log)) {
            for (int i = 0; i < 40; i++) {
                Recorder each = new Recorder();
                try (EventStreamClient _ = client(server.base(), "", each).start()) {
                    Await.until(PATIENCE, "events", () -> each.seen.size() > 2);
                }
                assertThat(each.disconnects).isEmpty();
                // There is room for three: those that left make room for the next.
                Await.until(PATIENCE, "nobody left", () -> server.streams().subscribers() == 0);
            }
        } finally {
            stop.set(true);
            writer.interrupt();
        }
    }

    @Test
    void aConnectionThatWentSilentIsReplaced() {
        try (StreamServer server = StreamServer.of(log);
                FaultProxy proxy = FaultProxy.to(server.port());
                EventStreamClient _ =
                        client(to(proxy.port()), "", recorder, settings(Duration.ofSeconds(2)))
                                .start()) {
            recorder.await("START 0");
            proxy.halfOpen();
            append("while silent", "");
            recorder.awaitDisconnects(1);
            proxy.heal();

            recorder.await("1 while silent");
        }
    }

    @Test
    void whatIsNoLongerKeptIsAReset() {
        for (int i = 0; i < 1_010; i++) {
            append("e", "");
        }
        try (StreamServer server = StreamServer.of(log);
                EventStreamClient _ =
                        client(server.base(), "").after(new EventCursor(9, 5)).start()) {
            recorder.await("RETENTION 1010");
            log.restart(new EventCursor(10, 0));
            recorder.await("EPOCH 0");
            append("f", "");
            recorder.await("1 f");
        }
        Recorder other = new Recorder();
        try (StreamServer server = StreamServer.of(log);
                EventStreamClient _ =
                        client(server.base(), "", other).after(new EventCursor(10, 77)).start()) {
            other.await("UNKNOWN_CURSOR 1");
        }
    }

    @Test
    void anEventThatFailedToBeHandledComesAgain() {
        AtomicInteger attempts = new AtomicInteger();
        Recorder failing =
                new Recorder() {
                    @Override
                    public void onEvent(EventCursor cursor, ByteString payload) {
                        if (attempts.incrementAndGet() < 3) {
                            throw new IllegalStateException("not now");
                        }
                        super.onEvent(cursor, payload);
                    }
                };
        try (StreamServer server = StreamServer.of(log);
                EventStreamClient _ = client(server.base(), "", failing).start()) {
            failing.await("START 0");
            append("a", "");
            append("b", "");

            failing.await("2 b");
            assertThat(failing.seen).containsExactly("START 0", "1 a", "2 b");
        }
    }

    @Test
    void aGapIsNoticedAndAskedForAgain() {
        List<StreamRequest> requests = new CopyOnWriteArrayList<>();
        try (StreamServer server = StreamServer.serve(new Gapped(requests));
                EventStreamClient _ = client(server.base(), "").start()) {
            Await.until(PATIENCE, "a second request", () -> requests.size() >= 2);

            assertThat(recorder.seen).containsExactly("START 0", "1 a");
            assertThat(requests.get(0).hasAfter()).isFalse();
            assertThat(requests.get(1).getAfter().getSequence()).isEqualTo(1);
            assertThat(recorder.disconnects.getFirst()).contains("events are missing");
        }
    }

    @Test
    void aSubscriberThatTakesNothingIsCutAndDelaysNobody() throws Exception {
        try (StreamServer server = StreamServer.of(log);
                Socket stuck = server.subscribed();
                EventStreamClient _ = client(server.base(), "").start()) {
            recorder.await("START 0");
            Await.until(PATIENCE, "both subscribed", () -> server.streams().subscribers() == 2);
            String large = "x".repeat(64 << 10);
            // Kernel buffers hide megabytes before the stall shows.
            for (int i = 1; i <= 400; i++) {
                append(large, "");
            }

            recorder.await("400 " + large);
            Await.until(PATIENCE, "the stuck one cut", () -> server.streams().subscribers() == 1);
            append("after", "");
            recorder.await("401 after");
            assertThat(recorder.disconnects).isEmpty();
            assertThat(stuck.isClosed()).isFalse();
        }
    }

    @Test
    void whoIsTooSlowForWhatIsKeptIsResetAndGoesOn() {
        EventLog<ByteString> small =
                new EventLog<>(
                        new EventCursor(9, 0),
                        EventLogLimits.defaults().withEventsMax(10),
                        ByteString::size);
        CountDownLatch released = new CountDownLatch(1);
        Recorder slow =
                new Recorder() {
                    @Override
                    public void onEvent(EventCursor cursor, ByteString payload) {
                        awaitRelease(released);
                        super.onEvent(cursor, payload);
                    }
                };
        ByteString large = ByteString.copyFromUtf8("x".repeat(64 << 10));
        try (StreamServer server = StreamServer.of(small);
                EventStreamClient _ = client(server.base(), "", slow).start()) {
            slow.await("START 0");
            for (int i = 1; i <= 400; i++) {
                small.append(Set.of(), large);
            }
            // More than sockets and queues hold, so what comes next for it is kept no more.
            released.countDown();

            slow.await("RETENTION 400");
            small.append(Set.of(), ByteString.copyFromUtf8("after"));
            slow.await("401 after");
        } finally {
            released.countDown();
        }
    }

    private static void awaitRelease(CountDownLatch released) {
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aRefusedSubscriptionIsClosedWithItsCode() {
        try (StreamServer server =
                        StreamServer.serve(
                                (caller, topic, options) -> {
                                    throw TerraneException.of(
                                                    CommonError.NOT_FOUND, "no topic " + topic)
                                            .toException();
                                });
                EventStreamClient _ = client(server.base(), "gone").start()) {
            recorder.awaitDisconnects(2);

            assertThat(recorder.disconnects.getFirst()).contains("4404", "NOT_FOUND", "gone");
            assertThat(recorder.seen).isEmpty();
        }
    }

    @Test
    void whoAsksForNothingInTimeIsClosed() throws Exception {
        var hasty =
                new EventStreams.Limits(
                        Duration.ofMillis(500), PATIENCE, PATIENCE, Duration.ofSeconds(2), 3);
        try (StreamServer server = StreamServer.of(log, hasty);
                Socket socket = server.upgraded()) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            var answer = new StringBuilder();
            while (answer.indexOf("\r\n\r\n") < 0) {
                answer.append((char) socket.getInputStream().read());
            }
            assertThat(answer).startsWith("HTTP/1.1 101 ");
            assertThat(socket.getInputStream().read()).as("a close frame").isEqualTo(0x88);
            Await.until(PATIENCE, "nobody left", () -> server.streams().subscribers() == 0);
        }
    }

    @Test
    void thereIsRoomForSoManyAndNoMore() throws Exception {
        try (StreamServer server = StreamServer.of(log);
                Socket _ = server.subscribed();
                Socket _ = server.subscribed();
                Socket _ = server.subscribed()) {
            Await.until(PATIENCE, "three", () -> server.streams().subscribers() == 3);
            try (EventStreamClient _ = client(server.base(), "").start()) {
                recorder.awaitDisconnects(1);
                assertThat(recorder.disconnects.getFirst()).contains("refused with status 429");
            }
        }
    }

    @Test
    void aServerThatStopsIsFoundAgain() {
        StreamServer first = StreamServer.of(log);
        try (FaultProxy proxy = FaultProxy.to(first.port());
                EventStreamClient _ = client(to(proxy.port()), "").start()) {
            recorder.await("START 0");
            first.streams().closeAll(1012, "restart");
            append("a", "");
            recorder.await("1 a");
            assertThat(recorder.disconnects.getFirst()).contains("1012");
        } finally {
            first.close();
        }
    }

    private void append(String text, String topic) {
        log.append(topic.isEmpty() ? Set.of() : Set.of(topic), ByteString.copyFromUtf8(text));
    }

    private EventStreamClient client(URI base, String topic) {
        return client(base, topic, recorder);
    }

    private static EventStreamClient client(URI base, String topic, EventHandler handler) {
        return client(base, topic, handler, QUICK);
    }

    private static EventStreamClient client(
            URI base, String topic, EventHandler handler, EventStreamSettings settings) {
        return new EventStreamClient(
                base,
                StreamServer.CONTRACT,
                topic,
                ByteString.EMPTY,
                TokenSource.none(),
                settings,
                handler);
    }

    private static URI to(int port) {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Sends event 1 and then event 3 that claims to follow 2. */
    private static final class Gapped implements SocketEndpoint {
        private final List<StreamRequest> requests;

        Gapped(List<StreamRequest> requests) {
            this.requests = requests;
        }

        @Override
        public String path() {
            return EventStreams.PATH;
        }

        @Override
        public Set<String> subprotocols() {
            return Set.of(StreamServer.CONTRACT);
        }

        @Override
        public int messageBytesMax() {
            return 1024;
        }

        @Override
        public SocketListener connect(SocketRequest request) {
            return new SocketListener() {
                private Session session;

                @Override
                protected void onOpen(Session opened) {
                    session = opened;
                }

                @Override
                protected void onClose(int code, String reason) {}

                @Override
                public void onWebSocketBinary(ByteBuffer message, Callback callback) {
                    try {
                        requests.add(StreamRequest.parseFrom(message));
                    } catch (InvalidProtocolBufferException e) {
                        throw new IllegalArgumentException(e);
                    }
                    callback.succeed();
                    if (requests.size() == 1) {
                        send(
                                StreamFrame.newBuilder()
                                        .setOpened(
                                                StreamOpened.newBuilder()
                                                        .setHead(new EventCursor(9, 0).toProto())));
                        send(event(1, 0, "a"));
                        send(event(3, 2, "c"));
                    }
                }

                private void send(StreamFrame.Builder frame) {
                    session.sendBinary(ByteBuffer.wrap(frame.build().toByteArray()), Callback.NOOP);
                }
            };
        }

        private static StreamFrame.Builder event(long sequence, long previous, String text) {
            return StreamFrame.newBuilder()
                    .setEvent(
                            Event.newBuilder()
                                    .setCursor(new EventCursor(9, sequence).toProto())
                                    .setPreviousSequence(previous)
                                    .setPayload(ByteString.copyFromUtf8(text)));
        }
    }
}
