package dev.terrane.world.files.web;

import dev.terrane.world.ServiceWide;
import dev.terrane.world.files.WorldFiles;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Requests on worlds that have a file of their own. */
@ServiceWide
@Configuration(proxyBeanMethods = false)
class FilesWebConfiguration {
    @Bean
    WorldFileMapping worldFileMapping(
            WorldFiles files,
            @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping controllers) {
        return new WorldFileMapping(files, controllers);
    }

    /** The default order is behind security. */
    @Bean
    FilterRegistrationBean<WorldFileMapping.LeaseFilter> worldFileLeases() {
        return new FilterRegistrationBean<>(new WorldFileMapping.LeaseFilter());
    }
}
