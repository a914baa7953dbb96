package dev.terrane.gateway.routing;

import dev.terrane.gateway.routing.RouteTable.Target;
import dev.terrane.support.config.CommonProperties;
import java.net.URI;
import java.util.Map;
import org.eclipse.jetty.server.Handler;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the proxy in front of Spring in the gateway's own server. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RoutingProperties.class)
class RoutingConfiguration {

    @Bean
    WebServerFactoryCustomizer<JettyServletWebServerFactory> serviceRouting(
            CommonProperties common, RoutingProperties properties) {
        Map<Target, URI> targets =
                Map.of(
                        Target.SCHEMA, common.services().schema(),
                        Target.WORLD, common.services().world(),
                        Target.SESSION, common.services().session());
        return factory ->
                factory.addServerCustomizers(
                        server -> {
                            Handler spring = server.getHandler();
                            ServiceProxy proxy = new ServiceProxy(targets, properties);
                            proxy.setServer(server);
                            server.setHandler(new Handler.Sequence(proxy, spring));
                        });
    }
}
