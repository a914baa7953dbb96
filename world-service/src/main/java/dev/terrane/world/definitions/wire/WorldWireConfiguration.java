package dev.terrane.world.definitions.wire;

import dev.terrane.rpc.server.RpcService;
import dev.terrane.world.definitions.DefinitionCommands;
import dev.terrane.world.definitions.Definitions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Offers worlds and rooms over RPC. */
@Configuration(proxyBeanMethods = false)
class WorldWireConfiguration {
    @Bean
    RpcService worldRpc(Definitions definitions, DefinitionCommands commands) {
        return new WorldRpc(definitions, commands).toService();
    }
}
