package dev.terrane.gateway.routing;

import java.util.Map;
import java.util.Optional;

/**
 * Which service owns a path: REST by the noun after {@code /api/v1/}, RPC by the second part of the
 * Protobuf package, the OpenAPI document by the service it names. Everything else, actuators and
 * the gateway's own nouns included, belongs to the gateway itself.
 */
public final class RouteTable {
    private static final String REST = "/api/v1/";
    private static final String RPC = "/terrane.";
    private static final String OPENAPI = "openapi";

    private static final Map<String, Target> NOUNS =
            Map.ofEntries(
                    Map.entry("schemas", Target.SCHEMA),
                    Map.entry("channels", Target.SCHEMA),
                    Map.entry("worlds", Target.WORLD),
                    Map.entry("imports", Target.WORLD),
                    Map.entry("assets", Target.WORLD),
                    Map.entry("sessions", Target.SESSION),
                    Map.entry("stages", Target.GATEWAY),
                    Map.entry("tickets", Target.GATEWAY),
                    Map.entry("tokens", Target.GATEWAY));

    private static final Map<String, Target> PACKAGES =
            Map.of(
                    "schema", Target.SCHEMA,
                    "world", Target.WORLD,
                    "session", Target.SESSION,
                    "stage", Target.GATEWAY);

    private static final Map<String, Target> SERVICES =
            Map.of(
                    "schema", Target.SCHEMA,
                    "world", Target.WORLD,
                    "session", Target.SESSION,
                    "gateway", Target.GATEWAY);

    private RouteTable() {}

    /**
     * The service a path belongs to; empty for a path no service owns.
     *
     * @param path the canonical path of the request: decoded, without dot segments
     */
    public static Optional<Target> find(String path) {
        if (path.startsWith(REST)) {
            String rest = path.substring(REST.length());
            // "schemas:validate" and "stages/x" both begin with their noun.
            String noun = head(rest, "/:");
            if (noun.equals(OPENAPI)) {
                String service = head(rest.substring(Math.min(rest.length(), 8)), "/.");
                return Optional.ofNullable(SERVICES.get(service));
            }
            return Optional.ofNullable(NOUNS.get(noun));
        }
        if (path.startsWith(RPC)) {
            return Optional.ofNullable(PACKAGES.get(head(path.substring(RPC.length()), "./")));
        }
        return Optional.empty();
    }

    private static String head(String text, String ends) {
        for (int i = 0; i < text.length(); i++) {
            if (ends.indexOf(text.charAt(i)) >= 0) {
                return text.substring(0, i);
            }
        }
        return text;
    }

    /** A service behind, or, the gateway. */
    public enum Target {
        SCHEMA,
        WORLD,
        SESSION,
        GATEWAY
    }
}
