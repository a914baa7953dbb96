package dev.terrane.cli;

import dev.terrane.rpc.error.TerraneException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import picocli.CommandLine;

/** Entry point of the runnable jar. */
public final class Main {
    private Main() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int exit = run(out, err, arguments);
        out.flush();
        err.flush();
        System.exit(exit);
    }

    /** Runs one command with the given streams and returns its exit code; see {@link ExitCode}. */
    public static int run(PrintWriter out, PrintWriter err, String... arguments) {
        CommandLine line =
                new CommandLine(new TerraneCommand())
                        .setOut(out)
                        .setErr(err)
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .setExitCodeExceptionMapper(Main::exitCode)
                        .setExecutionExceptionHandler(Main::fail);
        return line.execute(arguments);
    }

    private static int exitCode(Throwable failure) {
        return failure instanceof CommandLine.ParameterException ? ExitCode.USAGE : ExitCode.DEFECT;
    }

    private static int fail(Exception failure, CommandLine line, CommandLine.ParseResult ignored) {
        PrintWriter err = line.getErr();
        if (failure instanceof TerraneException refusal) {
            print(err, refusal);
            return ExitCode.of(refusal.code());
        }
        err.println("terrane: a defect, please report it: " + failure);
        failure.printStackTrace(err);
        return ExitCode.DEFECT;
    }

    private static void print(PrintWriter err, TerraneException refusal) {
        String name = refusal.code().name();
        err.printf(Locale.ROOT, "terrane: %s: %s%n", name, refusal.getMessage());
        err.printf(Locale.ROOT, "  fix:  %s%n", refusal.code().spec().fix());
        err.printf(Locale.ROOT, "  more: terrane explain %s%n", name);
    }
}
