package dev.terrane.schema;

import dev.terrane.support.testing.MigrationsContract;

/** Landed migrations of the service stay as they are. */
class SchemaMigrationsTest extends MigrationsContract {
    SchemaMigrationsTest() {
        super("schema");
    }
}
