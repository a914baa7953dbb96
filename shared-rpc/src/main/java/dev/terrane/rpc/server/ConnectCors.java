package dev.terrane.rpc.server;

import java.time.Duration;
import java.util.List;
import org.springframework.web.cors.CorsConfiguration;

/** What browsers may send to RPC paths (connectrpc.com, "CORS"). */
public final class ConnectCors {
    /** Request headers of the protocol that a preflight asks for. */
    public static final List<String> REQUEST_HEADERS =
            List.of(
                    "Content-Type",
                    "Connect-Protocol-Version",
                    "Connect-Timeout-Ms",
                    "Authorization");

    private static final Duration PREFLIGHT_AGE = Duration.ofHours(2);

    private ConnectCors() {}

    /** The configuration that admits pages of these origins and no others. */
    public static CorsConfiguration forOrigins(List<String> origins) {
        CorsConfiguration cors = new CorsConfiguration();
        cors.setAllowedOrigins(origins);
        cors.setAllowedMethods(List.of("GET", "POST"));
        cors.setAllowedHeaders(REQUEST_HEADERS);
        cors.setMaxAge(PREFLIGHT_AGE);
        return cors;
    }
}
