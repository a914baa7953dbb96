package dev.terrane.support.web;

import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.CallerSource;
import dev.terrane.rpc.server.RefusalWriter;
import java.util.List;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.ServerConnector;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/** The shared HTTP edge of a service. */
@AutoConfiguration(before = ErrorMvcAutoConfiguration.class)
@ConditionalOnProperty("terrane.service")
@EnableConfigurationProperties(WebProperties.class)
@Import({ProblemAdvice.class, EdgeErrorController.class})
public class WebConfiguration {
    /** After the security chain (-100), so that only admitted requests have their bodies judged. */
    private static final int AFTER_SECURITY = 0;

    /**
     * Connections that may wait to be accepted; the JDK's 50 are reset under a burst of clients.
     */
    private static final int ACCEPT_QUEUE = 1024;

    static {
        // The caller comes from the token: it is no parameter in the OpenAPI document.
        SpringDocUtils.getConfig().addRequestWrapperToIgnore(Caller.class);
    }

    /** A misspelt or doubled member, 1.5 for a whole number or "1" for 1 is a mistake to tell. */
    @Bean
    JsonMapperBuilderCustomizer strictBodies() {
        return builder ->
                builder.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                        .withCoercionConfig(LogicalType.Textual, WebConfiguration::textOnly)
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION);
    }

    private static void textOnly(MutableCoercionConfig texts) {
        texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
    }

    @Bean
    RefusalWriter refusalWriter(JsonMapper mapper) {
        return new EdgeErrors(mapper);
    }

    @Bean
    WebServerFactoryCustomizer<JettyServletWebServerFactory> terraneServer(JsonMapper mapper) {
        return factory ->
                factory.addServerCustomizers(
                        server -> {
                            server.setErrorHandler(new ServerErrors(mapper));
                            for (Connector connector : server.getConnectors()) {
                                if (connector instanceof ServerConnector listening) {
                                    listening.setAcceptQueueSize(ACCEPT_QUEUE);
                                }
                            }
                        });
    }

    @Bean
    FilterRegistrationBean<CorrelationFilter> correlationFilter() {
        FilterRegistrationBean<CorrelationFilter> registration =
                new FilterRegistrationBean<>(new CorrelationFilter());
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    @Bean
    FilterRegistrationBean<BodyLimitFilter> bodyLimitFilter(
            WebProperties properties, ObjectProvider<BodyLimit> limits, RefusalWriter refusals) {
        BodyLimit common =
                new BodyLimit("/**", WebProperties.BODY_LIMIT, properties.bodyBytesMax());
        FilterRegistrationBean<BodyLimitFilter> registration =
                new FilterRegistrationBean<>(
                        new BodyLimitFilter(common, limits.orderedStream().toList(), refusals));
        registration.setOrder(AFTER_SECURITY);
        return registration;
    }

    @Bean
    WebMvcConfigurer callerParameters(CallerSource callers) {
        HandlerMethodArgumentResolver resolver = new CallerArgumentResolver(callers);
        return new WebMvcConfigurer() {
            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(resolver);
            }

            @Override
            public void addInterceptors(InterceptorRegistry interceptors) {
                interceptors.addInterceptor(new SingleParameters());
                interceptors.addInterceptor(new RefusedTypes());
            }
        };
    }
}
