package dev.terrane.cli.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.Processes;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shim and the source launcher, in a checkout whose Maven is a script that copies a small jar.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the fake Maven is a shell script")
class LaunchTest {
    /** A report of surefire: of four tests three failed, with traces, output and a long message. */
    private static final String REPORT =
            """
            <testsuite>
              <testcase name="good" classname="dev.terrane.ATest" time="0.1"/>
              <testcase name="bad" classname="dev.terrane.ATest" time="0.2">
                <failure message="m" type="t"><![CDATA[java.lang.AssertionError: [the sum]
            expected: 4
             but was: 5
            \tat org.assertj.Assertions.fail(Assertions.java:1)
            \tat dev.terrane.ATest.bad(ATest.java:20)
            Caused by: java.io.IOException: no disk
            \tat dev.terrane.A.write(A.java:7)
            \t... 12 more
            ]]></failure>
                <system-out>seed 7 (repeat with -Dterrane.seed=7)
            2026-11-30T09:44:44.285Z  INFO 19969 --- [main] [world] a.Migrate : up to date
            09:44:44.359 [jetty-1] INFO a.Server -- Started
            2026-11-30T09:44:44.372Z  WARN 19969 --- [main] [world] a.Disk : it is full
            09:44:44.372 ERROR [main] a.Disk -- it is full</system-out>
              </testcase>
              <testcase name="long" classname="dev.terrane.ATest" time="0.3">
                <error message="m" type="t"><![CDATA[first
            %s
            last
            \tat dev.terrane.ATest.long(ATest.java:30)
            ]]></error>
              </testcase>
              <testcase name="gone" classname="dev.terrane.ATest" time="0.4">
                <error message="the process ended" type="t"/>
              </testcase>
            </testsuite>
            """
                    .formatted("one of them\n".repeat(40));

    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir private Path checkout;
    private Path source;
    private Path mavenCalls;

