package dev.terrane.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Whoever reads the description of the service alone can use it. */
class SchemaOpenApiIT {
    @TempDir static Path folder;

    @Test
    void everyOperationSaysWhatItDoesAndEveryBodyAndParameterHasAnExampleOrATextOrAChoice() {
        List<String> missing = new ArrayList<>();
        int operations = 0;
        try (SchemaServer server = SchemaServer.start(folder)) {
            JsonNode paths = server.get("/api/v1/openapi/schema").json().path("paths");
            for (var path : paths.properties()) {
                for (var verb : path.getValue().properties()) {
                    operations++;
                    check(verb.getKey() + " " + path.getKey(), verb.getValue(), missing);
                }
            }
        }
        assertThat(operations).isGreaterThanOrEqualTo(30);
        assertThat(missing).isEmpty();
    }

    private static void check(String name, JsonNode operation, List<String> missing) {
        if (operation.path("summary").asString("").isBlank()) {
            missing.add(name + " has no summary");
        }
        if (operation.path("responses").propertyNames().stream()
                .noneMatch(status -> status.startsWith("2"))) {
            missing.add(name + " has no answer");
        }
        for (JsonNode parameter : operation.path("parameters")) {
            boolean isSaid =
                    parameter.has("description")
                            || parameter.has("example")
                            || parameter.path("schema").has("enum");
            if (!isSaid) {
                missing.add(name + " says nothing of " + parameter.path("name").asString());
            }
        }
        for (JsonNode content : operation.path("requestBody").path("content")) {
            if (!content.has("example") && !content.has("examples")) {
                missing.add(name + " has no example of its body");
            }
        }
    }
}
