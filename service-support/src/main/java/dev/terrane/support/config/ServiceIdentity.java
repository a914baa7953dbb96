package dev.terrane.support.config;

/**
 * Which service this context is.
 *
 * @param id section name: schema, world, session or gateway
 */
public record ServiceIdentity(String id) {
    public ServiceIdentity {
        if (!id.matches("[a-z][a-z0-9-]*")) {
            throw new IllegalArgumentException("terrane.service is not a service name: " + id);
        }
    }
}
