package dev.terrane.world.chunks.wire;

import dev.terrane.rpc.server.RpcService;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.Edits;
import dev.terrane.world.definitions.DefinitionCommands;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Offers chunks over RPC. */
@Configuration(proxyBeanMethods = false)
class ChunkWireConfiguration {
    @Bean
    RpcService chunkRpc(Chunks chunks, Edits edits, DefinitionCommands definitions) {
        return new ChunkRpc(chunks, edits, definitions).toService();
    }
}
