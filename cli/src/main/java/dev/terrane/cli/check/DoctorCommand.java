package dev.terrane.cli.check;

import dev.terrane.cli.CliCommand;
import dev.terrane.cli.ExitCode;
import dev.terrane.cli.OutputFormat;
import dev.terrane.cli.run.DataFolder;
import dev.terrane.cli.run.DataOption;
import dev.terrane.cli.run.Instance;
import dev.terrane.cli.run.Ports;
import dev.terrane.cli.services.ServiceName;
import dev.terrane.cli.services.StoreData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Looks whether this machine has what Terrane needs. Changes nothing. */
@Command(
        name = "doctor",
        description =
                "Checks JDK, Maven, Node.js, ports, data folder, databases and disk; changes nothing.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"1:something needed is missing"})
public final class DoctorCommand extends CliCommand {
    private static final long FREE_BYTES_MIN = 512L << 20;

    @Mixin private DataOption data = new DataOption();

    @Option(names = "--format", paramLabel = "FORMAT", description = "text or json.")
    private OutputFormat format = OutputFormat.TEXT;

    /** How a finding counts. */
    enum Verdict {
        OK,
        /** Not needed for everything. */
        WARN,
        FAIL
    }

    /**
     * One line of the report.
     *
     * @param check what was looked at
     * @param verdict how it counts
     * @param found what is there
     */
    record Finding(String check, Verdict verdict, String found) {}

    @Override
    public Integer call() {
        List<Finding> findings = new ArrayList<>();
        findings.add(java());
        boolean checkout = Files.exists(home().resolve("build/Launch.java"));
        findings.add(maven(checkout));
        findings.add(node(checkout));
        DataFolder folder = data.folder();
        List<Instance> instances = folder.instances();
        findings.add(folder(folder, instances));
        findings.add(disk(folder.path()));
        StoreData.find().ifPresent(stores -> findings.add(stores(stores, folder.path())));
        for (ServiceName service : ServiceName.values()) {
            findings.add(port(service, instances));
        }
        switch (format) {
            case JSON -> printJson(findings);
            case TEXT ->
                    findings.forEach(
                            finding ->
                                    out().printf(
                                                    Locale.ROOT,
                                                    "%-5s %-13s %s%n",
                                                    finding.verdict()
                                                            .name()
                                                            .toLowerCase(Locale.ROOT),
                                                    finding.check(),
                                                    finding.found()));
        }
        boolean healthy = findings.stream().noneMatch(f -> f.verdict() == Verdict.FAIL);
        return healthy ? ExitCode.OK : ExitCode.NO;
    }

    private static Finding java() {
        Runtime.Version version = Runtime.version();
        return new Finding(
                "jdk",
                version.feature() >= 25 ? Verdict.OK : Verdict.FAIL,
                "%s at %s (needs 25 or newer)"
                        .formatted(version, System.getProperty("java.home", "?")));
    }

    private static Finding maven(boolean checkout) {
        if (!checkout) {
            return new Finding("maven", Verdict.OK, "not needed by a release archive");
        }
        Optional<Path> maven = Programs.find("mvn");
        Optional<String> version = maven.flatMap(path -> Programs.version(path, "-v"));
        boolean good = version.filter(text -> Programs.isAtLeast(text, 3, 8)).isPresent();
        return new Finding(
                "maven",
                good ? Verdict.OK : Verdict.FAIL,
                found(maven, version) + " (building needs 3.8 or newer)");
    }

    private static Finding node(boolean checkout) {
        if (!checkout) {
            return new Finding("node", Verdict.OK, "not needed by a release archive");
        }
        Optional<Path> node = Programs.find("node");
        Optional<String> version = node.flatMap(path -> Programs.version(path, "--version"));
        boolean good = version.filter(text -> Programs.isAtLeast(text, 20, 0)).isPresent();
        return new Finding(
                "node",
                good ? Verdict.OK : Verdict.WARN,
                found(node, version) + " (`terrane test` needs 20 or newer)");
    }

    private static String found(Optional<Path> program, Optional<String> version) {
        return program.map(path -> version.orElse("no version said by") + " at " + path)
                .orElse("none on PATH");
    }

    private static Finding folder(DataFolder folder, List<Instance> instances) {
        if (!instances.isEmpty()) {
            Instance instance = instances.getFirst();
            return new Finding(
                    "data folder",
                    Verdict.OK,
                    "%s, in use by pid %d at %s"
                            .formatted(folder.path(), instance.pid(), instance.url()));
        }
        Path existing = nearestExisting(folder.path());
        boolean writable = Files.isDirectory(existing) && Files.isWritable(existing);
        return new Finding(
                "data folder",
                writable ? Verdict.OK : Verdict.FAIL,
                folder.path() + (writable ? ", writable and free" : ", cannot be written"));
    }

    private static Finding stores(StoreData stores, Path data) {
        List<String> lost =
                Stream.of(ServiceName.values())
                        .flatMap(service -> stores.findLost(data, service).stream())
                        .map(StoreData.Lost::refusal)
                        .toList();
        return new Finding(
                "databases",
                lost.isEmpty() ? Verdict.OK : Verdict.FAIL,
                lost.isEmpty() ? "no service's is missing" : String.join("; ", lost));
    }

    private static Finding disk(Path path) {
        try {
            long free = Files.getFileStore(nearestExisting(path)).getUsableSpace();
            return new Finding(
                    "disk",
                    free >= FREE_BYTES_MIN ? Verdict.OK : Verdict.WARN,
                    "%,d MiB free for the data folder".formatted(free >> 20));
        } catch (IOException e) {
            return new Finding("disk", Verdict.WARN, "unknown: " + e.getMessage());
        }
    }

    private static Finding port(ServiceName service, List<Instance> instances) {
        int port = service.defaultPort();
        String check = "port " + port;
        Optional<Instance> own =
                instances.stream()
                        .filter(instance -> instance.ports().containsValue(port))
                        .findFirst();
        if (own.isPresent()) {
            return new Finding(check, Verdict.OK, service + ", served by pid " + own.get().pid());
        }
        boolean free = Ports.isFree(port, service != ServiceName.GATEWAY);
        return new Finding(
                check,
                free ? Verdict.OK : Verdict.WARN,
                free
                        ? "free for " + service
                        : "%s could not have it: taken by %s"
                                .formatted(service, Ports.owner(port)));
    }

    private static Path nearestExisting(Path path) {
        Path candidate = path;
        while (Files.notExists(candidate) && candidate.getParent() != null) {
            candidate = candidate.getParent();
        }
        return candidate;
    }
}
