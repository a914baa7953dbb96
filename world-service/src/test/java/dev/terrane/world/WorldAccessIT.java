package dev.terrane.world;

import dev.terrane.support.security.testing.AccessTableContract;

class WorldAccessIT extends AccessTableContract {
    @Override
    protected Class<?> application() {
        return WorldApp.class;
    }

    @Override
    protected String service() {
        return "world";
    }
}
