package dev.terrane.sdk;

import java.net.URI;

/**
 * Where and as what to join.
 *
 * @param gateway base address of the gateway, {@code http} or {@code https}
 * @param stage id of the stage
 * @param credential who joins
 * @param clientApp name of the application, at most 64 bytes
 * @param clientVersion its version, at most 32 bytes
 * @param spectator whether to watch only
 * @param limits bounds of this client
 */
public record StageOptions(
        URI gateway,
        String stage,
        Credential credential,
        String clientApp,
        String clientVersion,
        boolean spectator,
        StageLimits limits) {

    /** A player with default limits. */
    public static StageOptions of(URI gateway, String stage, Credential credential) {
        return new StageOptions(
                gateway,
                stage,
                credential,
                "terrane-sdk-java",
                "0.1",
                false,
                StageLimits.defaults());
    }

    /** The same, watching only. */
    public StageOptions asSpectator() {
        return new StageOptions(gateway, stage, credential, clientApp, clientVersion, true, limits);
    }

    /** The same with other bounds. */
    public StageOptions withLimits(StageLimits other) {
        return new StageOptions(
                gateway, stage, credential, clientApp, clientVersion, spectator, other);
    }

    /** The address of the stage's socket. */
    URI socket() {
        String scheme = "https".equals(gateway.getScheme()) ? "wss" : "ws";
        String base = gateway.toString().replaceFirst("^https?", scheme).replaceFirst("/$", "");
        return URI.create(base + "/api/v1/stages/" + stage + "/connect");
    }
}
