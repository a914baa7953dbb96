package dev.terrane.cli.tools;

import dev.terrane.cli.CliCommand;
import dev.terrane.cli.ExitCode;
import dev.terrane.cli.config.ConfigOption;
import dev.terrane.cli.run.DataOption;
import dev.terrane.cli.services.WorldData;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Moves a world between the shared SQLite database and a file of its own. */
@Command(
        name = "move",
        description = {
            "Moves a world of the shared SQLite database into a file of its own, or back. The service",
            "must not run. The world is copied, compared, and then taken away where it was; after a",
            "failure the command may simply be run again."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:there is no such world there, it could not be moved, or PostgreSQL is configured",
            "2:the command line or the configuration cannot be read",
            "4:a service uses the data folder, which the message names"
        })
final class WorldMoveCommand extends CliCommand {
    private enum Target {
        OWN,
        SHARED
    }

    @Parameters(paramLabel = "WORLD", description = "The world's id.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private String world;

    @Option(
            names = "--to",
            required = true,
            paramLabel = "PLACE",
            description = "own: a file of its own; shared: the shared database.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private Target target;

    @Mixin private DataOption data = new DataOption();

    @Mixin private ConfigOption config = new ConfigOption();

    @Override
    public Integer call() {
        WorldData.Place place = new WorldData.Place(data.named(), config.file());
        WorldData.Relocated moved =
                switch (target) {
                    case OWN -> WorldData.load().moveToOwnFile(place, world);
                    case SHARED -> WorldData.load().moveToShared(place, world);
                };
        out().printf(
                        Locale.ROOT,
                        "moved %s to %s%n  chunks    %d%n  revisions %d%n  digest    %s%n",
                        world,
                        moved.file(),
                        moved.chunks(),
                        moved.revisions(),
                        moved.digest());
        return ExitCode.OK;
    }
}
