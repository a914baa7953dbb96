package dev.terrane.session.rooms.wire;

import dev.terrane.support.security.ServiceClients;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Rooms come from world-service. */
@Configuration(proxyBeanMethods = false)
class RoomsConfiguration {
    @Bean
    WorldRoomColliders roomColliders(ServiceClients clients) {
        return new WorldRoomColliders(
                new WorldRoomChunks(() -> clients.client("world")), new WorldRoomEvents(clients));
    }
}
