package dev.terrane.system.packaging;

import dev.terrane.testing.Await;
import dev.terrane.testing.Ports;
import dev.terrane.testing.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The services as docker-compose.yml starts them, as processes of this machine: its commands,
 * environments and health checks. Only the four host names become 127.0.0.1, their ports such as
 * are free here, and the volumes folders here. The program lies as in the image: shim and jar in
 * one folder.
 */
public final class ComposeDeployment implements AutoCloseable {
    private static final Path JAR = Repository.ROOT.resolve("standalone/target/terrane-exec.jar");
    private static final Duration INIT = Duration.ofMinutes(5);
    private static final Duration BETWEEN_CHECKS = Duration.ofMillis(500);
    private static final Duration CHECK_MAX = Duration.ofMinutes(2);
    private static final Pattern PORT = Pattern.compile("\\b808[0-3]\\b");

    private final ComposeFile file = ComposeFile.ofRepository();
    private final Path folder;
    private final Path program;
    private final Map<String, Processes.Child> running = new LinkedHashMap<>();

    /** Ports here, by those of the file. */
    private final Map<String, String> ports = new HashMap<>();

    /**
     * @param folder an empty folder for the program and the volumes
     */
    public ComposeDeployment(Path folder) {
        this.folder = folder;
        this.program = folder.resolve("opt/terrane");
        if (Files.notExists(JAR)) {
            throw new IllegalStateException(JAR + " is not built; run mvn package first");
        }
        try {
            Files.createDirectories(program);
            Files.copy(Repository.ROOT.resolve("terrane"), program.resolve("terrane"));
            Files.copy(JAR, program.resolve("terrane.jar"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs the one-shot service that the others wait for. */
    public void init() {
        try (Processes.Child init = start("init", Map.of())) {
            int exit = init.awaitExit(INIT);
            if (exit != 0) {
                throw new AssertionError("init exits with " + exit + ":\n" + init.output());
            }
        }
    }

    /** Starts the four services at once, as compose does. */
    public void up() {
        for (String service : List.of("schema", "world", "session", "gateway")) {
            running.put(service, start(service, environment(service)));
        }
    }

    /** Waits until every health check passes; asks as seldom as compose would on a fast machine. */
    public void awaitHealthy(Duration deadline) {
        Instant end = Instant.now().plus(deadline);
        running.forEach(
                (service, child) -> {
                    while (!isHealthy(service)) {
                        if (!child.isAlive() || Instant.now().isAfter(end)) {
                            throw new AssertionError(
                                    "%s is not healthy (alive: %s):%n%s"
                                            .formatted(service, child.isAlive(), child.output()));
                        }
                        Await.elapse(BETWEEN_CHECKS);
                    }
                });
    }

    /** Whether the service's health check passes now. */
    public boolean isHealthy(String service) {
        List<String> check = file.service(service).healthCheck().stream().map(this::here).toList();
        try (Processes.Child child = Processes.start(check, folder, Map.of())) {
            return child.awaitExit(CHECK_MAX) == 0;
        }
    }

    /** Where the gateway is reached. */
    public String gateway() {
        return here("http://127.0.0.1:8080");
    }

    /** With the ports of this machine in place of the file's. */
    private String here(String text) {
        return PORT.matcher(text)
                .replaceAll(
                        port ->
                                ports.computeIfAbsent(
                                        port.group(), _ -> String.valueOf(Ports.unused())));
    }

    /** A started service. */
    public Processes.Child process(String service) {
        return running.get(service);
    }

    /** A container path of a service as a path here. */
    public Path path(String service, String containerPath) {
        return Path.of(translate(service, containerPath));
    }

    private Processes.Child start(String service, Map<String, String> environment) {
        List<String> command = new ArrayList<>();
        command.add(program.resolve("terrane").toString());
        for (String argument : file.service(service).command()) {
            command.add(translate(service, argument));
        }
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.put("JAVA_HOME", System.getProperty("java.home"));
        return Processes.start(command, folder, all);
    }

    private Map<String, String> environment(String service) {
        Map<String, String> translated = new LinkedHashMap<>();
        file.service(service)
                .environment()
                .forEach((name, value) -> translated.put(name, translate(service, value)));
        return translated;
    }

    /** Volumes are written {@code name:path} or {@code name:path:ro}. */
    private String translate(String service, String value) {
        String translated =
                here(value)
                        .replaceFirst(
                                "^http://(schema|world|session|gateway):", "http://127.0.0.1:");
        for (String volume : file.service(service).volumes()) {
            String[] parts = volume.split(":", 3);
            if (translated.equals(parts[1]) || translated.startsWith(parts[1] + "/")) {
                Path target = folder.resolve("volumes").resolve(parts[0]);
                translated = target + translated.substring(parts[1].length());
            }
        }
        return translated;
    }

    @Override
    public void close() {
        running.values().forEach(Processes.Child::close);
    }
}
