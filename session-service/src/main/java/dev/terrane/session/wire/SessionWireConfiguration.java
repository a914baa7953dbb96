package dev.terrane.session.wire;

import dev.terrane.rpc.server.RpcService;
import dev.terrane.session.hosting.SessionRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Serves the session contract. */
@Configuration(proxyBeanMethods = false)
class SessionWireConfiguration {
    @Bean
    RpcService sessionService(SessionRegistry registry) {
        return new SessionRpc(registry).service();
    }
}
