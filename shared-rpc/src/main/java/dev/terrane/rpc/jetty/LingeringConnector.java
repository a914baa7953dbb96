package dev.terrane.rpc.jetty;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** A connector whose connections are {@link LingeringEndPoint}s. For all threads. */
final class LingeringConnector extends ServerConnector {
    private final LingerLimits limits;
    private final Set<LingeringEndPoint> lingering = ConcurrentHashMap.newKeySet();

    LingeringConnector(
            Server server,
            LingerLimits limits,
            int acceptors,
            int selectors,
            ConnectionFactory... factories) {
        super(server, acceptors, selectors, factories);
        this.limits = limits;
    }

    LingerLimits limits() {
        return limits;
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(
            SocketChannel channel, ManagedSelector selector, SelectionKey key) {
        SocketChannelEndPoint connection =
                new LingeringEndPoint(channel, selector, key, getScheduler(), this);
        connection.setIdleTimeout(getIdleTimeout());
        return connection;
    }

    /** Lets a connection linger, if there is room for it. */
    boolean linger(LingeringEndPoint connection) {
        if (!isRunning() || lingering.size() >= limits.connectionsMax()) {
            return false;
        }
        lingering.add(connection);
        if (connection.schedule()) {
            return true;
        }
        lingering.remove(connection);
        return false;
    }

    void ended(LingeringEndPoint connection) {
        lingering.remove(connection);
    }

    /** Connections that linger now. */
    int lingeringCount() {
        return lingering.size();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        lingering.forEach(LingeringEndPoint::end);
    }
}
