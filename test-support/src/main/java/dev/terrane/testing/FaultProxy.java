package dev.terrane.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A TCP proxy on the loopback address that makes the network misbehave. Faults apply to open and to
 * new connections until changed. Bytes are never altered or reordered. Safe for all threads; close
 * it to drop every connection.
 */
public final class FaultProxy implements AutoCloseable {
    /** Which way bytes flow. */
    public enum Direction {
        TO_SERVER,
        TO_CLIENT
    }

    private final InetSocketAddress target;
    private final ServerSocket listener;
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private final FaultGate toServer = new FaultGate();
    private final FaultGate toClient = new FaultGate();
    private volatile boolean refusing;

    private FaultProxy(InetSocketAddress target, ServerSocket listener) {
        this.target = target;
        this.listener = listener;
    }

    /** Starts a proxy to a port of this machine; it listens on a free port. */
    public static FaultProxy to(int port) {
        return to(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** Starts a proxy to an address; it listens on a free port. */
    public static FaultProxy to(InetSocketAddress target) {
        try {
            FaultProxy proxy =
                    new FaultProxy(
                            target, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
            Thread.ofVirtual().name("fault proxy").start(proxy::accept);
            return proxy;
        } catch (IOException failure) {
            throw new UncheckedIOException("no port for a fault proxy", failure);
        }
    }

    /** The port clients connect to instead of the target's. */
    public int port() {
        return listener.getLocalPort();
    }

    /** How many connections are open now. */
    public int connectionCount() {
        return connections.size();
    }

    /** Bytes passed on in a direction since the start. */
    public long bytesPassed(Direction direction) {
        return gate(direction).passed();
    }

    /** Every byte arrives that much later; the rate stays the same. Zero ends it. */
    public void delay(Direction direction, Duration latency) {
        gate(direction).delay(latency);
    }

    /** At most that many bytes a second pass; 0 ends it. */
    public void throttle(Direction direction, long bytesPerSecond) {
        gate(direction).throttle(bytesPerSecond);
    }

    /** Nothing passes in a direction though connections stay open, until {@link #heal()}. */
    public void stall(Direction direction) {
        gate(direction).stall();
    }

    /** Nothing passes either way though connections stay open, until {@link #heal()}. */
    public void halfOpen() {
        stall(Direction.TO_SERVER);
        stall(Direction.TO_CLIENT);
    }

    /** Closes every connection in order (FIN); new ones are accepted. */
    public void cut() {
        connections.forEach(connection -> connection.close(false));
    }

    /** Drops every connection with a reset (RST); new ones are accepted. */
    public void reset() {
        connections.forEach(connection -> connection.close(true));
    }

    /** Resets new connections at once, as a dead server's host would, until {@link #heal()}. */
    public void refuse() {
        refusing = true;
    }

    /** Ends every fault; bytes held back by a stall are passed on. */
    public void heal() {
        refusing = false;
        toServer.heal();
        toClient.heal();
    }

    private FaultGate gate(Direction direction) {
        return direction == Direction.TO_SERVER ? toServer : toClient;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                open(listener.accept());
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void open(Socket client) {
        Socket server = new Socket();
        ProxiedConnection connection = new ProxiedConnection(client, server, connections::remove);
        if (refusing) {
            connection.close(true);
            return;
        }
        connections.add(connection);
        try {
            server.connect(target, 5_000);
            connection.start(toServer, toClient);
        } catch (IOException unreachable) {
            connection.close(true);
        }
    }

    @Override
    public void close() {
        heal();
        try {
            listener.close();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot close the proxy's port", failure);
        } finally {
            reset();
        }
    }
}
