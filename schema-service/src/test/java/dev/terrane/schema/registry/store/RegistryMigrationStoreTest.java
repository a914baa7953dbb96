package dev.terrane.schema.registry.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.schema.StoreOnly;
import dev.terrane.schema.registry.PublishedSchema;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaSnapshot;
import dev.terrane.schema.registry.SchemaStore;
import dev.terrane.testing.Databases.Database;
import dev.terrane.testing.Databases.Engine;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Locale;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A database of the first version is lifted with all it holds. */
class RegistryMigrationStoreTest {
    private static final SchemaName ROOM = new SchemaName("guest-room");
    private static final String INSERT =
            """
            INSERT INTO schema_version
                (name, version, content_hash, wire_hash, document, published_at_millis, published_by)
            VALUES (?, ?, ?, ?, ?, 1000, 'studio')
            """;

    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource(Engine.class)
    void versionsKeepTheirNumbersAndContents(Engine engine) throws Exception {
        Database database = engine.open(folder);
        Flyway.configure()
                .dataSource(database.url(), database.user(), database.password())
                .locations(
                        "classpath:db/migration/schema/" + engine.name().toLowerCase(Locale.ROOT))
                .target("1")
                .load()
                .migrate();
        try (Connection connection = database.connect();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            put(insert, "guest-room", 1, 1);
            put(insert, "guest-room", 2, 2);
            put(insert, "guest-room", 3, 1);
            put(insert, "other", 1, 2);
        }
        try (StoreOnly opened = StoreOnly.open(database)) {
            SchemaStore store = opened.bean(SchemaStore.class);
            PublishedSchema third = store.find(new SchemaId(ROOM, 3)).orElseThrow();
            assertThat(third.document()).isEqualTo("document 1");
            assertThat(third.version().publishedBy()).isEqualTo("studio");
            assertThat(store.findByContent(third.version().contentHash()))
                    .contains(new SchemaId(ROOM, 1));
            SchemaSnapshot snapshot = store.snapshot(ROOM);
            assertThat(snapshot.versions()).hasSize(3);
            assertThat(snapshot.revision()).isEqualTo(1);
            assertThat(snapshot.mode()).isEqualTo(SchemaSnapshot.MODE_DEFAULT);
        }
    }

    private static void put(PreparedStatement insert, String name, int version, int content)
            throws Exception {
        insert.setString(1, name);
        insert.setInt(2, version);
        insert.setString(3, "%064x".formatted(content));
        insert.setString(4, "%064x".formatted(content));
        insert.setString(5, "document " + content);
        insert.executeUpdate();
    }
}
