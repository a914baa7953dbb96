package dev.terrane.support.store;

import dev.terrane.rpc.error.CommonError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.output.MigrateResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a service's migrations are, and what of a database's history they do not know. */
public final class StoreMigrations {
    private static final Logger LOG = LoggerFactory.getLogger(StoreMigrations.class);

    private StoreMigrations() {}

    static String location(String service, DatabaseKind kind) {
        return "classpath:db/migration/" + service + "/" + kind.folder();
    }

    /**
     * Brings a database up to date, after it was made sure that it is of this version or an older
     * one. Flyway by itself takes a newer one for its own.
     *
     * @throws UnfitStoreException naming the database, which is as it was
     */
    static void migrate(Flyway flyway, String service, String database) {
        MigrateResult result;
        try {
            requireNoFaults(flyway, service, database);
            result = flyway.migrate();
        } catch (FlywayException e) {
            throw SqliteCheck.isDamage(e) ? SqliteCheck.damaged(database, e) : e;
        }
        if (result.migrationsExecuted > 0) {
            LOG.info(
                    "{} is of schema version {} now, after {} migrations",
                    database,
                    result.targetSchemaVersion,
                    result.migrationsExecuted);
        }
    }

    private static void requireNoFaults(Flyway flyway, String service, String database) {
        List<String> faults = faults(flyway, service);
        if (!faults.isEmpty()) {
            throw new UnfitStoreException(
                    CommonError.STORE_UNFIT,
                    database,
                    "is left alone: " + faults.getFirst(),
                    "start the version that made it, or restore a backup of this one");
        }
    }

    /**
     * What of a database's migrations is not as this version of a service knows it; one that has
     * not run yet is no fault.
     */
    public static List<String> faults(Flyway flyway, String service) {
        List<String> faults = new ArrayList<>();
        for (MigrationInfo one : flyway.info().all()) {
            fault(one, service).ifPresent(faults::add);
        }
        return faults;
    }

    private static Optional<String> fault(MigrationInfo one, String service) {
        MigrationState state = one.getState();
        if (!state.isApplied()) {
            return Optional.empty();
        }
        String named = "migration %s, '%s',".formatted(one.getVersion(), one.getDescription());
        if (state.isFailed()) {
            return Optional.of(named + " did not come to its end in it");
        }
        if (state == MigrationState.FUTURE_SUCCESS) {
            return Optional.of(named + " of it is newer than this version");
        }
        if (!state.isResolved()) {
            return Optional.of(
                    "%s of it is none of %s's: it is another service's database"
                            .formatted(named, service));
        }
        // The script is the one that was run, the location that of this version's of that number.
        String location = one.getPhysicalLocation().replace('\\', '/');
        if (!location.endsWith("/" + one.getScript())) {
            return Optional.of(
                    "%s of it is another one in %s: it is another service's database"
                            .formatted(named, service));
        }
        return one.isChecksumMatching()
                ? Optional.empty()
                : Optional.of(
                        "%s of it is not as %s has it: it was made by a changed version"
                                .formatted(named, service));
    }
}
