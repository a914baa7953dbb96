package dev.terrane.support.web;

import dev.terrane.support.config.SettingRange;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of REST.
 *
 * @param bodyBytesMax largest body where a route has no limit of its own
 */
@ConfigurationProperties("terrane.common.web")
public record WebProperties(@DefaultValue("1MB") DataSize bodyBytesMax) {
    /** The setting of the common limit. */
    public static final String BODY_LIMIT = "common.web.body-bytes-max";

    public WebProperties {
        SettingRange.requireAtLeast(BODY_LIMIT, bodyBytesMax, DataSize.ofBytes(1));
    }
}
