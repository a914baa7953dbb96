package dev.terrane.support.testing;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What whoever reads an OpenAPI document alone would have to guess. */
public final class OpenApiGaps {
    private OpenApiGaps() {}

    /** One line a gap; none in a document that says what every operation does and takes. */
    public static List<String> find(JsonNode document) {
        List<String> gaps = new ArrayList<>();
        for (var path : document.path("paths").properties()) {
            for (var verb : path.getValue().properties()) {
                find(verb.getKey() + " " + path.getKey(), verb.getValue(), gaps);
            }
        }
        return gaps;
    }

    /** Number of operations of a document. */
    public static int operations(JsonNode document) {
        return document.path("paths").properties().stream()
                .mapToInt(path -> path.getValue().size())
                .sum();
    }

    private static void find(String name, JsonNode operation, List<String> gaps) {
        if (operation.path("summary").asString("").isBlank()) {
            gaps.add(name + " has no summary");
        }
        if (operation.path("responses").propertyNames().stream()
                .noneMatch(status -> status.startsWith("2"))) {
            gaps.add(name + " has no answer");
        }
        for (JsonNode parameter : operation.path("parameters")) {
            boolean isSaid =
                    parameter.has("description")
                            || parameter.has("example")
                            || parameter.path("schema").has("enum");
            if (!isSaid) {
                gaps.add(name + " says nothing of " + parameter.path("name").asString());
            }
        }
        for (JsonNode content : operation.path("requestBody").path("content")) {
            // A schema of its own has examples of its members.
            if (!content.has("example")
                    && !content.has("examples")
                    && !content.path("schema").has("$ref")) {
                gaps.add(name + " has no example of its body");
            }
        }
    }
}
