package dev.terrane.schema.drafts;

import dev.terrane.support.config.SettingRange;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of drafts.
 *
 * @param draftsMax drafts one schema may have
 */
@ConfigurationProperties("terrane.schema")
public record DraftProperties(@DefaultValue("100") int draftsMax) {
    /** The setting's name, as refusals give it. */
    public static final String SETTING = "schema.drafts-max";

    public DraftProperties {
        SettingRange.require(SETTING, draftsMax, 1, 10_000);
    }
}
