package dev.terrane.support.telemetry;

import dev.terrane.rpc.server.RpcListener;
import dev.terrane.support.config.ServiceIdentity;
import dev.terrane.support.store.StoreThreads;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/** Gives every service its marks in logs and metrics. */
@AutoConfiguration
@ConditionalOnProperty("terrane.service")
@EnableConfigurationProperties(LoggingProperties.class)
class TelemetryAutoConfiguration {
    @Bean
    StoreMeters storeMeters(StoreThreads threads) {
        return new StoreMeters(threads);
    }

    @Bean
    RpcListener rpcMeters(MeterRegistry registry) {
        return new RpcMeters(registry);
    }

    @Bean
    @ConditionalOnWebApplication
    FilterRegistrationBean<ServiceLogFilter> serviceLogFilter(ServiceIdentity identity) {
        FilterRegistrationBean<ServiceLogFilter> registration =
                new FilterRegistrationBean<>(new ServiceLogFilter(identity.id()));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        registration.setAsyncSupported(true);
        return registration;
    }
}
