package dev.terrane.world.imports;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Imports of world-service, {@code terrane.world.imports}.
 *
 * @param requestBytesMax all files of one import together
 * @param concurrentMax imports at once; more are refused with RESOURCE_EXHAUSTED
 */
@ConfigurationProperties("terrane.world.imports")
public record ImportProperties(
        @DefaultValue("16MB") DataSize requestBytesMax, @DefaultValue("3") int concurrentMax) {
    /** The setting, as refusals name it. */
    public static final String LIMIT = "terrane.world.imports.request-bytes-max";

    /** The setting of the other. */
    public static final String CONCURRENT_LIMIT = "terrane.world.imports.concurrent-max";

    public ImportProperties {
        if (concurrentMax < 1) {
            throw new IllegalArgumentException(
                    CONCURRENT_LIMIT + " must be above 0: " + concurrentMax);
        }
        if (requestBytesMax.toBytes() < 1) {
            throw new IllegalArgumentException(LIMIT + " must be above 0: " + requestBytesMax);
        }
    }
}
