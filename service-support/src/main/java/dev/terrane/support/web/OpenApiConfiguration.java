package dev.terrane.support.web;

import dev.terrane.support.config.ServiceIdentity;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.util.Map;
import org.springdoc.core.customizers.OpenApiCustomizer;
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

    private static final Map<String, String> COMMON =
            Map.of(
                    "pageToken",
                    "nextPageToken of the page before; empty for the first",
                    "Accept",
                    "Which of the types to answer with",
                    "Content-Type",
                    "Which of the types the body is",
                    "If-Match",
                    "ETag of what the change was made for",
                    "If-None-Match",
                    "To read: ETags of copies already there. To write: * to create",
                    "Idempotency-Key",
                    "Makes a retry safe; optional");

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

    /** Says of headers and page tokens what holds everywhere, where an operation says nothing. */
    @Bean
    OpenApiCustomizer commonParameters() {
        return OpenApiConfiguration::describeParameters;
    }

    private static void describeParameters(OpenAPI document) {
        if (document.getPaths() == null) {
            return;
        }
        document.getPaths().values().stream()
                .flatMap(path -> path.readOperations().stream())
                .filter(operation -> operation.getParameters() != null)
                .flatMap(operation -> operation.getParameters().stream())
                .filter(parameter -> parameter.getDescription() == null)
                .filter(parameter -> parameter.getExample() == null)
                .forEach(parameter -> parameter.setDescription(COMMON.get(parameter.getName())));
    }
}
