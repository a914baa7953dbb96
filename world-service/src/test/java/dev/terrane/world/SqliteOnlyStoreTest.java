package dev.terrane.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.testing.Databases;
import dev.terrane.testing.Provokes;
import dev.terrane.world.backups.Backups;
import dev.terrane.world.backups.store.BackupStore;
import dev.terrane.world.definitions.DefinitionCommands;
import dev.terrane.world.definitions.Durability;
import dev.terrane.world.definitions.OtherWorlds;
import dev.terrane.world.definitions.World;
import org.junit.jupiter.api.Test;

/** What PostgreSQL does not offer is refused by its name, with what to do instead. */
class SqliteOnlyStoreTest {
    @Test
    @Provokes("SQLITE_ONLY")
    void writeBehindAndBackupsAreRefusedOnPostgresql() {
        try (WorldFixture world = WorldFixture.open(Databases.postgres()).withRoom()) {
            DefinitionCommands commands =
                    new DefinitionCommands(
                            world.definitions, world.definitionChanges, OtherWorlds.NONE);
            World wanted =
                    new World(new WorldId("b"), "B", WorldFixture.GRID, 1, Durability.WRITE_BEHIND);
            Backups backups =
                    new Backups(
                            world.store.threads(),
                            new BackupStore(world.store.template()),
                            world.dirty);

            TerraneException behind =
                    catchThrowableOfType(TerraneException.class, () -> commands.create(wanted));
            TerraneException backup =
                    catchThrowableOfType(TerraneException.class, () -> backups.create("monday"));

            assertThat(behind.code()).isEqualTo(WorldError.SQLITE_ONLY);
            assertThat(behind).hasMessageContaining("write-behind is for SQLite");
            assertThat(backup.code()).isEqualTo(WorldError.SQLITE_ONLY);
            assertThat(backup).hasMessageContaining("pg_dump");
            assertThat(world.definitions.find(wanted.id())).isEmpty();
        }
    }
}
