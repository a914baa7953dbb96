package dev.terrane.rpc.jetty;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How much a server takes in of a body that it has answered already.
 *
 * @param discardBytesMax bytes of an answered request's body that are read and thrown away before
 *     the connection is cut
 * @param discardTimeMax time a client has to end the body of an answered request before the
 *     connection is cut
 */
@ConfigurationProperties("terrane.common.http")
public record DiscardProperties(
        @DefaultValue("256MB") DataSize discardBytesMax,
        @DefaultValue("30s") Duration discardTimeMax) {
    private static final Duration LONGEST = Duration.ofMinutes(10);

    public DiscardProperties {
        if (discardBytesMax.toBytes() < 0) {
            throw new IllegalArgumentException(
                    "common.http.discard-bytes-max must not be negative: " + discardBytesMax);
        }
        if (!discardTimeMax.isPositive() || discardTimeMax.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "common.http.discard-time-max must be above 0 and at most 10 min: "
                            + discardTimeMax);
        }
    }
}
