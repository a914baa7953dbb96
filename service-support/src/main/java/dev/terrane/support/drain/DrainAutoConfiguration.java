package dev.terrane.support.drain;

import dev.terrane.rpc.server.RefusalWriter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/** Gives every service its graceful end. */
@AutoConfiguration
@ConditionalOnProperty("terrane.service")
@EnableConfigurationProperties(DrainProperties.class)
class DrainAutoConfiguration {
    @Bean
    DrainCoordinator drainCoordinator(DrainProperties properties, ApplicationContext context) {
        return new DrainCoordinator(
                properties,
                () -> AvailabilityChangeEvent.publish(context, ReadinessState.REFUSING_TRAFFIC));
    }

    /**
     * Collects listeners at the start, so that they do not depend on the coordinator's creation.
     */
    @Bean
    DrainLifecycle drainLifecycle(
            DrainCoordinator coordinator, ObjectProvider<DrainListener> listeners) {
        return new DrainLifecycle(coordinator, listeners);
    }

    @Bean
    @ConditionalOnWebApplication
    FilterRegistrationBean<DrainFilter> drainFilter(
            DrainCoordinator coordinator, RefusalWriter refusals) {
        FilterRegistrationBean<DrainFilter> registration =
                new FilterRegistrationBean<>(new DrainFilter(coordinator, refusals));
        registration.setAsyncSupported(true);
        // Right after the correlation id, which refusals carry.
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 10);
        return registration;
    }
}
