package dev.terrane.cli.demo;

import dev.terrane.cli.CliCommand;
import dev.terrane.cli.ExitCode;
import dev.terrane.cli.run.DataFolder;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.sdk.RestException;
import dev.terrane.sdk.StageException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Plays the whole story and says what was seen. */
@Command(
        name = "demo",
        description = {
            "Imports a map, opens a stage on it and joins two clients; prints what each sees.",
            "Starts a private instance on free ports when none runs."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything was observed",
            "1:something was not",
            "2:the map cannot be read",
            "3:the private instance did not start",
            "5:nothing answers at the address given"
        })
public final class DemoCommand extends CliCommand {
    @Option(
            names = "--map",
            paramLabel = "FILE",
            description = "Tiled map to play on (default: the shipped one).")
    private @Nullable Path map;

    @Option(
            names = "--against",
            paramLabel = "URL",
            description =
                    "Plays on the services behind this gateway, with the credentials in DIR/dev.json.")
    private @Nullable URI against;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Data folder of the running instance, or with dev.json for --against.")
    private @Nullable Path data;

    @Override
    public Integer call() throws InterruptedException {
        Instant begin = Instant.now();
        DemoMap played = DemoMap.of(map);
        Story story = new Story(out());
        story.say("Two guests on " + played.title());
        story.say("");
        boolean complete;
        try (DemoInstance instance = instance(story)) {
            try {
                new DemoScript(instance, played, story).play();
            } catch (RpcException | RestException | StageException | IllegalStateException e) {
                story.say("");
                story.say("The story ends here: " + e.getMessage());
            }
            complete = story.conclude(Duration.between(begin, Instant.now()));
        }
        return complete ? ExitCode.OK : ExitCode.NO;
    }

    private DemoInstance instance(Story story) {
        DataFolder folder = DataFolder.of(data);
        if (against != null) {
            story.tell("instance", "the services behind %s", against);
            return DemoInstance.at(against, folder);
        }
        Optional<DemoInstance> running = DemoInstance.running(folder);
        if (running.isPresent()) {
            story.tell("instance", "the one that runs at %s", running.get().gateway());
            return running.get();
        }
        story.tell("instance", "a private one on free ports, deleted afterwards");
        return DemoInstance.start(story);
    }
}
