package dev.terrane.cli.map;

import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.TerraneException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A job and its plan as text for people. */
final class ImportPlanText {
    private static final List<String> PLAN =
            List.of("kind", "world", "room", "file", "plan", "objects", "min", "max", "warnings");

    private final ImportClient client;
    private final PrintWriter out;

    ImportPlanText(ImportClient client, PrintWriter out) {
        this.client = client;
        this.out = out;
    }

    private static boolean isPlan(JsonNode job) {
        return ImportClient.state(job).equals("planned");
    }

    /** A job for programs; of a plan, which is gone when it is read, what it found. */
    static JsonNode document(JsonNode job) {
        if (!isPlan(job)) {
            return job;
        }
        ObjectNode plan = JsonMapper.shared().createObjectNode();
        for (String member : PLAN) {
            if (job.has(member)) {
                plan.set(member, job.get(member));
            }
        }
        return plan;
    }

    /** What a job is and did, or a plan would. */
    static List<String> summary(JsonNode job) {
        JsonNode plan = job.path("plan");
        List<String> lines = new ArrayList<>();
        String kind = job.path("kind").asString("import");
        lines.add(
                isPlan(job)
                        ? kind + ": planned, nothing was changed"
                        : "%s: %s, %s"
                                .formatted(kind, ImportClient.id(job), ImportClient.state(job)));
        lines.add(
                "chunks: %d added, %d changed, %d removed, %d untouched, %d with conflicts"
                        .formatted(
                                count(plan, "added"),
                                count(plan, "changed"),
                                count(plan, "removed"),
                                count(plan, "untouched"),
                                count(plan, "conflicting")));
        if (job.path("objects").asInt(0) > 0) {
            lines.add("objects: " + job.path("objects").asInt(0));
        }
        if (job.path("left").asInt(0) > 0) {
            lines.add(
                    "left as they are, because edits changed them meanwhile: "
                            + job.path("left").asInt(0));
        }
        job.path("warnings").forEach(warning -> lines.add("warning: " + warning.asString("")));
        return lines;
    }

    private static int count(JsonNode plan, String member) {
        return plan.path(member).asInt(0);
    }

    /** Every chunk that changes, and the conflicts of each by their place. */
    void print(JsonNode job) throws InterruptedException {
        for (String kind : List.of("added", "changed", "removed", "conflicting")) {
            if (count(job.path("plan"), kind) > 0) {
                print(job, kind);
            }
        }
    }

    private void print(JsonNode job, String kind) throws InterruptedException {
        String path = "/" + ImportClient.encode(ImportClient.id(job)) + "/chunks?kind=" + kind;
        String token = "";
        do {
            ImportClient.Answer page = client.list(path, token);
            if (page.isRefusal()) {
                throw TerraneException.of(CliError.NOT_RUNNING, page.text()).toException();
            }
            page.body().path("items").forEach(this::chunk);
            token = page.body().path("nextPageToken").asString("");
        } while (!token.isEmpty());
    }

    private void chunk(JsonNode chunk) {
        out.println(chunk.path("kind").asString("") + " " + chunk.path("key").asString(""));
        JsonNode listed = chunk.path("items");
        listed.forEach(conflict -> out.println("  " + conflict.path("text").asString("")));
        int more = chunk.path("conflicts").asInt(0) - listed.size();
        if (more > 0) {
            out.println(
                    chunk.path("gated").asBoolean(false)
                            ? "  conflicts: %d, of a chunk you may not see".formatted(more)
                            : "  and %d more".formatted(more));
        }
    }
}
