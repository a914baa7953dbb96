package dev.terrane.world.imports;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Imports of world-service, {@code terrane.world.imports}.
 *
 * @param requestBytesMax all files of one import together
 */
@ConfigurationProperties("terrane.world.imports")
public record ImportProperties(@DefaultValue("32MB") DataSize requestBytesMax) {
    /** The setting, as refusals name it. */
    public static final String LIMIT = "terrane.world.imports.request-bytes-max";

    public ImportProperties {
        if (requestBytesMax.toBytes() < 1) {
            throw new IllegalArgumentException(LIMIT + " must be above 0: " + requestBytesMax);
        }
    }
}
