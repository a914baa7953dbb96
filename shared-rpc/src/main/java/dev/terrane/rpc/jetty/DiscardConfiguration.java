package dev.terrane.rpc.jetty;

import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/** Puts {@link UnreadBodies} into every connector of the application's Jetty. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(JettyServletWebServerFactory.class)
@EnableConfigurationProperties(DiscardProperties.class)
public class DiscardConfiguration {
    @Bean
    WebServerFactoryCustomizer<JettyServletWebServerFactory> unreadBodies(
            DiscardProperties properties) {
        UnreadBodies bodies = new UnreadBodies(properties);
        return factory ->
                factory.addServerCustomizers(
                        server -> {
                            for (Connector connector : server.getConnectors()) {
                                for (ConnectionFactory each : connector.getConnectionFactories()) {
                                    if (each instanceof HttpConfiguration.ConnectionFactory http) {
                                        http.getHttpConfiguration().addCustomizer(bodies);
                                    }
                                }
                            }
                        });
    }
}
