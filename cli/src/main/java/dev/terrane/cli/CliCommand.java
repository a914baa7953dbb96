package dev.terrane.cli;

import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What every command has: its streams, {@code --help} and the way data is printed. */
public abstract class CliCommand implements Callable<Integer> {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** What no shell reads as anything but itself. */
    private static final Pattern PLAIN = Pattern.compile("[\\w./:\\\\@%+=,-]+");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help.")
    @SuppressWarnings("unused") // read by picocli
    private boolean help;

    /** Standard output: the command's answer, and nothing else when it is data. */
    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Standard error: progress and refusals. */
    protected final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** A refusal of the command line itself: shown with the command's usage, exit code 2. */
    protected final ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Prints one value as indented JSON. */
    protected final void printJson(Object value) {
        out().println(JSON.writeValueAsString(value));
    }

    /**
     * The folder the shims stand in: a checkout or an unpacked release archive. The current folder
     * when the jar was started without them.
     */
    protected static Path home() {
        return Path.of(environment().getOrDefault("TERRANE_HOME", "")).toAbsolutePath().normalize();
    }

    /**
     * How to call this program from here: {@code terrane} when its folder is on PATH or unknown,
     * otherwise the path to its shim, for example {@code ./terrane}.
     */
    protected static String program() {
        return program(environment(), Path.of("").toAbsolutePath());
    }

    static String program(Map<String, String> environment, Path workingFolder) {
        String home = environment.getOrDefault("TERRANE_HOME", "");
        if (home.isEmpty()
                || List.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                        .contains(home)) {
            return "terrane";
        }
        Path folder = Path.of(home).toAbsolutePath().normalize();
        return folder.equals(workingFolder.normalize())
                ? "." + File.separator + "terrane"
                : folder.resolve("terrane").toString();
    }

    /**
     * A text as one word of a command that is shown to be copied, quoted where a shell needs it.
     */
    protected static String shellWord(String text) {
        if (PLAIN.matcher(text).matches()) {
            return text;
        }
        return File.separatorChar == '\\'
                ? '"' + text + '"'
                : "'" + text.replace("'", "'\\''") + "'";
    }

    private static Map<String, String> environment() {
        return System.getenv();
    }
}
