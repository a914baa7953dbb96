package dev.terrane.cli.map;

import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes an import back. */
@Command(
        name = "rollback",
        description = {
            "Takes an import back: what it changed becomes what it was, as new revisions.",
            "Edits made since stay; where they changed what the import changed, say whose",
            "side is taken: --ours keeps them, --theirs drops them. A room the import made",
            "stays, empty."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:the server refused it, or it was cancelled",
            "3:edits since the import changed the same: nothing was changed; with --plan: nothing"
                    + " would be",
            "5:no gateway runs, or it does not answer"
        })
final class MapRollbackCommand extends ImportCommand {
    @Parameters(paramLabel = "IMPORT", description = "Id of the import; map imports lists them.")
    private String of = "";

    @Mixin private ImportOptions options = new ImportOptions();

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Idempotency key: a retry with it gets the same job.")
    private String id = UUID.randomUUID().toString();

    @Override
    public Integer call() throws InterruptedException {
        try (ImportClient client = connect(options.world())) {
            return follow(
                    client, client.act(of, "rollback?" + options.query(), id), options.world());
        }
    }
}
