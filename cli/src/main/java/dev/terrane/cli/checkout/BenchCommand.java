package dev.terrane.cli.checkout;

import dev.terrane.cli.CliCommand;
import dev.terrane.cli.OutputFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a benchmark of a checkout in a process of its own. The source launcher has built it. */
@Command(
        name = "bench",
        description = {
            "Runs a benchmark in a checkout, its peer in the same run.",
            "Prints medians over interleaved rounds; every round goes to standard error."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"1:the benchmark failed", "3:this is no checkout"})
public final class BenchCommand extends CliCommand {
    private static final List<String> NAMES = List.of("chunk", "entity", "rpc", "session");
    private static final String JAR = "bench/target/bench-exec.jar";
    private static final String EXTRACTED = "bench/target/extracted";

    @Parameters(
            paramLabel = "NAME",
            description = {
                "chunk: the chunk codec beside Protobuf, world-service's store beside plain JDBC.",
                "entity: bytes and times of entity frames beside @colyseus/schema; needs Node.js 20.",
                "rpc: Connect calls beside raw HTTP.",
                "session: steps of physics sessions beside Jolt, restore after short and long lives."
            })
    private String name = "";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "text, or json: one object a line, {name, value, unit, peer}.")
    private OutputFormat format = OutputFormat.TEXT;

    @Option(
            names = "--rows",
            paramLabel = "PART",
            description =
                    "chunk only: rows with this in their names, and those measured with them.")
    private String rows = "";

    @Option(
            names = "--jmh",
            description = {
                "entity only: JMH benchmarks of publish, encode, decode and apply instead, with the",
                "bytes they allocate."
            })
    private boolean jmh;

    @Override
    public Integer call() throws InterruptedException {
        if (!NAMES.contains(name)) {
            throw usage(
                    "there is no benchmark %s; known are %s"
                            .formatted(name, String.join(", ", NAMES)));
        }
        if (jmh && !name.equals("entity")) {
            throw usage("--jmh has benchmarks of entity only");
        }
        if (!rows.isEmpty() && !name.equals("chunk")) {
            throw usage("--rows chooses of chunk only");
        }
        Checkout checkout = Checkout.require(home(), "bench");
        if (!jmh) {
            return run(checkout, JAR, name, format.name().toLowerCase(Locale.ROOT), rows);
        }
        // JMH starts processes of its own, whose class path has to be files.
        int extracted =
                checkout.java(
                        List.of(
                                "-Djarmode=tools",
                                "-jar",
                                checkout.root().resolve(JAR).toString(),
                                "extract",
                                "--force",
                                "--destination",
                                checkout.root().resolve(EXTRACTED).toString()));
        return extracted != 0 ? extracted : run(checkout, EXTRACTED + "/bench-exec.jar", "jmh");
    }

    private static int run(Checkout checkout, String jar, String... arguments)
            throws InterruptedException {
        List<String> command = new ArrayList<>();
        command.addAll(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseCompactObjectHeaders",
                        "-XX:+UseSerialGC",
                        "-jar",
                        checkout.root().resolve(jar).toString()));
        command.addAll(List.of(arguments));
        return checkout.java(command);
    }
}
