package dev.terrane.gateway.tokens;

import dev.terrane.support.config.CommonProperties;
import java.time.InstantSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the embedded issuer together. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TokensProperties.class)
@ConditionalOnProperty(name = "terrane.gateway.tokens.enabled", matchIfMissing = true)
class TokensConfiguration {

    @Bean
    TokenIssuer tokenIssuer(
            CommonProperties common,
            TokensProperties properties,
            ObjectProvider<InstantSource> clock) {
        InstantSource source = clock.getIfUnique(InstantSource::system);
        SigningKeys keys =
                SigningKeys.open(
                        properties.keysDir() != null
                                ? properties.keysDir()
                                : common.dataDir("gateway").resolve("keys"),
                        source,
                        properties.rotateAfter(),
                        properties.lifetimeMax());
        return new TokenIssuer(keys, common.issuer(), source);
    }

    @Bean
    TokenClients tokenClients(CommonProperties common, TokensProperties properties) {
        return new TokenClients(
                properties.secretsDir() != null
                        ? properties.secretsDir()
                        : common.dataDir().resolve("secrets"),
                !properties.devClient()
                        ? null
                        : properties.devFile() != null
                                ? properties.devFile()
                                : common.dataDir().resolve("dev.json"));
    }
}
