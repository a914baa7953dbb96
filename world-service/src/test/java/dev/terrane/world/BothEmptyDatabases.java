package dev.terrane.world;

import dev.terrane.testing.Databases;

/** Head of tests that run on both databases, each test on a new one with nothing in it. */
public abstract class BothEmptyDatabases extends BothDatabases {
    @Override
    final WorldFixture begin(Databases.Database empty) {
        return WorldFixture.open(empty);
    }
}
