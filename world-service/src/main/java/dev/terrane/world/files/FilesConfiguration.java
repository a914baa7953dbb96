package dev.terrane.world.files;

import dev.terrane.world.ServiceWide;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Settings and meters of worlds' files. */
@ServiceWide
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(FilesProperties.class)
class FilesConfiguration {
    /** {@code terrane.world.files} by state: known, open, failed. */
    @Bean
    MeterBinder worldFilesMeters(WorldFiles files) {
        return registry -> {
            Gauge.builder("terrane.world.files", files, f -> f.counts().known())
                    .description("Worlds with a file of their own")
                    .tag("state", "known")
                    .register(registry);
            Gauge.builder("terrane.world.files", files, f -> f.counts().open())
                    .description("Worlds with a file of their own")
                    .tag("state", "open")
                    .register(registry);
            Gauge.builder("terrane.world.files", files, f -> f.counts().failed())
                    .description("Worlds with a file of their own")
                    .tag("state", "failed")
                    .register(registry);
        };
    }
}
