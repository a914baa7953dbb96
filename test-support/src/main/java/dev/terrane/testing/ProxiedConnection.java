package dev.terrane.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * One client's connection through a {@link FaultProxy}: two sockets and, for each direction, a
 * thread that reads and one that writes. Reading ahead keeps a delay from lowering the rate.
 */
final class ProxiedConnection {
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int CHUNKS_AHEAD = 64;

    private final Socket client;
    private final Socket server;
    private final Consumer<ProxiedConnection> onClose;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicInteger directionsOpen = new AtomicInteger(2);
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    /** Bytes with the time they arrived; no bytes mean the end of the stream. */
    private static final class Chunk {
        private final byte[] bytes;
        private final long arrivedNanos = System.nanoTime();

        private Chunk(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    ProxiedConnection(Socket client, Socket server, Consumer<ProxiedConnection> onClose) {
        this.client = client;
        this.server = server;
        this.onClose = onClose;
    }

    void start(FaultGate toServer, FaultGate toClient) throws IOException {
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        pump(client, server, toServer);
        pump(server, client, toClient);
    }

    private void pump(Socket from, Socket to, FaultGate gate) {
        BlockingQueue<Chunk> chunks = new ArrayBlockingQueue<>(CHUNKS_AHEAD);
        threads.add(Thread.ofVirtual().start(() -> read(from, chunks)));
        threads.add(Thread.ofVirtual().start(() -> write(to, chunks, gate)));
    }

    private void read(Socket from, BlockingQueue<Chunk> chunks) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            InputStream input = from.getInputStream();
            for (int n = input.read(buffer); n >= 0; n = input.read(buffer)) {
                chunks.put(new Chunk(Arrays.copyOf(buffer, n)));
            }
            chunks.put(new Chunk(new byte[0]));
        } catch (IOException broken) {
            close(true);
        } catch (InterruptedException stop) {
            close(false);
        }
    }

    private void write(Socket to, BlockingQueue<Chunk> chunks, FaultGate gate) {
        try {
            OutputStream output = to.getOutputStream();
            Chunk chunk = chunks.take();
            while (chunk.bytes.length > 0) {
                pass(chunk, output, gate);
                chunk = chunks.take();
            }
            gate.awaitPassage(chunk.arrivedNanos);
            to.shutdownOutput();
            if (directionsOpen.decrementAndGet() == 0) {
                close(false);
            }
        } catch (IOException broken) {
            close(true);
        } catch (InterruptedException stop) {
            close(false);
        }
    }

    private static void pass(Chunk chunk, OutputStream output, FaultGate gate)
            throws IOException, InterruptedException {
        for (int offset = 0; offset < chunk.bytes.length; ) {
            gate.awaitPassage(chunk.arrivedNanos);
            int length = gate.slice(chunk.bytes.length - offset);
            output.write(chunk.bytes, offset, length);
            output.flush();
            gate.count(length);
            gate.awaitRate(length);
            offset += length;
        }
    }

    void close(boolean reset) {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        onClose.accept(this);
        close(client, reset);
        close(server, reset);
        threads.forEach(Thread::interrupt);
    }

    private static void close(Socket socket, boolean reset) {
        try (socket) {
            if (reset && !socket.isClosed()) {
                socket.setSoLinger(true, 0);
            }
        } catch (IOException alreadyBroken) {
            // The socket is gone either way, which is what was asked for.
        }
    }
}
