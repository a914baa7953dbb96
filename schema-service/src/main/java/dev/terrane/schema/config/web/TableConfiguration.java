package dev.terrane.schema.config.web;

import dev.terrane.schema.config.TableProperties;
import dev.terrane.support.web.BodyLimit;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Tables may be longer than other bodies. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TableProperties.class)
class TableConfiguration {
    @Bean
    BodyLimit tableLimit(TableProperties properties) {
        return new BodyLimit(
                "/api/v1/schemas/{name}/drafts/{draft}/csv",
                TableProperties.SETTING,
                properties.tableBytesMax());
    }
}
