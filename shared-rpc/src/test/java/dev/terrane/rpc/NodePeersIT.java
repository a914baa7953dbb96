package dev.terrane.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.rpc.server.ProbeServer;
import dev.terrane.testing.NodeProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
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

    private static NodeProject node;

    @BeforeAll
    static void prepare() throws Exception {
        for (String old : new String[] {"gen", "probe", "contracts"}) {
            delete(FOLDER.resolve(old));
        }
        NodeProject.copy(Path.of("src", "test", "protobuf"), FOLDER.resolve("probe"));
        NodeProject.copy(
                CONTRACTS.resolve("terrane/error"),
                FOLDER.resolve("contracts").resolve("terrane/error"));
        node = NodeProject.install(SOURCES, FOLDER);
    }

    @Test
    void everyContractKeepsBufsRulesWithoutExceptions() throws Exception {
        String rules = Files.readString(BUF_RULES);
        assertThat(rules).contains("STANDARD", "COMMENTS").doesNotContain("except", "ignore");

        NodeProject.runIn(
                CONTRACTS.getParent().getParent().getParent(),
                Map.of(),
                node.program("buf"),
                "lint");
        node.run(Map.of(), node.program("buf"), "lint");
    }

    @Test
    void connectNodeIsServed() throws Exception {
        node.run(Map.of(), node.program("buf"), "generate");
        try (ProbeServer server = ProbeServer.start()) {
            String said =
                    node.run(
                            Map.of("TERRANE_PROBE_URL", server.base().toString()),
                            "node",
                            "--test",
                            "connect.test.mjs");
            assertThat(said).contains("# pass ").contains("# fail 0");
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
