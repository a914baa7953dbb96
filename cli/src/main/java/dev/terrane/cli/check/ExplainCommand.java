package dev.terrane.cli.check;

import dev.terrane.cli.CliCommand;
import dev.terrane.cli.ExitCode;
import dev.terrane.cli.OutputFormat;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.ErrorRegistry;
import dev.terrane.rpc.error.ErrorSpec;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what an error code means and what to do about it. */
@Command(
        name = "explain",
        description = "Explains an error code; without one, lists them all.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"1:there is no such code"})
public final class ExplainCommand extends CliCommand {
    private static final int SUGGESTIONS_MAX = 3;

    @Parameters(
            arity = "0..1",
            paramLabel = "CODE",
            description = "For example PORT_IN_USE, or its URN; upper or lower case.")
    private @Nullable String code;

    @Option(names = "--format", paramLabel = "FORMAT", description = "text or json.")
    private OutputFormat format = OutputFormat.TEXT;

    @Override
    public Integer call() {
        if (code == null) {
            list();
            return ExitCode.OK;
        }
        String name = code.substring(code.lastIndexOf(':') + 1).toUpperCase(Locale.ROOT);
        ErrorCode found = ErrorRegistry.find(name).orElse(null);
        if (found == null) {
            err().printf(
                            Locale.ROOT,
                            "terrane: there is no error code %s; near it: %s%n",
                            name,
                            String.join(", ", near(name)));
            return ExitCode.NO;
        }
        switch (format) {
            case TEXT -> print(found);
            case JSON -> printJson(fields(found));
        }
        return ExitCode.OK;
    }

    private void list() {
        switch (format) {
            case TEXT ->
                    ErrorRegistry.all()
                            .forEach(
                                    entry ->
                                            out().printf(
                                                            Locale.ROOT,
                                                            "%-28s %s%n",
                                                            entry.name(),
                                                            entry.spec().title()));
            case JSON ->
                    printJson(ErrorRegistry.all().stream().map(ExplainCommand::fields).toList());
        }
    }

    private void print(ErrorCode entry) {
        ErrorSpec spec = entry.spec();
        PrintWriter out = out();
        out.println(entry.name() + ": " + spec.title());
        out.println("  cause  " + spec.cause());
        out.println("  fix    " + spec.fix());
        out.printf(
                Locale.ROOT,
                "  seen   HTTP %d, RPC %s%s%n",
                spec.httpStatus(),
                spec.rpc(),
                spec.closeCode() == 0 ? "" : ", WebSocket close " + spec.closeCode());
        out.println("  urn    " + entry.urn());
    }

    private static Map<String, Object> fields(ErrorCode entry) {
        ErrorSpec spec = entry.spec();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("code", entry.name());
        fields.put("urn", entry.urn());
        fields.put("title", spec.title());
        fields.put("cause", spec.cause());
        fields.put("fix", spec.fix());
        fields.put("httpStatus", spec.httpStatus());
        fields.put("rpcCode", spec.rpc().name());
        fields.put("closeCode", spec.closeCode());
        return fields;
    }

    private static List<String> near(String name) {
        return ErrorRegistry.all().stream()
                .map(ErrorCode::name)
                .sorted(Comparator.comparingInt(other -> distance(name, other)))
                .limit(SUGGESTIONS_MAX)
                .toList();
    }

    /** Levenshtein distance. */
    private static int distance(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int substitution = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substitution, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[right.length()];
    }
}
