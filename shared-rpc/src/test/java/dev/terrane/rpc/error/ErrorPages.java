package dev.terrane.rpc.error;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The pages of docs/errors, made from the registry: one for each code and a list of all. */
final class ErrorPages {
    private static final String NOTE =
            "<!-- Made from the error registry; change the registry and make it again. -->\n";

    private ErrorPages() {}

    /** Every page by its file name. */
    static Map<String, String> all() {
        Map<String, String> pages = new TreeMap<>();
        pages.put("README.md", index());
        for (ErrorCode code : ErrorRegistry.all()) {
            pages.put(code.name() + ".md", page(code));
        }
        return pages;
    }

    /** Writes every page and removes pages of codes that are no more. */
    static void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Map<String, String> pages = all();
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (!pages.containsKey(file.getFileName().toString())) {
                    Files.delete(file);
                }
            }
        }
        for (Map.Entry<String, String> page : pages.entrySet()) {
            Files.writeString(folder.resolve(page.getKey()), page.getValue());
        }
    }

    private static String page(ErrorCode code) {
        ErrorSpec spec = code.spec();
        String close = spec.closeCode() == 0 ? "never closes a socket" : "" + spec.closeCode();
        return NOTE
                + """

                # %s

                %s.

                **Cause.** %s

                **What to do.** %s

                | where | how it shows |
                |---|---|
                | REST | status %d, problem type `%s` |
                | RPC | Connect code `%s`, `ErrorInfo.code` = `%s` |
                | WebSocket | close code: %s |

                The same in a terminal: `terrane explain %s`
                """
                        .formatted(
                                code.name(),
                                spec.title(),
                                spec.cause(),
                                spec.fix(),
                                spec.httpStatus(),
                                code.urn(),
                                spec.rpc().wireName(),
                                code.name(),
                                close,
                                code.name());
    }

    private static String index() {
        StringBuilder text = new StringBuilder(NOTE);
        text.append(
                """

                # Error codes

                Every refusal of the product names one of these codes: `code` of a problem detail,
                `ErrorInfo.code` of an RPC or stage message, the beginning of a WebSocket close
                reason. Codes are stable; texts are for people and may change.

                """);
        Class<?> group = null;
        for (ErrorCode code : ErrorRegistry.all()) {
            Class<?> owner = ((Enum<?>) code).getDeclaringClass();
            if (owner != group) {
                group = owner;
                text.append(text.toString().endsWith("\n\n") ? "" : "\n")
                        .append(group(owner))
                        .append("\n| code | REST | RPC | close | what happened |\n");
                text.append("|---|---|---|---|---|\n");
            }
            ErrorSpec spec = code.spec();
            text.append(
                    "| [%s](%s.md) | %d | `%s` | %s | %s |\n"
                            .formatted(
                                    code.name(),
                                    code.name(),
                                    spec.httpStatus(),
                                    spec.rpc().wireName(),
                                    spec.closeCode() == 0 ? "" : spec.closeCode(),
                                    spec.title()));
        }
        return text.toString();
    }

    private static String group(Class<?> owner) {
        String name = owner.getSimpleName().replace("Error", "");
        String title =
                switch (name) {
                    case "Common" -> "Any service";
                    case "Cli" -> "The terrane command";
                    default -> name;
                };
        return "## " + title + "\n";
    }
}
