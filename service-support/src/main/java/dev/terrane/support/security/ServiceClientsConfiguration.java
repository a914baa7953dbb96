package dev.terrane.support.security;

import dev.terrane.rpc.client.TokenSource;
import dev.terrane.support.config.CommonProperties;
import dev.terrane.support.config.ServiceIdentity;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** What a service needs to call the others: their addresses and its own token. */
@AutoConfiguration
@ConditionalOnProperty("terrane.service")
public class ServiceClientsConfiguration {

    @Bean
    TokenSource serviceTokens(CommonProperties common, ServiceIdentity identity) {
        return new ClientCredentials(
                common.tokenUrl(), identity.id(), common.clientSecretFile(identity.id()));
    }

    @Bean
    ServiceClients serviceClients(CommonProperties common, TokenSource tokens) {
        return new ServiceClients(common.services(), tokens);
    }
}
