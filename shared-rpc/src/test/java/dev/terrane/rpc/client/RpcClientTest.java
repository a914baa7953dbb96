package dev.terrane.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import com.sun.net.httpserver.HttpServer;
import dev.terrane.proto.error.v1alpha1.RevisionConflict;
import dev.terrane.proto.rpctest.v1alpha1.CountRequest;
import dev.terrane.proto.rpctest.v1alpha1.CountResponse;
import dev.terrane.proto.rpctest.v1alpha1.EchoRequest;
import dev.terrane.proto.rpctest.v1alpha1.EchoResponse;
import dev.terrane.proto.rpctest.v1alpha1.FailRequest;
import dev.terrane.proto.rpctest.v1alpha1.FailResponse;
import dev.terrane.proto.rpctest.v1alpha1.Rpctest;
import dev.terrane.proto.rpctest.v1alpha1.WaitRequest;
import dev.terrane.proto.rpctest.v1alpha1.WaitResponse;
import dev.terrane.rpc.Deadline;
import dev.terrane.rpc.error.RpcCode;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.rpc.server.ProbeServer;
import dev.terrane.testing.Provokes;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The Java client against a real Jetty, and against servers that misbehave. */
class RpcClientTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private static ProbeServer server;
    private static RpcClient client;

    @BeforeAll
    static void start() {
        server = ProbeServer.start();
        client = new RpcClient(server.base(), TokenSource.fixed("secret"));
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    @Test
    void aMessageGoesAndComesWithTheToken() {
        EchoResponse reply = echo("hello");

        assertThat(reply.getText()).isEqualTo("hello");
        assertThat(reply.getSubject()).isEqualTo("Bearer secret");
    }

    @Test
    void largeMessagesTravelPlainOrCompressedAsTheSettingsSay() {
        String large = "a".repeat(300_000);
        assertThat(echo(large).getText()).isEqualTo(large);

        try (RpcClient compressing =
                new RpcClient(
                        server.base(),
                        TokenSource.none(),
                        RpcClientSettings.defaults().withGzipFrom(1_000))) {
            for (String text : new String[] {large, "small"}) {
                EchoResponse reply =
                        compressing.call(
                                method("Echo"),
                                EchoRequest.newBuilder().setText(text).build(),
                                EchoResponse.getDefaultInstance(),
                                LONG);
                assertThat(reply.getText()).isEqualTo(text);
            }
        }
    }

    @Test
    @Provokes("STALE_REVISION")
    void aRefusalCarriesItsCodeInfoAndDetails() {
        FailRequest request =
                FailRequest.newBuilder().setCode("STALE_REVISION").setCurrentRevision(7).build();

        RpcException e =
                catchThrowableOfType(
                        RpcException.class,
                        () -> call("Fail", request, FailResponse.getDefaultInstance(), LONG));

        assertThat(e.code()).isEqualTo(RpcCode.ABORTED);
        assertThat(e.errorCode()).contains(WorldError.STALE_REVISION);
        assertThat(e.info().getPointer()).isEqualTo("/a/0");
        assertThat(e.info().getExtrasOrThrow("asked")).isEqualTo("yes");
        assertThat(e.detail(RevisionConflict.getDefaultInstance()))
                .hasValueSatisfying(d -> assertThat(d.getCurrentRevision()).isEqualTo(7));
        assertThat(e.details()).hasSize(2);
    }

    @Test
    void theServerLearnsTheTimeLeft() {
        WaitResponse reply = await(1, Duration.ofSeconds(17));

        assertThat(reply.getRemainingMillis()).isBetween(1L, 17_000L);
    }

    @Test
    void aCallEndsAtItsDeadline() {
        assertCode(RpcCode.DEADLINE_EXCEEDED, () -> await(20_000, Duration.ofMillis(100)));
    }

    @Test
    void aCallEndsAtTheDeadlineOfTheCallItServes() {
        Deadline outer = Deadline.after(Duration.ofSeconds(15));

        WaitResponse reply = outer.with(() -> await(1, LONG));

        assertThat(reply.getRemainingMillis()).isLessThanOrEqualTo(15_000);
        assertCode(
                RpcCode.DEADLINE_EXCEEDED,
                () -> Deadline.after(Duration.ZERO).with(() -> await(1, LONG)));
    }

    @Test
    void aServerThatNeverAnswersIsLeftAtTheDeadline() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                RpcClient to = clientTo(silent.getLocalPort())) {
            assertCode(
                    RpcCode.DEADLINE_EXCEEDED,
                    () ->
                            to.call(
                                    method("Echo"),
                                    EchoRequest.getDefaultInstance(),
                                    EchoResponse.getDefaultInstance(),
                                    Duration.ofMillis(200)));
        }
    }

    @Test
    void aServerThatIsNotThereIsUnavailable() {
        try (RpcClient to = clientTo(1)) {
            assertCode(
                    RpcCode.UNAVAILABLE,
                    () ->
                            to.call(
                                    method("Echo"),
                                    EchoRequest.getDefaultInstance(),
                                    EchoResponse.getDefaultInstance(),
                                    LONG));
        }
    }

    @Test
    void onlyCallsMarkedIdempotentAreRepeated() {
        assertCode(RpcCode.UNAVAILABLE, () -> count("once", 2, false));
        assertThat(count("thrice", 2, true).getCalls()).isEqualTo(3);
    }

    @Test
    void attemptsAreBounded() {
        assertCode(RpcCode.UNAVAILABLE, () -> count("never", 100, true));
        assertThat(count("never", 0, false).getCalls()).isEqualTo(4);
    }

    @Test
    void aRefusedTokenIsRenewedOnce() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        TokenSource tokens =
                new TokenSource() {
                    private volatile String token = "old";

                    @Override
                    public Optional<String> token(Deadline deadline) {
                        return Optional.of(token);
                    }

                    @Override
                    public void refused(String refused) {
                        asked.incrementAndGet();
                        token = "new";
                    }
                };
        byte[] answer = EchoResponse.newBuilder().setText("in").build().toByteArray();
        HttpServer picky =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        picky.createContext(
                "/",
                exchange -> {
                    boolean isNew =
                            "Bearer new"
                                    .equals(exchange.getRequestHeaders().getFirst("Authorization"));
                    exchange.getResponseHeaders().set("Content-Type", "application/proto");
                    exchange.sendResponseHeaders(isNew ? 200 : 401, isNew ? answer.length : -1);
                    if (isNew) {
                        exchange.getResponseBody().write(answer);
                    }
                    exchange.close();
                });
        picky.start();
        try (RpcClient to =
                new RpcClient(
                        URI.create("http://127.0.0.1:" + picky.getAddress().getPort()), tokens)) {
            EchoResponse reply =
                    to.call(
                            method("Echo"),
                            EchoRequest.getDefaultInstance(),
                            EchoResponse.getDefaultInstance(),
                            LONG);
            assertThat(reply.getText()).isEqualTo("in");
            assertThat(asked).hasValue(1);
        } finally {
            picky.stop(0);
        }
    }

    @Test
    void aProxysPageGivesTheCodeOfItsStatus() throws Exception {
        HttpServer proxy =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.createContext(
                "/",
                exchange -> {
                    byte[] page = "<h1>Bad gateway</h1>".getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(502, page.length);
                    exchange.getResponseBody().write(page);
                    exchange.close();
                });
        proxy.start();
        try (RpcClient to = clientTo(proxy.getAddress().getPort())) {
            assertCode(
                    RpcCode.UNAVAILABLE,
                    () ->
                            to.call(
                                    method("Echo"),
                                    EchoRequest.getDefaultInstance(),
                                    EchoResponse.getDefaultInstance(),
                                    LONG));
        } finally {
            proxy.stop(0);
        }
    }

    @Test
    void anAnswerOverTheLimitIsNotRead() {
        refusesLarge(RpcClientSettings.defaults().withResponseBytesMax(1_000));
        refusesLarge(RpcClientSettings.defaults().withResponseBytesMax(1_000).withGzipFrom(0));
    }

    private static void refusesLarge(RpcClientSettings settings) {
        try (RpcClient small = new RpcClient(server.base(), TokenSource.none(), settings)) {
            assertThatThrownBy(
                            () ->
                                    small.call(
                                            method("Echo"),
                                            EchoRequest.newBuilder()
                                                    .setText("a".repeat(100_000))
                                                    .build(),
                                            EchoResponse.getDefaultInstance(),
                                            LONG))
                    .isInstanceOf(RpcException.class)
                    .hasMessageContaining("1000");
        }
    }

    private static RpcClient clientTo(int port) {
        return new RpcClient(URI.create("http://127.0.0.1:" + port), TokenSource.none());
    }

    private static EchoResponse echo(String text) {
        return call(
                "Echo",
                EchoRequest.newBuilder().setText(text).build(),
                EchoResponse.getDefaultInstance(),
                LONG);
    }

    private static WaitResponse await(int millis, Duration timeout) {
        return call(
                "Wait",
                WaitRequest.newBuilder().setMillis(millis).build(),
                WaitResponse.getDefaultInstance(),
                timeout);
    }

    private static CountResponse count(String key, int failures, boolean idempotent) {
        CountRequest request = CountRequest.newBuilder().setKey(key).setFailures(failures).build();
        CountResponse prototype = CountResponse.getDefaultInstance();
        return idempotent
                ? client.callIdempotent(method("Count"), request, prototype, LONG)
                : client.call(method("Count"), request, prototype, LONG);
    }

    private static <R extends Message> R call(
            String method, Message request, R prototype, Duration timeout) {
        return client.call(method(method), request, prototype, timeout);
    }

    private static MethodDescriptor method(String name) {
        return Rpctest.getDescriptor().findServiceByName("ProbeService").findMethodByName(name);
    }

    private static void assertCode(
            RpcCode code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        RpcException e = catchThrowableOfType(RpcException.class, call);
        assertThat(e).isNotNull();
        assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
    }
}
