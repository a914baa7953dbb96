package dev.terrane.world.backups;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Backups and moves of world-service's database, {@code world.backups}.
 *
 * @param migrateFrom SQLite file that is copied into an empty PostgreSQL database at the start
 */
@ConfigurationProperties("terrane.world.backups")
public record BackupProperties(@Nullable Path migrateFrom) {
    /** The setting, as refusals name it. */
    static final String MIGRATE_FROM = "world.backups.migrate-from";
}
