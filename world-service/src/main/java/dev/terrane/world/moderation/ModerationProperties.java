package dev.terrane.world.moderation;

import dev.terrane.support.config.SettingRange;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Moderation of world-service, {@code world.moderation}.
 *
 * @param flaggedAssetsMax assets that may be flagged; all of them are held in memory
 */
@ConfigurationProperties("terrane.world.moderation")
public record ModerationProperties(@DefaultValue("100000") int flaggedAssetsMax) {
    /** The setting, as refusals name it. */
    public static final String LIMIT = "world.moderation.flagged-assets-max";

    public ModerationProperties {
        SettingRange.require(LIMIT, flaggedAssetsMax, 1, 1_000_000);
    }
}