    @BeforeEach
    void layOutCheckout() throws IOException {
        Files.createDirectories(checkout.resolve("build"));
        for (String file :
                List.of("build/Launch.java", "build/TestReport.java", "build/help.txt")) {
            Files.copy(ROOT.resolve(file), checkout.resolve(file));
        }
        Files.copy(ROOT.resolve("terrane"), checkout.resolve("terrane"));
        executable(checkout.resolve("terrane"));
        source = checkout.resolve("module/src/main/java/A.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, "class A {}");
        Files.writeString(checkout.resolve("pom.xml"), "<project/>");
        mavenCalls = checkout.resolve("maven-calls");
        writeJar(checkout.resolve("small.jar"));
        maven(
                "3.9.9",
                "mkdir -p standalone/target && cp small.jar standalone/target/terrane-exec.jar");
        tool("node", "echo v20.1.0");
    }

    @Test
    void buildsOnlyWhenAMainSourceChanged() throws IOException {
        assertThat(launch("one").exit()).isZero();
        assertThat(launch("two").exit()).isZero();
        assertThat(builds())
                .singleElement()
                .asString()
                .as("poms that configure surefire's skip do not hear the first alone")
                .contains("-Dmaven.test.skip=true", "-DskipTests");

        Files.writeString(source, "class A { int changed; }");
        assertThat(launch("again").exit()).isZero();
        assertThat(builds()).hasSize(2);

        Path test = checkout.resolve("module/src/test/java/ATest.java");
        Files.createDirectories(test.getParent());
        Files.writeString(test, "class ATest {}");
        Files.createDirectories(checkout.resolve("data"));
        Files.writeString(checkout.resolve("data/pom.xml"), "not a source");
        assertThat(launch("again").exit()).isZero();
        assertThat(builds()).hasSize(2);

        Files.writeString(checkout.resolve("module/src/main/java/B.java"), "class B {}");
        assertThat(launch("again").exit()).isZero();
        assertThat(builds()).hasSize(3);
    }

    @Test
    void withoutACommandTheHelpIsPrintedAndNothingIsBuilt() throws IOException {
        String help = Files.readString(checkout.resolve("build/help.txt"));

        Result none = launch();
        Result asked = launch("--help");
        Result shim;
        try (Processes.Child child =
                Processes.start(
                        List.of(checkout.resolve("terrane").toString()),
                        checkout,
                        Map.of("PATH", systemTools()))) {
            shim = new Result(child.awaitExit(DEADLINE), child.output());
        }

        assertThat(none.exit()).isEqualTo(2);
        assertThat(none.output().lines())
                .containsSequence(("Name a command.\n" + help).lines().toList());
        assertThat(asked.exit()).isZero();
        assertThat(asked.output().lines()).containsSequence(help.lines().toList());
        assertThat(shim.exit()).as("with no java at all").isEqualTo(2);
        assertThat(shim.output().lines())
                .containsSequence(("Name a command.\n" + help).lines().toList());
        assertThat(mavenCalls).doesNotExist();
    }

    @Test
    void theCommandKeepsArgumentsInputAndExitCode() throws IOException {
        try (Processes.Child child = start(Map.of(), "exit", "7", "a b")) {
            child.send("typed");
            assertThat(child.awaitExit(DEADLINE)).isEqualTo(7);
            assertThat(child.output())
                    .contains("arguments: [exit, 7, a b]")
                    .contains("read: typed")
                    .contains("home: " + checkout.toRealPath());
        }
    }

    @Test
    void terminationReachesTheCommandAndItsEndIsAwaited() {
        try (Processes.Child child = start(Map.of(), "wait")) {
            child.awaitLine(DEADLINE, line -> line.startsWith("waiting"));
            child.terminate();
            assertThat(child.awaitExit(DEADLINE)).isEqualTo(143);
            assertThat(child.output()).contains("drained");
        }
    }

    @Test
    void aFailedBuildShowsItsErrorsAndStartsNothing() throws IOException {
        maven("3.9.9", "echo '[INFO] Building module 1 [1/1]'; echo '[ERROR] broken here'; exit 1");

        Result result = launch("anything");

        assertThat(result.exit()).isEqualTo(3);
        assertThat(result.output()).contains("[1/1] module", "[ERROR] broken here", "build.log");
        assertThat(result.output()).doesNotContain("arguments:");
    }

    @Test
    void missingOrOldMavenIsNamed() throws IOException {
        maven("3.6.3", "exit 0");
        assertThat(launch("again").output()).contains("Maven 3.8 or newer", "Apache Maven 3.6");

        Files.delete(checkout.resolve("tools/mvn"));
        Result result = launch("again");
        assertThat(result.exit()).isEqualTo(3);
        assertThat(result.output()).contains("no mvn on PATH", "apt-get install maven");
    }

    @Test
    void testRunsMavenVerifyOnceAndRefusesAtOnceWithoutNode20() throws IOException {
        assertThat(launch("test").exit()).isZero();
        assertThat(Files.readString(mavenCalls)).contains("-B -ntp verify");

        tool("node", "echo v18.19.0");
        Result old = launch("test");
        assertThat(old.exit()).isEqualTo(3);
        assertThat(old.output()).contains("Node.js 20 or newer", "v18.19.0");

        Files.delete(checkout.resolve("tools/node"));
        assertThat(launch("test").output()).contains("there is no node on PATH");
        assertThat(Files.readString(mavenCalls).lines().filter(l -> l.contains("verify")))
                .hasSize(1);
    }

    @Test
    void testEndsWithWhatFailedAndWhereAfterWhatItPrinted() throws IOException {
        Path reports = Files.createDirectories(checkout.resolve("module/target/surefire-reports"));
        Files.writeString(
                reports.resolve("TEST-old.xml"),
                "<testsuite><testcase name='old' classname='A'><error>old</error></testcase>"
                        + "</testsuite>");
        Files.setLastModifiedTime(reports.resolve("TEST-old.xml"), FileTime.fromMillis(0));
        Files.writeString(checkout.resolve("report.xml"), REPORT);
        maven(
                "3.9.9",
                "cp report.xml module/target/surefire-reports/TEST-new.xml; echo BUILD; exit 1");

        Result result = launch("test");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.output().lines().map(String::strip))
                .containsSubsequence(
                        "BUILD",
                        "terrane: what they printed, without the ordinary lines of logs",
                        "dev.terrane.ATest.bad (module, 0.2 s)",
                        "| seed 7 (repeat with -Dterrane.seed=7)",
                        "| 2026-11-30T09:44:44.372Z  WARN 19969 --- [main] [world] a.Disk : it is full",
                        "| 09:44:44.372 ERROR [main] a.Disk -- it is full",
                        "terrane: tests that failed: 3",
                        "1. dev.terrane.ATest.bad (module, 0.2 s)",
                        "java.lang.AssertionError: [the sum]",
                        "expected: 4",
                        "but was: 5",
                        "at dev.terrane.ATest.bad(ATest.java:20)",
                        "Caused by: java.io.IOException: no disk",
                        "at dev.terrane.A.write(A.java:7)",
                        "2. dev.terrane.ATest.long (module, 0.3 s)",
                        "first",
                        "… 26 more lines …",
                        "last",
                        "at dev.terrane.ATest.long(ATest.java:30)",
                        "3. dev.terrane.ATest.gone (module, 0.4 s)",
                        "the process ended")
                .last()
                .isEqualTo("the process ended");
        assertThat(result.output()).doesNotContain("INFO");

        maven("3.9.9", "exit 1");
        assertThat(launch("test").output()).contains("no test did");
    }

