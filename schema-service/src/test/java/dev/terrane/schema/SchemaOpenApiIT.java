package dev.terrane.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.testing.OpenApiGaps;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Whoever reads the description of the service alone can use it. */
class SchemaOpenApiIT {
    @TempDir static Path folder;

    @Test
    void everyOperationSaysWhatItDoesAndEveryBodyAndParameterHasAnExampleOrATextOrAChoice() {
        try (SchemaServer server = SchemaServer.start(folder)) {
            JsonNode document = server.get("/api/v1/openapi/schema").json();
            assertThat(OpenApiGaps.operations(document)).isGreaterThanOrEqualTo(30);
            assertThat(OpenApiGaps.find(document)).isEmpty();
        }
    }
}
