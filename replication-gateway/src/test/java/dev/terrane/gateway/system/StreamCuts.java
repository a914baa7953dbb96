package dev.terrane.gateway.system;

import dev.terrane.testing.FaultProxy;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A way to one service that tells its event streams from calls, each with faults of their own. What
 * a connection is, its first line says.
 */
final class StreamCuts implements AutoCloseable {
    private static final int LINE_MAX = 4096;

    final FaultProxy events;
    final FaultProxy calls;
    private final ServerSocket front;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    StreamCuts(int port) {
        events = FaultProxy.to(port);
        calls = FaultProxy.to(port);
        try {
            front = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().name("stream cuts").start(this::accept);
    }

    int port() {
        return front.getLocalPort();
    }

    /** Ends the streams, and lets none begin until {@code events} is healed. */
    void cutStreams() {
        events.refuse();
        events.cut();
    }

    /** Ends the calls, and lets none begin until {@code calls} is healed. */
    void cutCalls() {
        calls.refuse();
        calls.reset();
    }

    private void accept() {
        while (!front.isClosed()) {
            try {
                Socket client = front.accept();
                Thread.ofVirtual().start(() -> connect(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void connect(Socket client) {
        open.add(client);
        try (client) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            in.mark(LINE_MAX);
            StringBuilder line = new StringBuilder();
            for (int b = in.read();
                    b >= 0 && b != '\n' && line.length() < LINE_MAX;
                    b = in.read()) {
                line.append((char) b);
            }
            in.reset();
            int port = line.toString().startsWith("GET /events ") ? events.port() : calls.port();
            try (Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
                open.add(server);
                Thread back = Thread.ofVirtual().start(() -> copyAndClose(server, client));
                in.transferTo(server.getOutputStream());
                server.shutdownOutput();
                back.join();
                open.remove(server);
            }
        } catch (IOException broken) {
            // Either end is gone, and with it the other.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(client);
        }
    }

    private static void copyAndClose(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException broken) {
            // As above.
        }
    }

    @Override
    public void close() {
        try {
            front.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            events.close();
            calls.close();
        }
    }
}
