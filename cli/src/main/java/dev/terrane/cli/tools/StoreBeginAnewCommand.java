package dev.terrane.cli.tools;

import dev.terrane.cli.CliCommand;
import dev.terrane.cli.ExitCode;
import dev.terrane.cli.config.ConfigOption;
import dev.terrane.cli.run.DataOption;
import dev.terrane.cli.services.ServiceName;
import dev.terrane.cli.services.StoreData;
import dev.terrane.cli.services.WorldData;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Gives a database up that is gone. */
@Command(
        name = "begin-anew",
        description = {
            "Gives a database up that is gone or has 0 bytes: the next start of the service makes an",
            "empty one, where it would be refused with STORE_MISSING. With --world it is a world's own",
            "file, and the world may be created again. Backups and what else is there stay. The service",
            "must not run. To have the data back, restore a backup instead: terrane world restore."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:PostgreSQL is configured",
            "2:the database is there, or the command line or the configuration cannot be read",
            "4:a service uses the data folder, which the message names"
        })
final class StoreBeginAnewCommand extends CliCommand {
    @Parameters(paramLabel = "SERVICE", description = "schema, world, session or gateway.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private String service;

    @Option(
            names = "--world",
            paramLabel = "WORLD",
            description = "The world whose own file is given up; only for the service world.")
    private String world = "";

    @Mixin private DataOption data = new DataOption();

    @Mixin private ConfigOption config = new ConfigOption();

    @Override
    public Integer call() {
        ServiceName named =
                ServiceName.find(service)
                        .orElseThrow(
                                () -> usage("SERVICE is one of schema, world, session, gateway"));
        if (!world.isEmpty() && named != ServiceName.WORLD) {
            throw usage("only the service world has files of single worlds");
        }
        StoreData stores =
                StoreData.find()
                        .orElseThrow(() -> new IllegalStateException("no StoreData in the jar"));
        Path file =
                stores.beginAnew(new WorldData.Place(data.named(), config.file()), named, world);
        out().printf(
                        Locale.ROOT,
                        world.isEmpty()
                                ? "the next start makes an empty %s%n"
                                : "the world may be created again; %s is gone for good%n",
                        file);
        return ExitCode.OK;
    }
}
