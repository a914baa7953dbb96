package dev.terrane.schema.bootstrap;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What is published at start.
 *
 * @param bootstrap folder whose NAME.json or NAME.schema.json documents are published, read once; a
 *     missing folder or an invalid document stops the start; nothing when not set
 */
@ConfigurationProperties("terrane.schema")
record BootstrapProperties(@Nullable Path bootstrap) {
    /** The setting's name. */
    static final String SETTING = "schema.bootstrap";
}
