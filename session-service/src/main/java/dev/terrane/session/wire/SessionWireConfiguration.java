package dev.terrane.session.wire;

import dev.terrane.rpc.events.EventStreams;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.session.hosting.HostingProperties;
import dev.terrane.session.hosting.SessionArchive;
import dev.terrane.session.hosting.SessionRegistry;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Serves the session contract. */
@Configuration(proxyBeanMethods = false)
class SessionWireConfiguration {
    @Bean
    RpcService sessionService(SessionRegistry registry, SessionArchive archive) {
        return new SessionRpc(registry, archive).service();
    }

    /** Made before the registry, which tells it of steps; it looks into the registry later. */
    @Bean
    StepFeed stepFeed(ObjectProvider<SessionRegistry> registry, HostingProperties properties) {
        return new StepFeed(registry::getObject, properties.stepsRetained(), System::nanoTime);
    }

    @Bean
    EventStreams sessionEvents(StepFeed feed) {
        return new EventStreams(Map.of(StepFeed.SUBPROTOCOL, feed));
    }
}
