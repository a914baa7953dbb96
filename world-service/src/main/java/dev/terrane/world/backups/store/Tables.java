package dev.terrane.world.backups.store;

import dev.terrane.core.chunk.WorldId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is in a database of the service, table by table, the same on both engines. */
final class Tables {
    private static final int FETCH = 500;

    /**
     * A table in the order its rows are compared and copied.
     *
     * @param order its key
     * @param numbered whether it has a column {@code id} that the database gives
     * @param ofWorld which of its rows are a world's; {@code %1$s} is its id, {@code %2$d} the
     *     length of what keys begin with; empty when its rows are no world's
     */
    record Table(String name, String order, boolean numbered, String ofWorld) {
        boolean isOfWorlds() {
            return !ofWorld.isEmpty();
        }

        /** A condition on the rows of a world; ids hold nothing that has to be quoted. */
        String of(WorldId world) {
            return ofWorld.formatted(world.value(), world.value().length() + 1);
        }
    }

    private static final String BY_WORLD = "world_id = '%1$s'";
    private static final String BY_KEY = "substr(chunk_key, 1, %2$d) = '%1$s:'";
    private static final String BY_JOB =
            "job_id IN (SELECT id FROM import_jobs WHERE world_id = '%1$s')";
    private static final String NO_WORLDS = "";

    /** Every table; those that others refer to come first. */
    static final List<Table> ALL =
            List.of(
                    new Table("worlds", "id", false, "id = '%1$s'"),
                    new Table("rooms", "world_id, id", false, BY_WORLD),
                    new Table("chunks", "key", false, BY_WORLD),
                    new Table("chunk_objects", "chunk_key, id", false, BY_KEY),
                    new Table("content_flags", "chunk_key, object_id", false, BY_KEY),
                    new Table("chunk_assets", "chunk_key, asset_id", false, BY_KEY),
                    new Table("asset_flags", "asset_id", false, NO_WORLDS),
                    new Table("revisions", "chunk_key, revision", true, BY_KEY),
                    new Table("quarantine", "chunk_key, revision", true, BY_KEY),
                    new Table("jobs", "id", false, NO_WORLDS),
                    new Table("chunk_events", "at, chunk_key, revision", true, NO_WORLDS),
                    new Table("lost_changes", "found_at, chunk_key", true, BY_KEY),
                    new Table("import_jobs", "id", false, BY_WORLD),
                    new Table("import_files", "job_id, path", false, BY_JOB),
                    new Table("import_chunks", "job_id, chunk_key", false, BY_JOB),
                    new Table("meta", "key", false, NO_WORLDS));

    private Tables() {}

    /** The table of this name. */
    static Table get(String name) {
        return ALL.stream().filter(table -> table.name().equals(name)).findFirst().orElseThrow();
    }

    /** Does something with each row. */
    @FunctionalInterface
    interface Visitor {
        void row(@Nullable Object[] values) throws SQLException;
    }

    /** Whether a database has a table; one of an older version may not. */
    static boolean isThere(Connection connection, Table table) throws SQLException {
        try (ResultSet found =
                connection
                        .getMetaData()
                        .getTables(null, null, table.name(), new String[] {"TABLE"})) {
            return found.next();
        }
    }

    /** Names of a table's columns in the order of their names, without a number it was given. */
    static List<String> columns(Connection connection, Table table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet none =
                        statement.executeQuery("SELECT * FROM " + table.name() + " WHERE 1 = 0")) {
            List<String> names = new ArrayList<>();
            for (int i = 1; i <= none.getMetaData().getColumnCount(); i++) {
                String name = none.getMetaData().getColumnName(i);
                if (!(table.numbered() && name.equals("id"))) {
                    names.add(name);
                }
            }
            return names.stream().sorted().toList();
        }
    }

    /** Visits a table's rows in the order of its key. */
    static long visit(Connection connection, Table table, List<String> columns, Visitor visitor)
            throws SQLException {
        return visit(connection, table, columns, "1 = 1", visitor);
    }

    /** Visits those of a table's rows that a condition holds for, in the order of its key. */
    static long visit(
            Connection connection,
            Table table,
            List<String> columns,
            String condition,
            Visitor visitor)
            throws SQLException {
        String sql =
                "SELECT %s FROM %s WHERE %s ORDER BY %s"
                        .formatted(
                                String.join(", ", columns), table.name(), condition, table.order());
        long count = 0;
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FETCH);
            try (ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    @Nullable Object[] values = new @Nullable Object[columns.size()];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = rows.getObject(i + 1);
                    }
                    visitor.row(values);
                    count++;
                }
            }
        }
        return count;
    }

    /** Adds a row to a digest; numbers count by their value, not by the driver's type. */
    static void digest(MessageDigest sha, @Nullable Object[] values) {
        for (Object value : values) {
            byte[] bytes =
                    switch (value) {
                        case null -> new byte[] {'n'};
                        case byte[] blob -> blob;
                        case Double number -> text("d" + number);
                        case Float number -> text("d" + number.doubleValue());
                        case Number number -> text("i" + number.longValue());
                        default -> text("s" + value);
                    };
            sha.update(ByteBuffer.allocate(4).putInt(bytes.length).array());
            sha.update(bytes);
        }
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
