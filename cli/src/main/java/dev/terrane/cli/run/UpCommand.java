package dev.terrane.cli.run;

import dev.terrane.cli.CliCommand;
import dev.terrane.cli.ExitCode;
import dev.terrane.cli.config.ConfigOption;
import dev.terrane.cli.services.RunPlan;
import dev.terrane.cli.services.RunRequest;
import dev.terrane.cli.services.ServiceAddress;
import dev.terrane.cli.services.ServiceName;
import dev.terrane.cli.services.ServiceRunner;
import dev.terrane.rpc.error.TerraneException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the services in this process until it is told to stop. */
@Command(
        name = "up",
        description = "Starts all four services (or one) in this process; Ctrl-C drains and ends.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "2:the command line or the configuration cannot be read",
            "3:a service did not start; those already up were closed again",
            "4:a port or the data folder belongs to another process, which the message names",
            "130, 143:drained after Ctrl-C or `terrane stop`"
        })
public final class UpCommand extends CliCommand {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "Folder for everything the services write (default: common.data-dir, ./data).")
    private @Nullable Path data;

    @Mixin private ConfigOption config = new ConfigOption();

    @Option(
            names = "--service",
            paramLabel = "NAME",
            description = "Runs only this one: schema, world, session or gateway.")
    private @Nullable String service;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = {
                "The public port, instead of the configured one;",
                "0 puts every service on a free port."
            })
    private @Nullable Integer port;

    @Option(
            names = {"-v", "--verbose"},
            description = "Shows all log lines here instead of in DIR/logs.")
    private boolean verbose;

    @Override
    public Integer call() throws InterruptedException {
        Instant begin = Instant.now();
        RunRequest request = request();
        ServiceRunner runner =
                ServiceLoader.load(ServiceRunner.class)
                        .findFirst()
                        .orElseThrow(
                                () -> new IllegalStateException("no ServiceRunner in the jar"));
        RunPlan plan = runner.plan(request);
        List<ServiceAddress> addresses = plan.addresses();
        DataFolder folder = new DataFolder(plan.data());
        Shutdown shutdown = new Shutdown(folder, request.services(), out());
        Runtime.getRuntime().addShutdownHook(new Thread(shutdown::run, "terrane-shutdown"));
        try {
            shutdown.lock = folder.lock(request.services());
            Ports.requireFree(addresses);
            folder.describe(Instance.ofThisProcess(addresses, false), request.services());
            shutdown.described = true;
            phase("data folder " + folder.path(), Duration.between(begin, Instant.now()));
            if (request.isComplete() && !new Secrets().ensure(plan.data()).isEmpty()) {
                phase(
                        "secrets and development credentials made",
                        Duration.between(begin, Instant.now()));
            }
            ServiceRunner.Running running = runner.start(request, plan, new Printed(out()));
            shutdown.running = running;
            folder.describe(Instance.ofThisProcess(addresses, true), request.services());
        } catch (TerraneException refusal) {
            shutdown.run();
            throw refusal;
        }
        summary(folder, addresses, Duration.between(begin, Instant.now()));
        new CountDownLatch(1).await();
        return ExitCode.OK;
    }

    private static final String SERVICE_IDS =
            Arrays.stream(ServiceName.values())
                    .map(ServiceName::id)
                    .collect(Collectors.joining(", "));

    private RunRequest request() {
        List<ServiceName> services = List.of(ServiceName.values());
        if (service != null) {
            ServiceName one =
                    ServiceName.find(service)
                            .orElseThrow(
                                    () ->
                                            usage(
                                                    "there is no service %s; known are %s"
                                                            .formatted(service, SERVICE_IDS)));
            services = List.of(one);
        }
        Map<ServiceName, Integer> ports = new HashMap<>();
        if (port != null) {
            if (port < 0 || port > 65_535) {
                throw usage("--port must be 0..65535: " + port);
            }
            if (port == 0) {
                services.forEach(name -> ports.put(name, 0));
            } else {
                ports.put(services.getLast(), port);
            }
        }
        return new RunRequest(
                Optional.ofNullable(data),
                config.file().map(this::readable),
                services,
                ports,
                verbose || service != null);
    }

    private Path readable(Path config) {
        if (!Files.isReadable(config)) {
            throw usage("--config: cannot read " + config);
        }
        return config;
    }

    private void summary(DataFolder folder, List<ServiceAddress> addresses, Duration total) {
        PrintWriter out = out();
        out.printf(Locale.ROOT, "  ready in %.1f s%n%n", total.toMillis() / 1000.0);
        out.printf(Locale.ROOT, "  URL     %s%n", addresses.getLast().url());
        out.printf(Locale.ROOT, "  data    %s%n", folder.path());
        if (addresses.size() > 1) {
            out.printf(
                    Locale.ROOT,
                    "  logs    %s%n",
                    verbose ? "here" : folder.path().resolve("logs"));
            String where = data == null ? "" : " --data " + shellWord(data.toString());
            out.printf("  token   %s token --role player%s%n", program(), where);
            out.printf("  stop    Ctrl-C, or: %s stop%s%n", program(), where);
        }
        out.flush();
    }

    private void phase(String what, Duration took) {
        out().printf(Locale.ROOT, "  %6.2f s  %s%n", took.toMillis() / 1000.0, what);
        out().flush();
    }

    private record Printed(PrintWriter out) implements ServiceRunner.Progress {
        @Override
        public void up(ServiceAddress address, Duration took) {
            out.printf(
                    Locale.ROOT,
                    "  %6.2f s  %s on port %d%s%n",
                    took.toMillis() / 1000.0,
                    address.service(),
                    address.port(),
                    address.loopback() ? " (loopback)" : "");
            out.flush();
        }

        @Override
        public void down(ServiceName service, Duration took) {
            out.printf(Locale.ROOT, "  %6.2f s  %s drained%n", took.toMillis() / 1000.0, service);
            out.flush();
        }
    }

    /** The one shutdown hook: drains, removes up.json, gives the folder back. Runs once. */
    private static final class Shutdown {
        private final DataFolder folder;
        private final List<ServiceName> services;
        private final PrintWriter out;
        private volatile ServiceRunner.@Nullable Running running;
        private volatile DataFolder.@Nullable Lock lock;
        private volatile boolean described;
        private boolean done;

        Shutdown(DataFolder folder, List<ServiceName> services, PrintWriter out) {
            this.folder = folder;
            this.services = services;
            this.out = out;
        }

        synchronized void run() {
            if (done) {
                return;
            }
            done = true;
            ServiceRunner.Running toClose = running;
            if (toClose != null) {
                out.println("terrane: draining");
                out.flush();
                toClose.close();
            }
            if (described) {
                folder.forget(services);
            }
            DataFolder.Lock toRelease = lock;
            if (toRelease != null) {
                toRelease.close();
            }
        }
    }
}
