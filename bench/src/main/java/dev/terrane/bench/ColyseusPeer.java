package dev.terrane.bench;

import dev.terrane.bench.EntityScene.Measured;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A Node.js process that does the workload with @colyseus/schema, one round a line. Its package is
 * installed by the machine's npm, at the version and digest of the lock file.
 */
final class ColyseusPeer implements AutoCloseable {
    private static final Map<String, String> FILES =
            Map.of(
                    "peer.mjs", "peer.mjs",
                    "package.json", "package.json",
                    "package-lock.json", "package-lock.json",
                    "npmrc", ".npmrc");

    private final Process process;
    private final Writer requests;
    private final BufferedReader answers;

    private ColyseusPeer(Process process) {
        this.process = process;
        this.requests = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** The peer cannot be run here; the message says what it needs. */
    static final class Unavailable extends Exception {
        private static final long serialVersionUID = 1;

        Unavailable(String message) {
            super(message);
        }

        Unavailable(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Installs the package into a folder, unless it is there, and starts the process. */
    static ColyseusPeer start(Path folder) throws IOException, InterruptedException, Unavailable {
        Files.createDirectories(folder);
        for (var file : FILES.entrySet()) {
            try (InputStream resource =
                    ColyseusPeer.class.getResourceAsStream("colyseus/" + file.getKey())) {
                if (resource == null) {
                    throw new IllegalStateException("no resource " + file.getKey());
                }
                Files.copy(
                        resource,
                        folder.resolve(file.getValue()),
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Path lock = folder.resolve("package-lock.json");
        Path installed = folder.resolve("installed-lock.json");
        if (!Files.exists(installed) || Files.mismatch(lock, installed) >= 0) {
            install(folder);
            Files.copy(lock, installed, StandardCopyOption.REPLACE_EXISTING);
        }
        return new ColyseusPeer(
                launch(
                        builder(folder, "node", "peer.mjs")
                                .redirectError(ProcessBuilder.Redirect.INHERIT)));
    }

    /** One round of a scene. */
    Measured run(String scene, int ticks) throws IOException {
        requests.write("{\"scene\":\"%s\",\"ticks\":%d}%n".formatted(scene, ticks));
        requests.flush();
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("the Node.js process ended");
        }
        JsonNode answer = JsonMapper.shared().readTree(line);
        return new Measured(
                answer.required("micros").doubleValue(), answer.required("bytes").doubleValue());
    }

    @Override
    public void close() throws IOException {
        requests.close();
        process.destroy();
    }

    private static void install(Path folder) throws IOException, InterruptedException, Unavailable {
        Process npm =
                launch(
                        builder(folder, "npm", "ci", "--ignore-scripts")
                                .redirectErrorStream(true)
                                .redirectOutput(folder.resolve("npm.log").toFile()));
        npm.getOutputStream().close();
        if (!npm.waitFor(5, TimeUnit.MINUTES) || npm.exitValue() != 0) {
            npm.destroyForcibly();
            throw new Unavailable("npm ci failed; its output is in " + folder.resolve("npm.log"));
        }
    }

    private static ProcessBuilder builder(Path folder, String... command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        // npm started by another npm must not take its settings for this one's.
        builder.environment().keySet().removeIf(name -> name.startsWith("npm_"));
        return builder;
    }

    private static Process launch(ProcessBuilder builder) throws Unavailable {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new Unavailable(
                    builder.command().getFirst()
                            + " cannot be run; the benchmark needs Node.js 20 or newer with npm",
                    e);
        }
    }
}
