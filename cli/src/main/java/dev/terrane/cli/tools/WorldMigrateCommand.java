package dev.terrane.cli.tools;

import dev.terrane.cli.CliCommand;
import dev.terrane.cli.ExitCode;
import dev.terrane.cli.config.ConfigOption;
import dev.terrane.cli.services.WorldData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Copies world-service's SQLite database into PostgreSQL. */
@Command(
        name = "migrate-backend",
        description = {
            "Copies an SQLite database of world-service into the PostgreSQL that is configured as",
            "world.store.url: every row in one transaction, read back, counts and digests compared.",
            "The file is only read. After a failure it may simply be run again."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:the PostgreSQL database holds worlds already; it was left as it is",
            "2:the command line or the configuration cannot be read",
            "3:it could not be copied, with the reason; the PostgreSQL database is as it was",
            "4:a service uses the file, which the message names"
        })
final class WorldMigrateCommand extends CliCommand {
    @Parameters(
            paramLabel = "FILE",
            description = "The SQLite file, for example data/world/world.db.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private Path file;

    @Mixin private ConfigOption config = new ConfigOption();

    @Override
    public Integer call() {
        if (!Files.isRegularFile(file)) {
            throw usage("there is no file " + file);
        }
        Optional<WorldData.Moved> moved =
                WorldData.load()
                        .migrateBackend(new WorldData.Place(Optional.empty(), config.file()), file);
        if (moved.isEmpty()) {
            err().println("terrane: the database holds worlds already; it was left as it is");
            return ExitCode.NO;
        }
        out().printf(
                        Locale.ROOT,
                        "moved %s%n  chunks    %d%n  revisions %d%n  digest    %s%n",
                        file,
                        moved.get().chunks(),
                        moved.get().revisions(),
                        moved.get().digest());
        return ExitCode.OK;
    }
}
