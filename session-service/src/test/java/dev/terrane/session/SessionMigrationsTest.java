package dev.terrane.session;

import dev.terrane.support.testing.MigrationsContract;

/** Landed migrations of the service stay as they are. */
class SessionMigrationsTest extends MigrationsContract {
    SessionMigrationsTest() {
        super("session");
    }
}
