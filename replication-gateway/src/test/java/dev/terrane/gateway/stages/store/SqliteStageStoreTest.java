package dev.terrane.gateway.stages.store;

import dev.terrane.testing.Databases;
import dev.terrane.testing.Databases.Database;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteStageStoreTest extends StageStoreContract {
    @TempDir Path folder;

    @Override
    Database database() {
        return Databases.sqliteFile(folder.resolve("gateway.db"));
    }
}
