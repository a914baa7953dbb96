package dev.terrane.world.chunks.wire;

import dev.terrane.rpc.server.RpcService;
import dev.terrane.world.backups.Backups;
import dev.terrane.world.chunks.ChunkHistory;
import dev.terrane.world.chunks.ChunkStates;
import dev.terrane.world.chunks.ChunkUpkeep;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.CrashLosses;
import dev.terrane.world.chunks.DirtyChunks;
import dev.terrane.world.chunks.DurabilityWait;
import dev.terrane.world.chunks.Edits;
import dev.terrane.world.chunks.WriteBehind;
import dev.terrane.world.definitions.DefinitionCommands;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Offers chunks over RPC. */
@Configuration(proxyBeanMethods = false)
class ChunkWireConfiguration {
    @Bean
    RpcService chunkRpc(
            Chunks chunks,
            ChunkStates states,
            Edits edits,
            DefinitionCommands definitions,
            ChunkHistory history,
            DurabilityRpc durability) {
        return new ChunkRpc(chunks, states, edits, definitions, new HistoryRpc(history), durability)
                .toService();
    }

    @Bean
    DurabilityRpc durabilityRpc(
            DurabilityWait wait,
            WriteBehind writeBehind,
            CrashLosses losses,
            DirtyChunks dirty,
            DefinitionCommands definitions) {
        return new DurabilityRpc(wait, writeBehind, losses, dirty, definitions);
    }

    @Bean
    RpcService maintenanceRpc(
            ChunkUpkeep upkeep,
            Chunks chunks,
            Edits edits,
            Backups backups,
            DurabilityRpc durability,
            DefinitionCommands definitions) {
        return new MaintenanceRpc(upkeep, chunks, edits, backups, durability, definitions)
                .toService();
    }
}
