package dev.terrane.cli.check;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Programs on PATH and the versions they say. */
public final class Programs {
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)(\\.\\d+)?");

    private Programs() {}

    /** The first program of this name on PATH. */
    public static Optional<Path> find(String name) {
        boolean windows = System.getProperty("os.name", "").startsWith("Windows");
        List<String> names = windows ? List.of(name + ".cmd", name + ".exe") : List.of(name);
        String path = System.getenv().getOrDefault("PATH", "");
        return Arrays.stream(path.split(Pattern.quote(File.pathSeparator)))
                .filter(folder -> !folder.isBlank())
                .flatMap(folder -> names.stream().map(file -> Path.of(folder, file)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** The first version number the program prints when asked with this option. */
    static Optional<String> version(Path program, String option) {
        try {
            Process process =
                    new ProcessBuilder(program.toString(), option)
                            .redirectErrorStream(true)
                            .start();
            process.getOutputStream().close();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher version = VERSION.matcher(output);
            return version.find() ? Optional.of(version.group()) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** Whether a version such as 3.8.7 is at least major.minor. */
    static boolean isAtLeast(String version, int major, int minor) {
        Matcher numbers = VERSION.matcher(version);
        if (!numbers.find()) {
            return false;
        }
        int foundMajor = Integer.parseInt(numbers.group(1));
        return foundMajor > major
                || (foundMajor == major && Integer.parseInt(numbers.group(2)) >= minor);
    }
}
