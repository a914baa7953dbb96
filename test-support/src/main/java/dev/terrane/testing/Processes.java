package dev.terrane.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Starts child processes for tests that need a real crash, a real port or a real exit code. */
public final class Processes {
    private Processes() {}

    /** Starts a JVM of the running JDK with this test's class path. */
    public static Child java(List<String> jvmOptions, String mainClass, String... arguments) {
        return javaBehind(List.of(), jvmOptions, mainClass, arguments);
    }

    /** The same for what is started often, runs for a moment and reads SQLite files. */
    public static Child smallJava(Class<?> main, String... arguments) {
        return java(
                List.of(
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED"),
                main.getName(),
                arguments);
    }

    /** {@link #java} by way of a command that starts what follows it, as {@code nice} does. */
    public static Child javaBehind(
            List<String> launcher, List<String> jvmOptions, String mainClass, String... arguments) {
        List<String> command = new ArrayList<>(launcher);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(mainClass);
        command.addAll(List.of(arguments));
        return start(command, Path.of(""), Map.of());
    }

    /** Starts any command in a folder, with these variables added to the environment. */
    public static Child start(List<String> command, Path folder, Map<String, String> environment) {
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(folder.toAbsolutePath().toFile())
                        .redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            return new Child(command.get(0), builder.start());
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot start " + command.get(0), failure);
        }
    }

    /**
     * A running child. Its output, standard error included, is read all the time into memory.
     * Closing it kills the child and everything the child started. Safe for all threads.
     */
    public static final class Child implements AutoCloseable {
        private final String name;
        private final Process process;
        private final List<String> lines = new ArrayList<>();
        private final Thread reader;

        private Child(String name, Process process) {
            this.name = name;
            this.process = process;
            this.reader = Thread.ofPlatform().daemon().name("output of " + name).start(this::read);
        }

        private void read() {
            try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line = output.readLine(); line != null; line = output.readLine()) {
                    synchronized (lines) {
                        lines.add(line);
                    }
                }
            } catch (IOException closed) {
                synchronized (lines) {
                    lines.add("(output ended: " + closed.getMessage() + ")");
                }
            }
        }

        /** The process id. */
        public long pid() {
            return process.pid();
        }

        /** Whether the child has not ended yet. */
        public boolean isAlive() {
            return process.isAlive();
        }

        /** The lines read so far. */
        public List<String> lines() {
            synchronized (lines) {
                return List.copyOf(lines);
            }
        }

        /** The output read so far as one text. */
        public String output() {
            return String.join("\n", lines());
        }

        /** Writes one line to the child's standard input. */
        public void send(String line) {
            try {
                process.outputWriter(StandardCharsets.UTF_8).append(line).append('\n').flush();
            } catch (IOException failure) {
                throw new UncheckedIOException(name + " does not read its input", failure);
            }
        }

        /** The first line that matches; fails at the deadline, or at once if the child ends. */
        public String awaitLine(Duration deadline, Predicate<String> wanted) {
            Optional<String> line =
                    Await.value(
                            deadline,
                            "a line of " + name,
                            () -> {
                                boolean over = !process.isAlive() && !reader.isAlive();
                                Optional<String> found =
                                        lines().stream().filter(wanted).findFirst();
                                return found.isPresent() || over
                                        ? Optional.of(found)
                                        : Optional.empty();
                            });
            return line.orElseThrow(
                    () -> new AssertionError(name + " ended without the line:\n" + output()));
        }

        /** Waits for the end, with all output read, and returns the exit code. */
        public int awaitExit(Duration deadline) {
            try {
                if (!process.waitFor(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
                    throw new AssertionError(
                            name + " still runs after " + deadline + ":\n" + output());
                }
                reader.join(deadline);
                return process.exitValue();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while awaiting the end of " + name, stop);
            }
        }

        /** Asks the child to end (SIGTERM) and returns at once; its last words are still read. */
        public void terminate() {
            // Not Process.destroy(), which also closes the streams.
            process.toHandle().destroy();
        }

        /** Kills the child without a chance to clean up (SIGKILL) and returns once it is gone. */
        public void kill() {
            process.destroyForcibly();
            awaitExit(Duration.ofSeconds(30));
        }

        @Override
        public void close() {
            List<ProcessHandle> descendants = process.descendants().toList();
            process.destroyForcibly();
            descendants.forEach(ProcessHandle::destroyForcibly);
            awaitExit(Duration.ofSeconds(30));
            // They might still write into folders that are deleted next.
            Await.until(
                    Duration.ofSeconds(30),
                    "what " + name + " started to be gone",
                    () -> descendants.stream().noneMatch(ProcessHandle::isAlive));
        }
    }
}
