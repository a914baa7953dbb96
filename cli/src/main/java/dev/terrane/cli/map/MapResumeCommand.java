package dev.terrane.cli.map;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Comes back to an import. */
@Command(
        name = "resume",
        description = {
            "Waits for an import that runs, and lets one go on that was suspended or waits with",
            "its plan.",
            "Imports go on by themselves after a restart of the server."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:the server refused it, or the import ended without an effect",
            "3:edits changed the same meanwhile: it was cancelled, nothing was changed",
            "5:no gateway runs, or it does not answer"
        })
final class MapResumeCommand extends ImportCommand {
    @Parameters(paramLabel = "IMPORT", description = "Id of the import; map imports lists them.")
    private String id = "";

    @Option(names = "--world", required = true, paramLabel = "W", description = "World id.")
    private String world = "";

    @ArgGroup(exclusive = true)
    private ImportOptions.@Nullable Side side;

    @Override
    public Integer call() throws InterruptedException {
        try (ImportClient client = connect(world)) {
            return follow(client, client.act(id, "resume?prefer=" + prefer(), ""), world);
        }
    }

    private String prefer() {
        ImportOptions.Side chosen = side;
        return chosen == null ? "none" : chosen.text();
    }
}
