package dev.terrane.world;

import dev.terrane.support.testing.MigrationsContract;

/** Landed migrations of the service stay as they are. */
class WorldMigrationsTest extends MigrationsContract {
    WorldMigrationsTest() {
        super("world");
    }
}
