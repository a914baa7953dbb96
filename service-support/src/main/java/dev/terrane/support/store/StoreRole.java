package dev.terrane.support.store;

import org.jspecify.annotations.Nullable;

/** What a store thread is for; bound to the thread for its whole life. */
enum StoreRole {
    WRITE,
    READ;

    private static final ThreadLocal<@Nullable Binding> CURRENT = new ThreadLocal<>();

    /** A thread belongs to one store; two stores of one JVM do not lend each other threads. */
    private record Binding(StoreDataSource store, StoreRole role) {}

    static void bind(StoreDataSource store, StoreRole role) {
        CURRENT.set(new Binding(store, role));
    }

    static @Nullable StoreRole find(StoreDataSource store) {
        Binding binding = CURRENT.get();
        return binding != null && binding.store() == store ? binding.role() : null;
    }
}
