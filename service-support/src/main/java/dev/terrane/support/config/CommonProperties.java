package dev.terrane.support.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What all services share, {@code common}.
 *
 * @param dataDir folder of all data; each service keeps its own in a folder below it
 * @param services where the services are
 * @param security whose tokens are accepted and how this service authenticates
 */
@ConfigurationProperties("terrane.common")
public record CommonProperties(
        @DefaultValue("./data") Path dataDir,
        @DefaultValue Services services,
        @DefaultValue Security security) {

    /** The data folder of one service. */
    public Path dataDir(String service) {
        return dataDir.resolve(service);
    }

    /**
     * Base URLs the services call each other under, without a path.
     *
     * @param schema base URL of schema-service
     * @param world base URL of world-service
     * @param session base URL of session-service
     * @param gateway base URL of replication-gateway
     */
    public record Services(
            @DefaultValue("http://127.0.0.1:8081") URI schema,
            @DefaultValue("http://127.0.0.1:8082") URI world,
            @DefaultValue("http://127.0.0.1:8083") URI session,
            @DefaultValue("http://127.0.0.1:8080") URI gateway) {
        public Services {
            requireBase("common.services.schema", schema);
            requireBase("common.services.world", world);
            requireBase("common.services.session", session);
            requireBase("common.services.gateway", gateway);
        }
    }

    /**
     * Tokens.
     *
     * @param issuer expected issuer claim; default is the gateway's base URL, or {@code
     *     urn:terrane:standalone} where one process runs all services with the gateway on port 0
     * @param jwksUrl where the issuer's public keys are; default {@code <gateway>/oauth2/jwks}
     * @param tokenUrl where services get their tokens; default {@code <gateway>/oauth2/token}
     * @param clientSecretFile file with this service's secret; default {@code
     *     <data-dir>/secrets/SERVICE}
     * @param allowedOrigins origins of pages that may call; none by default. Exact, for example
     *     {@code https://play.example.org}
     */
    public record Security(
            @Nullable String issuer,
            @Nullable URI jwksUrl,
            @Nullable URI tokenUrl,
            @Nullable Path clientSecretFile,
            @DefaultValue List<String> allowedOrigins) {
        /** The setting of the pages that may call, as refusals name it. */
        public static final String ALLOWED_ORIGINS = "common.security.allowed-origins";

        public Security {
            if (jwksUrl != null) {
                requireHttp("common.security.jwks-url", jwksUrl);
            }
            if (tokenUrl != null) {
                requireHttp("common.security.token-url", tokenUrl);
            }
            allowedOrigins = List.copyOf(allowedOrigins);
            for (String origin : allowedOrigins) {
                URI uri = URI.create(origin);
                if (uri.getHost() == null || !emptyPath(uri) || origin.endsWith("/")) {
                    throw new IllegalArgumentException(
                            ALLOWED_ORIGINS + ": not an origin (scheme://host[:port]): " + origin);
                }
            }
        }
    }

    /** The issuer whose tokens are accepted: the configured one, else the gateway. */
    public String issuer() {
        return security.issuer() != null ? security.issuer() : services.gateway().toString();
    }

    /** Address of the issuer's public keys. */
    public URI jwksUrl() {
        return security.jwksUrl() != null
                ? security.jwksUrl()
                : services.gateway().resolve("/oauth2/jwks");
    }

    /** Address services get their tokens from. */
    public URI tokenUrl() {
        return security.tokenUrl() != null
                ? security.tokenUrl()
                : services.gateway().resolve("/oauth2/token");
    }

    /** File with a service's secret. */
    public Path clientSecretFile(String service) {
        return security.clientSecretFile() != null
                ? security.clientSecretFile()
                : dataDir.resolve("secrets").resolve(service);
    }

    private static void requireBase(String name, URI uri) {
        requireHttp(name, uri);
        if (!emptyPath(uri)) {
            throw new IllegalArgumentException(name + " must have no path: " + uri);
        }
    }

    private static void requireHttp(String name, URI uri) {
        boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        if (!http || uri.getHost() == null) {
            throw new IllegalArgumentException(name + " must be an http or https address: " + uri);
        }
    }

    private static boolean emptyPath(URI uri) {
        return uri.getRawPath() == null
                || uri.getRawPath().isEmpty()
                || uri.getRawPath().equals("/");
    }
}
