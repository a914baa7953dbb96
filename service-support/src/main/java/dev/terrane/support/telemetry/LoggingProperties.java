package dev.terrane.support.telemetry;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Logs, {@code common.logging}. Levels are set with Spring Boot's own {@code logging.level.*}.
 *
 * @param format text for people (default) or json, one object a line, for collectors in containers
 */
@ConfigurationProperties("terrane.common.logging")
public record LoggingProperties(@DefaultValue("text") Format format) {
    /** Form of log lines. */
    public enum Format {
        /** Readable lines. */
        TEXT,
        /**
         * One JSON object a line, in the Logstash form, with the fields service and correlationId.
         */
        JSON
    }
}
