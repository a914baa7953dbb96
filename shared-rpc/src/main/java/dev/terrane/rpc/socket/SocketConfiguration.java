package dev.terrane.rpc.socket;

import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.CallerSource;
import dev.terrane.rpc.server.ConnectErrors;
import dev.terrane.rpc.server.RefusalWriter;
import org.eclipse.jetty.ee11.websocket.server.JettyWebSocketServerContainer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/** Serves every {@link SocketEndpoint} bean of a Spring MVC application on Jetty. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(JettyWebSocketServerContainer.class)
public class SocketConfiguration {

    @Bean
    SocketHandlerMapping socketHandlerMapping(
            ObjectProvider<SocketEndpoint> endpoints,
            ObjectProvider<CallerSource> callers,
            ObjectProvider<RefusalWriter> refusals) {
        CallerSource source = callers.getIfUnique();
        RefusalWriter writer = refusals.getIfUnique();
        return new SocketHandlerMapping(
                endpoints.orderedStream().toList(),
                source == null ? request -> Caller.ANONYMOUS : source,
                writer == null
                        ? (_, response, refusal) -> ConnectErrors.write(response, refusal)
                        : writer);
    }
}
