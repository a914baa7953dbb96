package dev.terrane.support.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/** Another process for tests: holds a database's EXCLUSIVE lock, or a data folder, until killed. */
final class LockHolder {
    static final String READY = "holding";

    private LockHolder() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "database" -> {
                try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + args[1]);
                        Statement statement = connection.createStatement()) {
                    statement.execute("BEGIN EXCLUSIVE");
                    hold();
                }
            }
            case "folder" -> {
                try (DataFolderLock _ = DataFolderLock.acquire(Path.of(args[1]))) {
                    hold();
                }
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void hold() throws Exception {
        System.out.println(READY);
        // Until the parent closes the pipe or kills this process.
        System.in.read();
    }
}
