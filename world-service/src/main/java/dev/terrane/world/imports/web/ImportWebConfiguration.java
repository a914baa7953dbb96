package dev.terrane.world.imports.web;

import dev.terrane.rpc.server.RefusalWriter;
import dev.terrane.support.web.BodyLimit;
import dev.terrane.world.ServiceWide;
import dev.terrane.world.imports.ImportProperties;
import jakarta.servlet.MultipartConfigElement;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Maps are longer than other bodies. Parts stay in memory, which their limit bounds. */
@ServiceWide
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ImportProperties.class)
class ImportWebConfiguration {
    @Bean
    BodyLimit importLimit(ImportProperties properties) {
        return new BodyLimit(
                "/api/v1/worlds/{world}/imports",
                ImportProperties.LIMIT,
                properties.requestBytesMax());
    }

    /** The default order is behind security, so nobody else takes a place. */
    @Bean
    FilterRegistrationBean<ImportGate> importGate(
            ImportProperties properties, RefusalWriter refusals) {
        return new FilterRegistrationBean<>(new ImportGate(properties, refusals));
    }

    @Bean
    MultipartConfigElement multipart(ImportProperties properties) {
        long bytes = properties.requestBytesMax().toBytes();
        return new MultipartConfigElement("", bytes, bytes, (int) Math.min(bytes, 1L << 30));
    }
}
