package dev.terrane.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A folder of a test that needs Node.js: its sources are copied below target, its packages come
 * from the lock file by the machine's npm.
 */
public final class NodeProject {
    private static final long MINUTES_MAX = 5;

    private final Path folder;

    private NodeProject(Path folder) {
        this.folder = folder;
    }

    /** Copies the sources into the folder and installs what their lock file says. */
    public static NodeProject install(Path sources, Path folder)
            throws IOException, InterruptedException {
        copy(sources, folder);
        NodeProject project = new NodeProject(folder);
        Path lock = folder.resolve("package-lock.json");
        Path installed = folder.resolve("installed-lock.json");
        // An install for the same lock file is good: npm is not asked twice.
        if (!Files.exists(installed) || Files.mismatch(lock, installed) >= 0) {
            project.run(Map.of(), "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
            Files.copy(lock, installed, StandardCopyOption.REPLACE_EXISTING);
        }
        return project;
    }

    /** Path below the folder. */
    public Path resolve(String path) {
        return folder.resolve(path);
    }

    /** The program that an installed package brings. */
    public String program(String name) {
        return folder.resolve("node_modules/.bin").resolve(name).toAbsolutePath().toString();
    }

    /** Runs a program in the folder; what it said, or a failure with it when it did not exit 0. */
    public String run(Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        return runIn(folder, environment, command);
    }

    /** Runs a program in another folder. */
    public static String runIn(Path folder, Map<String, String> environment, String... command)
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
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(MINUTES_MAX, TimeUnit.MINUTES) || process.exitValue() != 0) {
            throw new AssertionError(List.of(command) + " failed:\n" + said);
        }
        return said;
    }

    /** Copies a folder with all below it over another. */
    public static void copy(Path from, Path to) throws IOException {
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
}
