package dev.terrane.testing.brokenservice.beta;

import dev.terrane.testing.brokenservice.alpha.store.AlphaStore;

/** Reaches into another feature's store and knows SQL outside a store. */
public final class Beta {
    public Class<?> store() {
        return AlphaStore.class;
    }

    public Class<?> sql() {
        return java.sql.Connection.class;
    }
}
