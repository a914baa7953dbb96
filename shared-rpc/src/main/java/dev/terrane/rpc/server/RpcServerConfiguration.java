package dev.terrane.rpc.server;

import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.servlet.DispatcherServlet;

/** Serves every {@link RpcService} bean of a Spring MVC application. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(DispatcherServlet.class)
@EnableConfigurationProperties(RpcServerProperties.class)
public class RpcServerConfiguration {

    @Bean
    DeadlineWatch rpcDeadlineWatch() {
        return new DeadlineWatch();
    }

    @Bean
    RpcHandlerMapping rpcHandlerMapping(
            ObjectProvider<RpcService> services,
            ObjectProvider<CallerSource> callers,
            ObjectProvider<RpcListener> listeners,
            ObjectProvider<FailureTranslator> translators,
            ObjectProvider<CorsConfigurationSource> cors,
            RpcServerProperties properties,
            DeadlineWatch watch) {
        CallerSource unique = callers.getIfUnique();
        CallerSource source = unique == null ? request -> Caller.ANONYMOUS : unique;
        List<RpcListener> all = listeners.orderedStream().toList();
        RpcListener listener =
                (method, code, took) -> all.forEach(each -> each.finished(method, code, took));
        List<FailureTranslator> failures = translators.orderedStream().toList();
        RpcHandlerMapping mapping =
                new RpcHandlerMapping(
                        services.orderedStream()
                                .flatMap(service -> service.methods().stream())
                                .map(
                                        method ->
                                                new RpcHttpHandler(
                                                        method,
                                                        properties,
                                                        watch,
                                                        source,
                                                        listener,
                                                        failures))
                                .toList());
        cors.ifUnique(mapping::setCorsConfigurationSource);
        return mapping;
    }
}
