package dev.terrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.testing.FaultProxy.Direction;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultProxyTest {
    private ServerSocket echoServer;
    private FaultProxy proxy;

    @BeforeEach
    void start() throws IOException {
        echoServer = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
        proxy = FaultProxy.to(echoServer.getLocalPort());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        echoServer.close();
    }

    private void serve() {
        while (!echoServer.isClosed()) {
            try {
                Socket socket = echoServer.accept();
                Thread.ofVirtual().start(() -> echo(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void echo(Socket socket) {
        try (socket) {
            socket.getInputStream().transferTo(socket.getOutputStream());
        } catch (IOException broken) {
            // Faults are what these tests make.
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static long roundTripMillis(Socket socket, byte[] data) throws IOException {
        long start = System.nanoTime();
        socket.getOutputStream().write(data);
        assertThat(socket.getInputStream().readNBytes(data.length)).isEqualTo(data);
        return Duration.ofNanos(System.nanoTime() - start).toMillis();
    }

    @Test
    void bytesPassUnchangedAndTheEndOfAStreamToo() throws IOException {
        byte[] data = new SeededRandom(1).bytes(500_000);
        try (Socket socket = connect()) {
            Thread.ofVirtual()
                    .start(
                            () -> {
                                try {
                                    socket.getOutputStream().write(data);
                                    socket.shutdownOutput();
                                } catch (IOException broken) {
                                    throw new AssertionError(broken);
                                }
                            });
            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(data);
        }
        assertThat(proxy.bytesPassed(Direction.TO_SERVER)).isEqualTo(data.length);
        Await.until(Duration.ofSeconds(30), "no connection", () -> proxy.connectionCount() == 0);
    }

    @Test
    void aDelayHoldsEveryByteBack() throws IOException {
        try (Socket socket = connect()) {
            roundTripMillis(socket, new byte[] {1});
            proxy.delay(Direction.TO_CLIENT, Duration.ofMillis(120));
            assertThat(roundTripMillis(socket, new byte[] {2})).isGreaterThanOrEqualTo(120);
        }
    }

    @Test
    void aThrottleBoundsTheRate() throws IOException {
        try (Socket socket = connect()) {
            proxy.throttle(Direction.TO_SERVER, 100_000);
            assertThat(roundTripMillis(socket, new byte[20_000])).isGreaterThanOrEqualTo(170);
        }
    }

    @Test
    void halfOpenKeepsConnectionsButPassesNothingUntilHealed() throws IOException {
        try (Socket socket = connect()) {
            roundTripMillis(socket, new byte[] {1});
            proxy.halfOpen();
            socket.getOutputStream().write(9);
            socket.setSoTimeout(100);
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(SocketTimeoutException.class);
            assertThat(proxy.connectionCount()).isEqualTo(1);
            proxy.heal();
            socket.setSoTimeout(20_000);
            assertThat(socket.getInputStream().read()).isEqualTo(9);
        }
    }

    @Test
    void cutEndsConnectionsInOrderAndAcceptsNewOnes() throws IOException {
        try (Socket socket = connect()) {
            roundTripMillis(socket, new byte[] {1});
            proxy.cut();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        try (Socket again = connect()) {
            roundTripMillis(again, new byte[] {2});
        }
    }

    @Test
    void resetBreaksConnections() throws IOException {
        try (Socket socket = connect()) {
            roundTripMillis(socket, new byte[] {1});
            proxy.reset();
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(SocketException.class);
        }
    }

    @Test
    void refusedConnectionsAreResetUntilHealed() throws IOException {
        proxy.refuse();
        try (Socket socket = connect()) {
            assertThatThrownBy(() -> roundTripMillis(socket, new byte[] {1}))
                    .isInstanceOf(SocketException.class);
        }
        proxy.heal();
        try (Socket socket = connect()) {
            roundTripMillis(socket, new byte[] {1});
        }
    }
}
