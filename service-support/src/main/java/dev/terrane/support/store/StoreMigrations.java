package dev.terrane.support.store;

/** Where a service's migrations are. */
final class StoreMigrations {
    private StoreMigrations() {}

    static String location(String service, DatabaseKind kind) {
        return "classpath:db/migration/" + service + "/" + kind.folder();
    }
}
