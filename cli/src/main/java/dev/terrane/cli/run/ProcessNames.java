package dev.terrane.cli.run;

import java.util.Optional;

/** How a process is named to people: pid and command. */
final class ProcessNames {
    private static final int COMMAND_CHARS_MAX = 120;

    private ProcessNames() {}

    /** For example {@code pid 4711 (java -jar terrane.jar up)}. */
    static String describe(long pid) {
        Optional<String> command =
                ProcessHandle.of(pid)
                        .map(ProcessHandle::info)
                        .flatMap(info -> info.commandLine().or(info::command));
        return "pid " + pid + command.map(text -> " (" + shorten(text) + ")").orElse("");
    }

    private static String shorten(String command) {
        return command.length() <= COMMAND_CHARS_MAX
                ? command
                : command.substring(0, COMMAND_CHARS_MAX) + "…";
    }
}
