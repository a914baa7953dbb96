package dev.terrane.rpc.jetty;

import java.net.InetSocketAddress;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;

/**
 * Makes Jetty with {@link LingeringConnector}s. With TLS in this process Boot makes a connector of
 * its own, which does not linger.
 */
final class LingeringServerFactory extends JettyServletWebServerFactory {
    private final LingerLimits limits;

    LingeringServerFactory(LingerLimits limits) {
        this.limits = limits;
    }

    @Override
    protected AbstractConnector createConnector(InetSocketAddress address, Server server) {
        AbstractConnector usual = super.createConnector(address, server);
        ServerConnector connector =
                new LingeringConnector(
                        server,
                        limits,
                        getAcceptors(),
                        getSelectors(),
                        usual.getConnectionFactories().toArray(ConnectionFactory[]::new));
        connector.setHost(address.getHostString());
        connector.setPort(address.getPort());
        return connector;
    }
}
