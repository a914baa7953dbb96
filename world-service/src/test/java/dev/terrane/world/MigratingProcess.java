package dev.terrane.world;

import dev.terrane.testing.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** Brings a SQLite file up to date, and stands still before one statement of it, to be killed. */
public final class MigratingProcess {
    /** What it prints when it stands still. */
    private static final String STANDS = "stands before statement ";

    private MigratingProcess() {}

    /** Arguments: the file, and the number of the statement. */
    public static void main(String[] arguments) {
        int last = Integer.parseInt(arguments[1]);
        flyway(
                        Path.of(arguments[0]),
                        number -> {
                            if (number == last) {
                                System.out.println(STANDS + number);
                                awaitDeath();
                            }
                        })
                .migrate();
    }

    /** Migrates a file in a process of its own, which is killed before a statement. */
    public static void kill(Path file, int statement) {
        try (Processes.Child child =
                Processes.smallJava(
                        MigratingProcess.class, file.toString(), Integer.toString(statement))) {
            child.awaitLine(Duration.ofSeconds(60), line -> line.startsWith(STANDS));
            child.kill();
        }
    }

    private static void awaitDeath() {
        try {
            while (System.in.read() >= 0) {
                // Nobody writes; the end of the input would be the end of the parent.
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().halt(1);
    }

    /** Migrates a file; tells the number of every statement, from 1, before it is executed. */
    public static Flyway flyway(Path file, IntConsumer before) {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.enforceForeignKeys(true);
        SQLiteDataSource plain = new SQLiteDataSource(config);
        plain.setUrl("jdbc:sqlite:" + file);
        AtomicInteger statements = new AtomicInteger();
        InvocationHandler counting =
                new Told(plain, () -> before.accept(statements.incrementAndGet()));
        return Flyway.configure()
                .dataSource(proxy(DataSource.class, counting))
                .locations("classpath:db/migration/world/sqlite")
                .load();
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(
                        MigratingProcess.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Passes every call on; connections and statements that come of it are of its kind. */
    private record Told(Object target, Runnable before) implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments)
                throws Throwable {
            if (target instanceof Statement && method.getName().startsWith("execute")) {
                before.run();
            }
            Object result;
            try {
                result = method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
            return switch (result) {
                case PreparedStatement statement ->
                        proxy(PreparedStatement.class, new Told(statement, before));
                case Statement statement -> proxy(Statement.class, new Told(statement, before));
                case Connection connection -> proxy(Connection.class, new Told(connection, before));
                case null, default -> result;
            };
        }
    }
}
