package dev.terrane.cli.map;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What commands that change a room by a job have in common. */
final class ImportOptions {
    @Option(names = "--world", required = true, paramLabel = "W", description = "World id.")
    private String world = "";

    @Option(
            names = "--plan",
            description = "Only show what would change, chunk by chunk; nothing is changed.")
    private boolean plan;

    @ArgGroup(exclusive = true)
    private @Nullable Side side;

    /** Whose value is taken. */
    static final class Side {
        @Option(names = "--ours", description = "Where both changed the same, edits win.")
        private boolean ours;

        @Option(names = "--theirs", description = "Where both changed the same, edits lose.")
        private boolean theirs;

        String text() {
            return ours ? "ours" : theirs ? "theirs" : "none";
        }
    }

    String world() {
        return world;
    }

    /** As the server's query has it. */
    String query() {
        Side chosen = side;
        return "mode=%s&prefer=%s"
                .formatted(plan ? "plan" : "commit", chosen == null ? "none" : chosen.text());
    }
}
