package dev.terrane.testing;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/** Another process that holds an SQLite file exclusively, until it is closed. */
public final class SqliteHolder {
    private static final String READY = "holding";
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private SqliteHolder() {}

    /** Starts the process and waits until it holds the file; closing the child lets go. */
    public static Processes.Child hold(Path file) {
        Processes.Child child =
                Processes.java(
                        List.of("--enable-native-access=ALL-UNNAMED"),
                        SqliteHolder.class.getName(),
                        file.toString());
        child.awaitLine(DEADLINE, READY::equals);
        return child;
    }

    /** The process itself. */
    public static void main(String[] arguments) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + arguments[0]);
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout=30000");
            statement.execute("BEGIN EXCLUSIVE");
            System.out.println(READY);
            // Until the parent closes the pipe or kills this process.
            int ended = System.in.read();
            System.out.println("let go: " + ended);
        }
    }
}
