package dev.terrane.cli.run;

import dev.terrane.cli.CliCommand;
import dev.terrane.cli.ExitCode;
import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.TerraneException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ends what runs on a data folder. */
@Command(
        name = "stop",
        description = "Drains and ends the instance that runs on the data folder.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"1:it did not end in time", "5:none runs on this data folder"})
public final class StopCommand extends CliCommand {
    @Mixin private DataOption data = new DataOption();

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long to wait for it to end (default: ${DEFAULT-VALUE}).")
    private int timeout = 40;

    @Override
    public Integer call() {
        DataFolder folder = data.folder();
        List<Instance> instances = folder.instances();
        if (instances.isEmpty()) {
            throw TerraneException.of(
                            CliError.NOT_RUNNING,
                            "nothing runs on the data folder " + folder.path())
                    .toException();
        }
        boolean ended = true;
        for (Instance instance : instances) {
            ended &= instance.process().map(this::end).orElse(true);
        }
        return ended ? ExitCode.OK : ExitCode.NO;
    }

    private boolean end(ProcessHandle process) {
        Instant begin = Instant.now();
        process.destroy();
        try {
            process.onExit().get(timeout, TimeUnit.SECONDS);
        } catch (TimeoutException _) {
            err().printf(
                            Locale.ROOT,
                            "terrane: pid %d still runs after %d s; it may have much to flush%n",
                            process.pid(),
                            timeout);
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for pid " + process.pid(), e);
        }
        out().printf(
                        Locale.ROOT,
                        "pid %d ended in %.1f s%n",
                        process.pid(),
                        Duration.between(begin, Instant.now()).toMillis() / 1000.0);
        return true;
    }
}
