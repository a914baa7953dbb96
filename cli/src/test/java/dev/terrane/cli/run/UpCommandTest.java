package dev.terrane.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.cli.Cli;
import dev.terrane.cli.ExitCode;
import dev.terrane.cli.services.ServiceName;
import dev.terrane.testing.Processes;
import dev.terrane.testing.Provokes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(
        value = OS.WINDOWS,
        disabledReason = "Windows has no signal that asks a process to end")
class UpCommandTest {
    private static final Duration DEADLINE = Duration.ofSeconds(90);

    @TempDir private Path data;

    @Test
    void upSaysWhereThingsAreAndStopDrainsInReverse() {
        try (Processes.Child up = up()) {
            up.awaitLine(DEADLINE, line -> line.contains("terrane stop"));
            assertThat(up.output())
                    .containsPattern("ready in \\d+\\.\\d s")
                    .containsPattern("URL +http://localhost:\\d+")
                    .contains("data    " + data)
                    .contains("terrane token --role player --data " + data)
                    .contains("terrane stop --data " + data);
            Instance instance = new DataFolder(data).instances().getFirst();
            assertThat(instance.pid()).isEqualTo(up.pid());
            assertThat(instance.ready()).isTrue();
            assertThat(instance.ports()).containsOnlyKeys("schema", "world", "session", "gateway");

            Cli stop = Cli.run("stop", "--data", data.toString());

            assertThat(stop.exit()).isZero();
            assertThat(stop.out()).contains("pid " + up.pid() + " ended");
            assertThat(up.awaitExit(DEADLINE)).isEqualTo(143);
            assertThat(up.lines().stream().filter(line -> line.endsWith("drained")))
                    .extracting(line -> line.replaceAll(".*s  (\\w+) drained", "$1"))
                    .containsExactly("gateway", "session", "world", "schema");
            assertThat(data.resolve("up.json")).doesNotExist();
        }
    }

    @Test
    @Provokes("DATA_LOCKED")
    void aFolderInUseIsRefusedWithTheOwnersPidAndCommand() {
        try (Processes.Child first = up();
                Processes.Child second = upAfter(first)) {
            assertThat(second.awaitExit(DEADLINE)).isEqualTo(ExitCode.BUSY);
            assertThat(second.output())
                    .contains("DATA_LOCKED", "pid " + first.pid(), "java", "terrane stop");
            assertThat(first.isAlive()).isTrue();
        }
    }

    @Test
    void aKilledInstanceLeavesTheFolderFree() {
        try (Processes.Child first = up()) {
            first.awaitLine(DEADLINE, line -> line.contains("terrane stop"));
            first.kill();
            assertThat(new DataFolder(data).instances()).isEmpty();
            try (Processes.Child second = up()) {
                second.awaitLine(DEADLINE, line -> line.contains("terrane stop"));
            }
        }
    }

    @Test
    @Provokes("PORT_IN_USE")
    void aBusyPortIsRefusedWithTheOwnersPid() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();

            Cli result =
                    Cli.run(
                            "up",
                            "--data",
                            data.toString(),
                            "--service",
                            "gateway",
                            "--port",
                            Integer.toString(port));

            assertThat(result.exit()).isEqualTo(ExitCode.BUSY);
            assertThat(result.err())
                    .contains("PORT_IN_USE", "port " + port, "gateway")
                    .contains("pid " + ProcessHandle.current().pid());
        }
    }

    @Test
    @Provokes("START_FAILED")
    void aServiceThatFailsEndsTheOthersAndExitsWithThree() {
        List<String> property = List.of("-D" + FakeRunner.FAILING + "=session");
        try (Processes.Child up = up(property, "--port", "0")) {
            assertThat(up.awaitExit(DEADLINE)).isEqualTo(ExitCode.NOT_STARTED);
            assertThat(up.output()).contains("world on port", "START_FAILED", "session failed");
            assertThat(data.resolve("up.json")).doesNotExist();
        }
    }

    @Test
    void servicesOfOneFolderCanRunApart() {
        try (Processes.Child world = up(List.of(), "--service", "world", "--port", "0")) {
            world.awaitLine(DEADLINE, line -> line.contains("URL"));
            try (Processes.Child schema = up(List.of(), "--service", "schema", "--port", "0")) {
                schema.awaitLine(DEADLINE, line -> line.contains("URL"));
                assertThat(new DataFolder(data).instances())
                        .extracting(Instance::ports)
                        .anySatisfy(ports -> assertThat(ports).containsOnlyKeys("world"))
                        .anySatisfy(ports -> assertThat(ports).containsOnlyKeys("schema"));
                assertThat(Cli.run("stop", "--data", data.toString()).exit()).isZero();
            }
        }
    }

    @Test
    @Provokes("NOT_RUNNING")
    void stopWithNothingRunningSaysSo() {
        Cli result = Cli.run("stop", "--data", data.toString());

        assertThat(result.exit()).isEqualTo(ExitCode.NOT_RUNNING);
        assertThat(result.err()).contains("NOT_RUNNING", data.toString(), "terrane up");
    }

    @Test
    void badArgumentsAreRefusedBeforeAnythingStarts() {
        assertThat(Cli.run("up", "--service", "worlds").err())
                .contains("no service worlds", "schema, world, session, gateway");
        assertThat(Cli.run("up", "--port", "70000").exit()).isEqualTo(ExitCode.USAGE);
        assertThat(Cli.run("up", "--config", "nowhere.yaml").err()).contains("nowhere.yaml");
    }

    @Test
    void secretsAreMadeOnceAndReadableByTheirOwnerOnly() throws IOException {
        Cli first = Cli.run("init-secrets", "--data", data.toString());
        String secret = Files.readString(data.resolve("secrets/world"));
        Cli second = Cli.run("init-secrets", "--data", data.toString());

        assertThat(first.exit()).isZero();
        assertThat(first.out().lines()).hasSize(ServiceName.values().length + 1);
        assertThat(second.out()).contains("exist already");
        assertThat(Files.readString(data.resolve("secrets/world"))).isEqualTo(secret);
        assertThat(secret.strip()).hasSize(43);
        for (String file : List.of("secrets/schema", "secrets/gateway", "dev.json")) {
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(data.resolve(file))))
                    .isEqualTo("rw-------");
        }
    }

    private Processes.Child up() {
        return up(List.of(), "--port", "0");
    }

    private Processes.Child upAfter(Processes.Child first) {
        first.awaitLine(DEADLINE, line -> line.contains("terrane stop"));
        return up();
    }

    private Processes.Child up(List<String> jvm, String... options) {
        List<String> arguments = new ArrayList<>(List.of("up", "--data", data.toString()));
        arguments.addAll(List.of(options));
        return Processes.java(jvm, "dev.terrane.cli.Main", arguments.toArray(String[]::new));
    }
}
