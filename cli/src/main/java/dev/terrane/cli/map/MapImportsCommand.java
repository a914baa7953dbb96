package dev.terrane.cli.map;

import dev.terrane.cli.ExitCode;
import dev.terrane.cli.OutputFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** Lists imports. */
@Command(
        name = "imports",
        description = {"Lists the imports of a world, the newest first."},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:the server refused the call",
            "5:no gateway runs, or it does not answer"
        })
final class MapImportsCommand extends ImportCommand {
    @Option(names = "--world", required = true, paramLabel = "W", description = "World id.")
    private String world = "";

    @Option(names = "--room", paramLabel = "R", description = "Only those into this room.")
    private String room = "";

    @Override
    public Integer call() throws InterruptedException {
        ArrayNode jobs = JsonMapper.shared().createArrayNode();
        try (ImportClient client = connect(world)) {
            String token = "";
            do {
                ImportClient.Answer page = client.list("?room=" + ImportClient.encode(room), token);
                if (page.isRefusal()) {
                    return refused(page);
                }
                page.body().path("items").forEach(jobs::add);
                token = page.body().path("nextPageToken").asString("");
            } while (!token.isEmpty());
        }
        if (format() == OutputFormat.JSON) {
            printJson(jobs);
        } else {
            jobs.forEach(this::print);
        }
        return ExitCode.OK;
    }

    private void print(JsonNode job) {
        String back = job.path("rolledBackBy").asString("");
        out().println(
                        "%s  %s  %s  %s  %s  %s%s"
                                .formatted(
                                        job.path("createdAt").asString(""),
                                        ImportClient.id(job),
                                        job.path("kind").asString(""),
                                        job.path("room").asString(""),
                                        ImportClient.state(job),
                                        job.path("file").asString(""),
                                        back.isEmpty() ? "" : "  taken back by " + back));
    }
}
