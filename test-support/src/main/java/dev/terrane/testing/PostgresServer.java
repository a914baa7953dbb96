package dev.terrane.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A PostgreSQL server of a test's own that waits for the disk at every commit, for tests that kill
 * it and start it again on what it left. For one thread.
 */
public final class PostgresServer implements AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final Path data;
    private final int port;
    private EmbeddedPostgres server;

    private PostgresServer(Path data) {
        this.data = data;
        this.port = Ports.unused();
        this.server = run();
    }

    /** Starts a server with its data in a new folder. */
    public static PostgresServer start(Path data) {
        return new PostgresServer(data);
    }

    private EmbeddedPostgres run() {
        try {
            return Databases.durable()
                    .setDataDirectory(data)
                    .setCleanDataDirectory(false)
                    .setPort(port)
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException("embedded PostgreSQL does not start", failure);
        }
    }

    /** Its database, at the same address before and after a restart. */
    public Databases.Database database() {
        return new Databases.Database(
                server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
    }

    /** Kills the server and all its processes, as {@code kill -9} does. */
    public void kill() {
        List<ProcessHandle> all =
                ProcessHandle.of(pid()).stream()
                        .flatMap(first -> Stream.concat(Stream.of(first), first.descendants()))
                        .toList();
        if (all.isEmpty()) {
            throw new IllegalStateException("no server runs on " + data);
        }
        all.forEach(ProcessHandle::destroyForcibly);
        Await.until(LONG, "the server's end", () -> all.stream().noneMatch(ProcessHandle::isAlive));
    }

    private long pid() {
        try (Stream<String> lines = Files.lines(data.resolve("postmaster.pid"))) {
            return Long.parseLong(lines.findFirst().orElseThrow().strip());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Starts it again after a kill; returns when it answers. */
    public void restart() {
        close();
        server = run();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
