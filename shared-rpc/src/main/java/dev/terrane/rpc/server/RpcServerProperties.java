package dev.terrane.rpc.server;

import dev.terrane.rpc.Deadline;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of the RPC server.
 *
 * @param requestBytesMax largest request message, before and after decompression
 * @param timeoutDefault time a call may take when the caller names none
 * @param timeoutMax time a call may take whatever the caller names
 * @param gzipFrom smallest response message that is compressed for callers who accept it
 */
@ConfigurationProperties("terrane.common.rpc")
public record RpcServerProperties(
        @DefaultValue("4MB") DataSize requestBytesMax,
        @DefaultValue("30s") Duration timeoutDefault,
        @DefaultValue("5m") Duration timeoutMax,
        @DefaultValue("1KB") DataSize gzipFrom) {

    /** The setting that bounds a request, as refusals name it. */
    public static final String REQUEST_LIMIT = "common.rpc.request-bytes-max";

    private static final DataSize CEILING = DataSize.ofMegabytes(256);

    public RpcServerProperties {
        if (requestBytesMax.toBytes() < 1 || requestBytesMax.compareTo(CEILING) > 0) {
            throw new IllegalArgumentException(
                    REQUEST_LIMIT + " must be 1B..256MB: " + requestBytesMax);
        }
        if (!timeoutDefault.isPositive() || timeoutDefault.compareTo(timeoutMax) > 0) {
            throw new IllegalArgumentException(
                    "common.rpc.timeout-default must be above 0 and at most timeout-max: "
                            + timeoutDefault);
        }
        if (timeoutMax.compareTo(Deadline.LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "common.rpc.timeout-max is above ten digits of ms: " + timeoutMax);
        }
        if (gzipFrom.isNegative()) {
            throw new IllegalArgumentException(
                    "common.rpc.gzip-from must not be negative: " + gzipFrom);
        }
    }
}
