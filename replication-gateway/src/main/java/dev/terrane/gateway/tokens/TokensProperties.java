package dev.terrane.gateway.tokens;

import dev.terrane.support.config.SettingRange;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The embedded issuer, {@code gateway.tokens}.
 *
 * @param enabled whether this gateway issues tokens; off when another issuer is configured
 * @param keysDir where the signing keys lie; default {@code <data-dir>/gateway/keys}
 * @param secretsDir one file a service client; default {@code <data-dir>/secrets}
 * @param devFile id and secret of the development client; default {@code <data-dir>/dev.json};
 *     without the file there is no such client
 * @param devClient whether the development client is served at all
 * @param accessLifetime lifetime of a token when the request names none
 * @param serviceLifetime lifetime of a service's token
 * @param lifetimeMax longest lifetime a request may name
 * @param rotateAfter age at which a new signing key takes over
 */
@ConfigurationProperties("terrane.gateway.tokens")
public record TokensProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable Path keysDir,
        @Nullable Path secretsDir,
        @Nullable Path devFile,
        @DefaultValue("true") boolean devClient,
        @DefaultValue("1h") Duration accessLifetime,
        @DefaultValue("1h") Duration serviceLifetime,
        @DefaultValue("7d") Duration lifetimeMax,
        @DefaultValue("90d") Duration rotateAfter) {
    public TokensProperties {
        SettingRange.requirePositive("gateway.tokens.access-lifetime", accessLifetime);
        SettingRange.requirePositive("gateway.tokens.service-lifetime", serviceLifetime);
        SettingRange.requireAtLeast(
                "gateway.tokens.lifetime-max",
                lifetimeMax,
                longer(accessLifetime, serviceLifetime));
        SettingRange.requireAtLeast(
                "gateway.tokens.rotate-after", rotateAfter, Duration.ofHours(1));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
