package dev.terrane.cli.demo;

import dev.terrane.cli.run.DataFolder;
import dev.terrane.cli.run.DevTokens;
import dev.terrane.cli.run.Secrets;
import dev.terrane.cli.services.RunPlan;
import dev.terrane.cli.services.RunRequest;
import dev.terrane.cli.services.ServiceAddress;
import dev.terrane.cli.services.ServiceName;
import dev.terrane.cli.services.ServiceRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the demo plays on: services elsewhere, an instance that already runs, or a private one on
 * free ports whose folder is deleted at the end.
 */
final class DemoInstance implements AutoCloseable {
    private final URI gateway;
    private final DevTokens tokens;
    private final @Nullable Closing closing;

    private DemoInstance(URI gateway, DevTokens tokens, @Nullable Closing closing) {
        this.gateway = gateway;
        this.tokens = tokens;
        this.closing = closing;
    }

    /** Services at an address, with the development credentials of a folder. */
    static DemoInstance at(URI gateway, DataFolder folder) {
        return new DemoInstance(gateway, DevTokens.at(gateway, folder), null);
    }

    /** The complete instance that runs on a folder, if one does and is ready. */
    static Optional<DemoInstance> running(DataFolder folder) {
        return folder.instances().stream()
                .filter(
                        instance ->
                                instance.ready()
                                        && Arrays.stream(ServiceName.values())
                                                .allMatch(
                                                        service ->
                                                                instance.ports()
                                                                        .containsKey(service.id())))
                .findFirst()
                .map(instance -> at(URI.create(instance.url()), folder));
    }

    /** Starts all four services in this JVM. */
    static DemoInstance start(Story story) {
        Instant begin = Instant.now();
        Path data = temporary();
        var runner =
                ServiceLoader.load(ServiceRunner.class)
                        .findFirst()
                        .orElseThrow(
                                () -> new IllegalStateException("no ServiceRunner in the jar"));
        var request =
                new RunRequest(
                        Optional.of(data),
                        Optional.empty(),
                        List.of(ServiceName.values()),
                        Arrays.stream(ServiceName.values())
                                .collect(Collectors.toMap(Function.identity(), _ -> 0)),
                        false);
        new Secrets().ensure(data);
        RunPlan plan = runner.plan(request);
        ServiceRunner.Running running;
        try {
            running = runner.start(request, plan, new Starting(story));
        } catch (RuntimeException e) {
            story.more("logs are kept below %s", data.resolve("logs"));
            throw e;
        }
        URI gateway = URI.create(plan.addresses().getLast().url());
        story.tell(
                "ready",
                "in %s s at %s",
                Story.seconds(Duration.between(begin, Instant.now())),
                gateway);
        var closing = new Closing(running, data);
        Runtime.getRuntime().addShutdownHook(new Thread(closing::run, "terrane-demo-shutdown"));
        return new DemoInstance(gateway, DevTokens.at(gateway, new DataFolder(data)), closing);
    }

    URI gateway() {
        return gateway;
    }

    /** A token of these roles. */
    String token(String subject, String... roles) {
        return tokens.get(DevTokens.Ask.forRoles(subject, roles)).token();
    }

    /** Whether it ends with the demo. */
    boolean isPrivate() {
        return closing != null;
    }

    @Override
    public void close() {
        if (closing != null) {
            closing.run();
        }
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("terrane-demo-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Starting(Story story) implements ServiceRunner.Progress {
        @Override
        public void up(ServiceAddress address, Duration took) {
            story.tell(
                    "start",
                    "%s on port %d, %s s",
                    address.service(),
                    address.port(),
                    Story.seconds(took));
        }

        @Override
        public void down(ServiceName service, Duration took) {
            // The end of the demo is no part of its story.
        }
    }

    /** Drains and deletes, once, whether the demo ends or is interrupted. */
    private static final class Closing {
        private final ServiceRunner.Running running;
        private final Path data;
        private boolean done;

        Closing(ServiceRunner.Running running, Path data) {
            this.running = running;
            this.data = data;
        }

        synchronized void run() {
            if (done) {
                return;
            }
            done = true;
            running.close();
            try (Stream<Path> files = Files.walk(data)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException _) {
                // A leftover in the temporary folder is the system's to remove.
            }
        }
    }
}