    @Test
    void theGateRepeatsWhatFailsOnceAndTellsOfItThoughItPassed() throws IOException {
        Files.createDirectories(checkout.resolve("module/target/failsafe-reports"));
        Files.writeString(
                checkout.resolve("report.xml"),
                """
                <testsuite>
                  <testcase name="odd" classname="dev.terrane.AIT" time="0.3">
                    <flakyError message="m" type="t">
                      <stackTrace>java.io.IOException: cut
                \tat dev.terrane.AIT.odd(AIT.java:9)
                      </stackTrace>
                      <system-out>seed 8</system-out>
                    </flakyError>
                  </testcase>
                  <testcase name="bad" classname="dev.terrane.AIT" time="0.2">
                    <failure message="m" type="t">java.lang.AssertionError: first run</failure>
                    <rerunFailure message="m" type="t">
                      <stackTrace>java.lang.AssertionError: second run</stackTrace>
                    </rerunFailure>
                  </testcase>
                </testsuite>
                """);
        String copy = "cp report.xml module/target/failsafe-reports/TEST-new.xml; exit ";
        maven("3.9.9", copy + 1);

        Result both = launch("test", "--gate");

        assertThat(both.exit()).isEqualTo(1);
        assertThat(Files.readString(mavenCalls))
                .contains(
                        "-Dterrane.seeds.root=1",
                        "-Dsurefire.rerunFailingTestsCount=1",
                        "-Dfailsafe.failOnFlakeCount=2");
        assertThat(both.output().lines().map(String::strip))
                .endsWith(
                        "| seed 8",
                        "terrane: tests that failed once and passed when repeated: 1",
                        "1. dev.terrane.AIT.odd (module, 0.3 s)",
                        "java.io.IOException: cut",
                        "at dev.terrane.AIT.odd(AIT.java:9)",
                        "terrane: tests that failed: 1",
                        "1. dev.terrane.AIT.bad (module, 0.2 s)",
                        "java.lang.AssertionError: first run");

        Files.writeString(
                checkout.resolve("report.xml"),
                Files.readString(checkout.resolve("report.xml"))
                        .replaceAll("(?s)<testcase name=.bad.*?</testcase>", ""));
        maven("3.9.9", copy + 0);
        Result passed = launch("test", "--gate");
        assertThat(passed.exit()).isZero();
        assertThat(passed.output()).contains("passed when repeated: 1").doesNotContain("failed: 1");
    }

    @Test
    void theShimFindsAJdkByItselfAndSaysSoWhenThereIsNone() throws IOException {
        Path old = checkout.resolve("jdk17");
        Files.createDirectories(old);
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");
        try (Processes.Child good = shim(Map.of("JAVA_HOME", System.getProperty("java.home")))) {
            assertThat(good.awaitExit(DEADLINE)).as(good.output()).isZero();
            assertThat(good.output()).contains("arguments: [hello]");
        }
        Path empty = Files.createDirectories(checkout.resolve("empty"));
        String script = Files.readString(checkout.resolve("terrane"));
        Files.writeString(
                checkout.resolve("terrane"),
                script.replaceAll("/usr/lib/jvm/\\*|/opt/[^\\s;]+", ""));
        try (Processes.Child none =
                shim(Map.of("JAVA_HOME", old.toString(), "HOME", empty.toString()))) {
            assertThat(none.awaitExit(DEADLINE)).isEqualTo(3);
            assertThat(none.output()).contains("JDK 25", old.toString());
        }
    }

    private record Result(int exit, String output) {}

    private Result launch(String... arguments) {
        try (Processes.Child child = start(Map.of(), arguments)) {
            return new Result(child.awaitExit(DEADLINE), child.output());
        }
    }

    private Processes.Child start(Map<String, String> environment, String... arguments) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                checkout.resolve("build/Launch.java").toString()));
        command.addAll(List.of(arguments));
        return Processes.start(command, checkout, withTools(environment));
    }

    private Processes.Child shim(Map<String, String> environment) {
        return Processes.start(
                List.of(checkout.resolve("terrane").toString(), "hello"),
                checkout,
                withTools(environment));
    }

    private Map<String, String> withTools(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("PATH", checkout.resolve("tools") + File.pathSeparator + systemTools());
        // A locale of ASCII alone, as a bare environment has, would print question marks.
        all.put("LC_ALL", "C.UTF-8");
        return all;
    }

    /** The shell's own tools, without any java, mvn or node that the machine has. */
    private String systemTools() {
        try {
            Path bin = Files.createDirectories(checkout.resolve("bin"));
            for (String name : List.of("sed", "readlink", "dirname", "mkdir", "cp", "cat")) {
                Path found =
                        Stream.of(Path.of("/usr/bin", name), Path.of("/bin", name))
                                .filter(Files::exists)
                                .findFirst()
                                .orElseThrow();
                Files.writeString(
                        bin.resolve(name), "#!/bin/sh\nexec %s \"$@\"\n".formatted(found));
                executable(bin.resolve(name));
            }
            return bin.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> builds() throws IOException {
        try (var lines = Files.lines(mavenCalls)) {
            return lines.filter(line -> line.endsWith("package")).toList();
        }
    }

    private void maven(String version, String action) throws IOException {
        tool(
                "mvn",
                "echo \"$@\" >> '%s'; case \"$*\" in *-v*) echo Apache Maven %s; exit 0;; esac; %s"
                        .formatted(mavenCalls, version, action));
    }

    private void tool(String name, String script) throws IOException {
        Path file = Files.createDirectories(checkout.resolve("tools")).resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        executable(file);
    }

    private static void executable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void writeJar(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Echo.class.getName());
        String entry = Echo.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                var code = LaunchTest.class.getClassLoader().getResourceAsStream(entry)) {
            out.putNextEntry(new JarEntry(entry));
            code.transferTo(out);
        }
    }
}
