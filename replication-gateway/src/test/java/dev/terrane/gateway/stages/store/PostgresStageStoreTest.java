package dev.terrane.gateway.stages.store;

import dev.terrane.testing.Databases;
import dev.terrane.testing.Databases.Database;

class PostgresStageStoreTest extends StageStoreContract {
    @Override
    Database database() {
        return Databases.postgres();
    }
}
