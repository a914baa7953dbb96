package dev.terrane.rpc.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that refuses a body at its first byte, and clients that do not notice at once. */
class LingeringConnectorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofHours(1);
    private static final int BODY_BYTES = 32 << 20;

    private final Server server = new Server();

    private LingeringConnector serve(LingerLimits limits) throws Exception {
        LingeringConnector connector =
                new LingeringConnector(server, limits, 1, 1, new HttpConnectionFactory());
        server.addConnector(connector);
        server.setHandler(
                new Handler.Abstract() {
                    @Override
                    public boolean handle(Request request, Response response, Callback callback) {
                        response.setStatus(413);
                        response.getHeaders().put(HttpHeader.CONNECTION, "close");
                        callback.succeeded();
                        return true;
                    }
                });
        server.start();
        return connector;
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private static Socket post(LingeringConnector connector) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        String head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + BODY_BYTES + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    /** Without lingering the write fails: the connection is reset under it. */
    @Test
    void aClientThatWritesItsWholeBodyReadsTheRefusal() throws Exception {
        LingeringConnector connector = serve(new LingerLimits(LONG, Long.MAX_VALUE, 10));
        for (int round = 0; round < 5; round++) {
            try (Socket socket = post(connector)) {
                socket.getOutputStream().write(new byte[BODY_BYTES]);
                assertThat(answer(socket)).startsWith("HTTP/1.1 413");
            }
        }
        Await.until(PATIENCE, "nobody lingers", () -> connector.lingeringCount() == 0);
    }

    @Test
    void aClientThatDoesNotCloseIsNotWaitedForLongerThanAllowed() throws Exception {
        LingeringConnector connector = serve(new LingerLimits(Duration.ofMillis(50), 1, 10));
        try (Socket socket = post(connector)) {
            assertThat(answer(socket)).startsWith("HTTP/1.1 413");
            Await.until(PATIENCE, "nobody lingers", () -> connector.lingeringCount() == 0);
        }
    }

    @Test
    void aClientThatSendsWithoutEndIsCut() throws Exception {
        LingeringConnector connector = serve(new LingerLimits(LONG, 4 << 20, 10));
        try (Socket socket = post(connector)) {
            assertThat(answer(socket)).startsWith("HTTP/1.1 413");
            assertEndsInAFailure(socket);
        }
    }

    private static void assertEndsInAFailure(Socket socket) {
        IOException failure = null;
        while (failure == null) {
            try {
                socket.getOutputStream().write(new byte[1 << 20]);
            } catch (IOException e) {
                failure = e;
            }
        }
    }

    @Test
    void noMoreConnectionsLingerThanMay() throws Exception {
        LingeringConnector connector = serve(new LingerLimits(LONG, Long.MAX_VALUE, 1));
        try (Socket first = post(connector);
                Socket second = post(connector)) {
            assertThat(answer(first)).startsWith("HTTP/1.1 413");
            assertThat(answer(second)).startsWith("HTTP/1.1 413");
            assertThat(connector.lingeringCount()).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void aServerThatStopsWaitsForNobody() throws Exception {
        LingeringConnector connector = serve(new LingerLimits(LONG, Long.MAX_VALUE, 10));
        try (Socket socket = post(connector)) {
            assertThat(answer(socket)).startsWith("HTTP/1.1 413");
            server.stop();
            assertThat(connector.lingeringCount()).isZero();
            assertEndsInAFailure(socket);
        }
    }
}
