package dev.terrane.cli.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The places a refusal of the server names, as lines for people. */
final class Refusals {
    private Refusals() {}

    /** A line for each place; under it what to do, where the server says so. */
    static List<String> places(JsonNode problem) {
        List<String> lines = new ArrayList<>();
        for (JsonNode error : problem.path("errors")) {
            String schema = error.path("schema").asString("");
            String pointer = error.path("pointer").asString("");
            StringBuilder line = new StringBuilder("  ");
            line.append(schema);
            if (error.path("line").asInt(0) > 0) {
                line.append(':')
                        .append(error.path("line").asInt())
                        .append(':')
                        .append(error.path("column").asInt());
            }
            line.append(line.length() > 2 ? " " : "")
                    .append(pointer.isEmpty() ? "(document)" : pointer)
                    .append(" [")
                    .append(error.path("rule").asString(""))
                    .append("] ")
                    .append(error.path("message").asString(""));
            lines.add(line.toString());
            text(error, "fix").ifPresent(fix -> lines.add("    fix: " + fix));
        }
        return lines;
    }

    private static Optional<String> text(JsonNode node, String member) {
        return Optional.of(node.path(member).asString("")).filter(text -> !text.isEmpty());
    }
}
