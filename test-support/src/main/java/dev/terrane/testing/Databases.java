package dev.terrane.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * Databases for store tests. PostgreSQL runs once per JVM, in a container where Docker answers and
 * as an embedded server elsewhere; each call gives a new, empty database in it. Which of the two is
 * used is printed once. Safe for all threads.
 */
public final class Databases {
    private static final String IMAGE = "postgres:17-alpine";
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static @Nullable Database server;
    private static @Nullable Database durableServer;

    private Databases() {}

    /**
     * Where a database is.
     *
     * @param url JDBC address
     * @param user user name, empty for SQLite
     * @param password password, empty for SQLite
     */
    public record Database(String url, String user, String password) {
        /** A plain connection of its own, for looking at what a store wrote. */
        public Connection connect() throws SQLException {
            return DriverManager.getConnection(url, user, password);
        }
    }

    /** The engines every store runs on, for parameterised contract classes. */
    public enum Engine {
        SQLITE,
        POSTGRESQL;

        /** A new, empty database; a SQLite file is made in the folder. */
        public Database open(Path folder) {
            return switch (this) {
                case SQLITE -> sqliteFile(folder);
                case POSTGRESQL -> postgres();
            };
        }
    }

    /** The SQLite database in that file, or in a new file of that folder. The file is not made. */
    public static Database sqliteFile(Path fileOrFolder) {
        Path file =
                Files.isDirectory(fileOrFolder)
                        ? fileOrFolder.resolve("test-" + NUMBER.incrementAndGet() + ".db")
                        : fileOrFolder;
        return new Database("jdbc:sqlite:" + file.toAbsolutePath(), "", "");
    }

    /**
     * A new, empty PostgreSQL database. Starts the server on the first call. It does not wait for
     * the disk: a test asks what is committed, not what a power cut leaves.
     */
    public static synchronized Database postgres() {
        Database admin = server;
        if (admin == null) {
            admin = startServer(false);
            server = admin;
        }
        return newDatabase(admin);
    }

    /**
     * A new, empty database of a PostgreSQL server that waits for the disk at every commit, as one
     * in production does; for measurements. Starts that server on the first call.
     */
    public static synchronized Database durablePostgres() {
        Database admin = durableServer;
        if (admin == null) {
            admin = startServer(true);
            requireOn(admin, "fsync");
            requireOn(admin, "synchronous_commit");
            durableServer = admin;
        }
        return newDatabase(admin);
    }

    private static void requireOn(Database admin, String setting) {
        try (Connection connection = admin.connect();
                Statement statement = connection.createStatement();
                ResultSet shown = statement.executeQuery("SHOW " + setting)) {
            if (!shown.next() || !shown.getString(1).equals("on")) {
                throw new IllegalStateException("PostgreSQL's " + setting + " is not on");
            }
        } catch (SQLException failure) {
            throw new IllegalStateException("cannot ask for " + setting, failure);
        }
    }

    private static Database newDatabase(Database admin) {
        String name = "test_" + NUMBER.incrementAndGet();
        try (Connection connection = admin.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException failure) {
            throw new IllegalStateException("cannot make database " + name, failure);
        }
        String url = admin.url().replaceFirst("/[^/?]+(\\?|$)", "/" + name + "$1");
        return new Database(url, admin.user(), admin.password());
    }

    private static Database startServer(boolean durable) {
        return dockerAnswers() ? startContainer(durable) : startEmbedded(durable);
    }

    /**
     * The probe of Testcontainers logs a page of failures when there is no Docker, so it only runs
     * where a socket or a host is configured.
     */
    private static boolean dockerAnswers() {
        boolean configured =
                Files.exists(Path.of("/var/run/docker.sock"))
                        || System.getenv("DOCKER_HOST") != null;
        return configured && DockerClientFactory.instance().isDockerAvailable();
    }

    // The container lives as long as this JVM; Testcontainers removes it afterwards.
    @SuppressWarnings("resource")
    private static Database startContainer(boolean durable) {
        PostgreSQLContainer container = new PostgreSQLContainer(IMAGE);
        if (durable) {
            // Testcontainers' own command has fsync off.
            container.setCommand("postgres", "-c", "fsync=on");
        }
        container.start();
        System.out.println("PostgreSQL for tests: container " + IMAGE);
        return new Database(
                container.getJdbcUrl(), container.getUsername(), container.getPassword());
    }

    private static EmbeddedPostgres.Builder embedded() {
        return EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofMinutes(5))
                .setServerConfig("max_connections", "200");
    }

    /** An embedded server that waits for the disk: the library starts it with both off. */
    static EmbeddedPostgres.Builder durable() {
        return embedded()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on");
    }

    private static Database startEmbedded(boolean durable) {
        try {
            EmbeddedPostgres.Builder builder = durable ? durable() : embedded();
            // Its own shutdown hook stops the server and removes the files.
            EmbeddedPostgres embedded = builder.start();
            System.out.println("PostgreSQL for tests: embedded, port " + embedded.getPort());
            return new Database(
                    embedded.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
        } catch (IOException failure) {
            throw new UncheckedIOException("embedded PostgreSQL does not start", failure);
        }
    }
}
