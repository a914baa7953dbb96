package dev.terrane.world.files;

import dev.terrane.support.config.SettingRange;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Worlds in SQLite files of their own, {@code world.files}.
 *
 * @param own whether worlds that are made from now on get one; those that are there stay where they
 *     are
 * @param openMax files open at once, each with its own writer and readers; 1..1024
 * @param idleClose a file nobody used for so long is closed; 1 s..1 d
 */
@ConfigurationProperties("terrane.world.files")
public record FilesProperties(
        @DefaultValue("false") boolean own,
        @DefaultValue("64") int openMax,
        @DefaultValue("10m") Duration idleClose) {
    static final String OPEN_MAX = "world.files.open-max";

    public FilesProperties {
        SettingRange.require(OPEN_MAX, openMax, 1, 1_024);
        SettingRange.require(
                "world.files.idle-close", idleClose, Duration.ofSeconds(1), Duration.ofDays(1));
    }
}
