package dev.terrane.world;

import dev.terrane.world.backups.BackupProperties;
import dev.terrane.world.chunks.ChunkProperties;
import dev.terrane.world.chunks.ChunkUpkeep;
import dev.terrane.world.chunks.OldFormats;
import dev.terrane.world.chunks.ReplicaProperties;
import dev.terrane.world.chunks.WriteBehindProperties;
import dev.terrane.world.imports.ImportProbe;
import java.time.InstantSource;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the service's features share. */
@ServiceWide
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({
    ChunkProperties.class,
    WriteBehindProperties.class,
    ReplicaProperties.class,
    BackupProperties.class
})
class WorldConfiguration {

    @Bean
    @ConditionalOnMissingBean
    InstantSource clock() {
        return InstantSource.system();
    }

    @Bean
    @ConditionalOnMissingBean
    OldFormats oldFormats() {
        return OldFormats.NONE;
    }

    @Bean
    @ConditionalOnMissingBean
    ImportProbe importProbe() {
        return ImportProbe.NONE;
    }

    /** Work that an upgrade left, before the first call. */
    @Bean
    ApplicationRunner indexOfOlderChunks(ChunkUpkeep upkeep) {
        return _ -> upkeep.rebuildPending();
    }
}
