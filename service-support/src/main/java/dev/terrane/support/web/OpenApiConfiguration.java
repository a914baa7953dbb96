package dev.terrane.support.web;

import dev.terrane.support.config.ServiceIdentity;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** The head of a service's OpenAPI document, at {@code /api/v1/openapi/<service>}. */
@AutoConfiguration
@ConditionalOnProperty("terrane.service")
public class OpenApiConfiguration {
    /** Version of the REST contract. */
    public static final String VERSION = "1.0.0-alpha";

    private static final String BEARER = "bearer";

    @Bean
    @ConditionalOnMissingBean
    OpenAPI openApi(ServiceIdentity identity) {
        return new OpenAPI()
                .info(
                        new Info()
                                .title("Terrane " + identity.id())
                                .version(VERSION)
                                .description(
                                        "Refusals are problem details (RFC 9457); their codes are"
                                                + " explained by: terrane explain CODE"))
                .components(
                        new Components()
                                .addSecuritySchemes(
                                        BEARER,
                                        new SecurityScheme()
                                                .type(SecurityScheme.Type.HTTP)
                                                .scheme("bearer")
                                                .bearerFormat("JWT")))
                .addSecurityItem(new SecurityRequirement().addList(BEARER));
    }
}
