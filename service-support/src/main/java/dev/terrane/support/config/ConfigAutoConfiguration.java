package dev.terrane.support.config;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Gives every service its name and the shared settings. */
@AutoConfiguration
@ConditionalOnProperty("terrane.service")
@EnableConfigurationProperties(CommonProperties.class)
class ConfigAutoConfiguration {
    @Bean
    ServiceIdentity serviceIdentity(Environment environment) {
        return new ServiceIdentity(environment.getRequiredProperty("terrane.service"));
    }
}
