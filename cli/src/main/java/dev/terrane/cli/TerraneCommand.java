package dev.terrane.cli;

import dev.terrane.cli.check.DoctorCommand;
import dev.terrane.cli.check.ExplainCommand;
import dev.terrane.cli.checkout.BenchCommand;
import dev.terrane.cli.checkout.DistCommand;
import dev.terrane.cli.checkout.TestCommand;
import dev.terrane.cli.config.ConfigCommand;
import dev.terrane.cli.demo.DemoCommand;
import dev.terrane.cli.map.MapCommand;
import dev.terrane.cli.run.InitSecretsCommand;
import dev.terrane.cli.run.StopCommand;
import dev.terrane.cli.run.TokenCommand;
import dev.terrane.cli.run.UpCommand;
import dev.terrane.cli.schema.SchemaCommand;
import dev.terrane.cli.tools.CheckpointCommand;
import dev.terrane.cli.tools.ChunkCommand;
import dev.terrane.cli.tools.JsonCommand;
import dev.terrane.cli.tools.RoomCommand;
import dev.terrane.cli.tools.StoreCommand;
import dev.terrane.cli.tools.WorldCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root command; on its own it shows what there is. */
@Command(
        name = "terrane",
        description = "An authoritative backend for multiplayer worlds.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        scope = picocli.CommandLine.ScopeType.LOCAL,
        subcommands = {
            UpCommand.class,
            DemoCommand.class,
            StopCommand.class,
            TokenCommand.class,
            DoctorCommand.class,
            ExplainCommand.class,
            ConfigCommand.class,
            SchemaCommand.class,
            MapCommand.class,
            WorldCommand.class,
            RoomCommand.class,
            StoreCommand.class,
            ChunkCommand.class,
            CheckpointCommand.class,
            JsonCommand.class,
            InitSecretsCommand.class,
            TestCommand.class,
            BenchCommand.class,
            DistCommand.class,
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, or the answer is yes",
            "1:ran, and the answer is no",
            "2:the command line, or a document it names, cannot be read",
            "3:something could not be started",
            "4:a port or the data folder belongs to another process",
            "5:no running instance, or it does not answer",
            "70:a defect in Terrane",
        },
        footer = {"", "First steps: terrane up, then terrane token --role player"})
final class TerraneCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name a command.");
    }
}
