package dev.terrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.Databases.Database;
import dev.terrane.testing.Databases.Engine;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DatabasesStoreTest {
    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource(Engine.class)
    void everyCallGivesAnEmptyDatabaseThatKeepsItsRows(Engine engine) throws SQLException {
        Database first = engine.open(folder);
        Database second = engine.open(folder);
        assertThat(first.url()).isNotEqualTo(second.url());
        for (Database database : new Database[] {first, second}) {
            try (Connection connection = database.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)");
                statement.execute("INSERT INTO t VALUES (1)");
            }
        }
        try (Connection connection = first.connect();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT count(*) FROM t")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(1);
        }
    }
}
