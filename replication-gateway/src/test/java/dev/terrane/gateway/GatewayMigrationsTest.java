package dev.terrane.gateway;

import dev.terrane.support.testing.MigrationsContract;

/** Landed migrations of the service stay as they are. */
class GatewayMigrationsTest extends MigrationsContract {
    GatewayMigrationsTest() {
        super("gateway");
    }
}
