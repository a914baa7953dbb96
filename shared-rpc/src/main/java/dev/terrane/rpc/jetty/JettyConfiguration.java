package dev.terrane.rpc.jetty;

import org.eclipse.jetty.server.Server;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.jetty.JettyServerCustomizer;
import org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.context.annotation.Bean;

/** Puts a Jetty that lingers in the place of Boot's. */
@AutoConfiguration(before = JettyServletWebServerAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({Server.class, JettyServletWebServerFactory.class})
public class JettyConfiguration {

    @Bean
    JettyServletWebServerFactory lingeringServerFactory(
            ObjectProvider<LingerLimits> limits,
            ObjectProvider<JettyServerCustomizer> customizers) {
        JettyServletWebServerFactory factory =
                new LingeringServerFactory(limits.getIfUnique(LingerLimits::defaults));
        factory.getServerCustomizers().addAll(customizers.orderedStream().toList());
        return factory;
    }
}
