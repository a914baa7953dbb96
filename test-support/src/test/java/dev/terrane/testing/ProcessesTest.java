package dev.terrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessesTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    /** The child: echoes lines until "end", whose exit code is 7. */
    static final class Echo {
        private Echo() {}

        public static void main(String[] arguments) throws IOException {
            System.out.println("ready " + String.join(",", arguments));
            BufferedReader input =
                    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                if (line.equals("end")) {
                    System.exit(7);
                }
                System.err.println("echo " + line);
            }
        }
    }

    private static Processes.Child echo(String... arguments) {
        return Processes.java(List.of("-Xmx32m"), Echo.class.getName(), arguments);
    }

    @Test
    void outputAndErrorAreReadAndTheExitCodeIsKept() {
        try (Processes.Child child = echo("a", "b")) {
            child.awaitLine(LONG, "ready a,b"::equals);
            child.send("hello");
            child.awaitLine(LONG, "echo hello"::equals);
            child.send("end");
            assertThat(child.awaitExit(LONG)).isEqualTo(7);
            assertThat(child.lines()).containsSubsequence("ready a,b", "echo hello");
        }
    }

    @Test
    void killLeavesNoChanceToCleanUp() {
        try (Processes.Child child = echo()) {
            child.awaitLine(LONG, line -> line.startsWith("ready"));
            child.kill();
            assertThat(child.isAlive()).isFalse();
            assertThat(child.awaitExit(LONG)).isEqualTo(128 + 9);
        }
    }

    @Test
    void waitingForALineEndsWhenTheChildEnds() {
        try (Processes.Child child = echo()) {
            child.send("end");
            assertThatThrownBy(() -> child.awaitLine(LONG, "never"::equals))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("ended without the line")
                    .hasMessageContaining("ready");
        }
    }

    @Test
    void closingKillsTheChild() {
        Processes.Child child = echo();
        child.awaitLine(LONG, line -> line.startsWith("ready"));
        child.close();
        assertThat(child.isAlive()).isFalse();
    }
}
