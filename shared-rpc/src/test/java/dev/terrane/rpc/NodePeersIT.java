package dev.terrane.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.rpc.server.ProbeServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What needs Node.js: connect-node as a client of our server, and buf's rules on every contract.
 * Works in target/node; packages come from the lock file by the machine's npm.
 */
class NodePeersIT {
    private static final Path SOURCES = Path.of("src", "test", "node");
    private static final Path FOLDER = Path.of("target", "node");
    private static final Path CONTRACTS =
            Path.of("..", "shared-proto", "src", "main", "protobuf").toAbsolutePath().normalize();
    private static final Path BUF_RULES = Path.of("..", "shared-proto", "buf.yaml");

    @BeforeAll
    static void prepare() throws Exception {
        for (String old : new String[] {"gen", "probe", "contracts"}) {
            delete(FOLDER.resolve(old));
        }
        copy(SOURCES, FOLDER);
        copy(Path.of("src", "test", "protobuf"), FOLDER.resolve("probe"));
        copy(
                CONTRACTS.resolve("terrane/error"),
                FOLDER.resolve("contracts").resolve("terrane/error"));
        Path lock = FOLDER.resolve("package-lock.json");
        Path installed = FOLDER.resolve("installed-lock.json");
        // An install for the same lock file is good: npm is not asked twice.
        if (!Files.exists(installed) || Files.mismatch(lock, installed) >= 0) {
            run(FOLDER, Map.of(), "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
            Files.copy(lock, installed, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Test
    void everyContractKeepsBufsRulesWithoutExceptions() throws Exception {
        String rules = Files.readString(BUF_RULES);
        assertThat(rules).contains("STANDARD", "COMMENTS").doesNotContain("except", "ignore");

        run(CONTRACTS.getParent().getParent().getParent(), Map.of(), buf(), "lint");
        run(FOLDER, Map.of(), buf(), "lint");
    }

    @Test
    void connectNodeIsServed() throws Exception {
        run(FOLDER, Map.of(), buf(), "generate");
        try (ProbeServer server = ProbeServer.start()) {
            String said =
                    run(
                            FOLDER,
                            Map.of("TERRANE_PROBE_URL", server.base().toString()),
                            "node",
                            "--test",
                            "connect.test.mjs");
            assertThat(said).contains("# pass ").contains("# fail 0");
        }
    }

    private static String buf() {
        return FOLDER.resolve("node_modules/.bin/buf").toAbsolutePath().toString();
    }

    private static String run(Path folder, Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        // npm run from Maven must not take another project's settings for this one's.
        builder.environment().keySet().removeIf(name -> name.startsWith("npm_"));
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new IOException(
                    command[0] + " cannot be run; the tests need Node.js 20 or newer with npm", e);
        }
        byte[] said = process.getInputStream().readAllBytes();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        String text = new String(said, StandardCharsets.UTF_8);
        assertThat(ended).as("%s ended in time: %s", Arrays.toString(command), text).isTrue();
        assertThat(process.exitValue())
                .as("exit of %s:%n%s", Arrays.toString(command), text)
                .isZero();
        return text;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
