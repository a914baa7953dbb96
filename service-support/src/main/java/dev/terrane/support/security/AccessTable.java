package dev.terrane.support.security;

import dev.terrane.rpc.server.ConnectErrors;
import dev.terrane.rpc.server.Role;
import dev.terrane.rpc.socket.Subprotocols;
import dev.terrane.support.security.AccessRow.Endpoint;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Who may call what in one service, as {@code terrane/<service>/access.yaml} in its jar says: a
 * list of rows {@code {rest: "GET /api/v1/things/{id}", roles: [viewer]}}, {@code {rpc:
 * pkg.Service/Method, roles: […]}} or {@code {socket: subprotocol, roles: […]}}; {@code roles:
 * [public]} needs no token. What has no row does not exist for callers. Immutable.
 */
public final class AccessTable {
    private static final String COMMON = "terrane/common/access.yaml";
    private static final int BYTES_MAX = 1 << 20;

    private final List<AccessRow> rows;
    private final Map<Endpoint, AccessRow> byEndpoint = new HashMap<>();

    /** Most specific pattern first. */
    private final List<RestRow> rest;

    private record RestRow(PathPattern pattern, String method, AccessRow row) {}

    /** A table of these rows; each endpoint may occur once. */
    public AccessTable(List<AccessRow> rows) {
        this.rows = List.copyOf(rows);
        PathPatternParser parser = PathPatternParser.defaultInstance;
        List<RestRow> found = new ArrayList<>();
        for (AccessRow row : rows) {
            if (byEndpoint.put(row.endpoint(), row) != null) {
                throw new IllegalArgumentException("two rows of " + row.endpoint());
            }
            if (row.endpoint() instanceof Endpoint.Rest(String method, String path)) {
                found.add(new RestRow(parser.parse(path), method, row));
            }
        }
        found.sort(Comparator.comparing(RestRow::pattern));
        this.rest = List.copyOf(found);
    }

    /**
     * Reads the table of a service from the class path: the rows every service has, each unless the
     * service has its own for that endpoint, then the service's.
     *
     * @throws IllegalStateException when there is none or it is not well-formed; the message names
     *     the file and the row
     */
    public static AccessTable read(ClassLoader loader, String service) {
        List<AccessRow> own = parse(loader, "terrane/" + service + "/access.yaml");
        Set<Endpoint> named = new HashSet<>();
        own.forEach(row -> named.add(row.endpoint()));
        List<AccessRow> rows = new ArrayList<>(parse(loader, COMMON));
        rows.removeIf(row -> named.contains(row.endpoint()));
        rows.addAll(own);
        return new AccessTable(rows);
    }

    private static List<AccessRow> parse(ClassLoader loader, String resource) {
        try (InputStream in = loader.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(
                        "access table " + resource + " is not on the class path");
            }
            return parse(in.readNBytes(BYTES_MAX));
        } catch (IOException e) {
            throw new UncheckedIOException(resource, e);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(resource + ": " + e.getMessage(), e);
        }
    }

    /** The rows in the order of the file. */
    public List<AccessRow> rows() {
        return rows;
    }

    /** What the table says of a request. */
    public sealed interface Match {
        /** The endpoint has a row. */
        record Found(AccessRow row) implements Match {}

        /** The path has rows, but none of this method. */
        record OtherMethods(Set<String> methods) implements Match {
            public OtherMethods {
                methods = Set.copyOf(methods);
            }
        }

        /** A WebSocket request that offers no contract of the table. */
        record NoContract(List<String> offered) implements Match {
            public NoContract {
                offered = List.copyOf(offered);
            }
        }

        /** Nothing of the table is called. */
        record Nothing() implements Match {}
    }

    /** The row of what this request calls. */
    public Match find(HttpServletRequest request) {
        if (Subprotocols.isUpgrade(request)) {
            return socket(Subprotocols.of(request));
        }
        String raw = request.getRequestURI().substring(request.getContextPath().length());
        if (ConnectErrors.isRpcPath(raw)) {
            AccessRow row = byEndpoint.get(new Endpoint.Rpc(raw.substring(1)));
            return row == null ? new Match.Nothing() : new Match.Found(row);
        }
        String method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
        PathContainer path = ServletRequestPathUtils.parseAndCache(request).pathWithinApplication();
        return rest(method, path);
    }

    private Match socket(Subprotocols offered) {
        for (String contract : offered.contracts()) {
            AccessRow row = byEndpoint.get(new Endpoint.Socket(contract));
            if (row != null) {
                return new Match.Found(row);
            }
        }
        return new Match.NoContract(offered.contracts());
    }

    private Match rest(String method, PathContainer path) {
        Set<String> others = new LinkedHashSet<>();
        for (RestRow candidate : rest) {
            if (candidate.pattern().matches(path)) {
                if (candidate.method().equals(method)) {
                    return new Match.Found(candidate.row());
                }
                others.add(candidate.method());
            }
        }
        return others.isEmpty() ? new Match.Nothing() : new Match.OtherMethods(others);
    }

    private static List<AccessRow> parse(byte[] yaml) {
        Object document =
                new Yaml(new SafeConstructor(new LoaderOptions()))
                        .load(new String(yaml, StandardCharsets.UTF_8));
        if (!(document instanceof List<?> list)) {
            throw new IllegalArgumentException("must be a list of rows");
        }
        List<AccessRow> rows = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            try {
                rows.add(row(list.get(i)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("row " + (i + 1) + ": " + e.getMessage(), e);
            }
        }
        return rows;
    }

    private static AccessRow row(Object item) {
        if (!(item instanceof Map<?, ?> map) || map.size() != 2) {
            throw new IllegalArgumentException("must be one of rest, rpc, socket, and roles");
        }
        if (!(map.get("roles") instanceof List<?> names) || names.isEmpty()) {
            throw new IllegalArgumentException("roles must be a list that is not empty");
        }
        boolean isPublic = names.equals(List.of("public"));
        Set<Role> roles = EnumSet.noneOf(Role.class);
        if (!isPublic) {
            for (Object name : names) {
                roles.add(
                        Role.find(String.valueOf(name))
                                .orElseThrow(
                                        () ->
                                                new IllegalArgumentException(
                                                        "there is no role " + name)));
            }
        }
        return new AccessRow(endpoint(map), isPublic, roles);
    }

    private static Endpoint endpoint(Map<?, ?> map) {
        if (map.get("rest") instanceof String text) {
            String[] parts = text.split(" ", 2);
            if (parts.length != 2 || !parts[0].matches("[A-Z]+") || !parts[1].startsWith("/")) {
                throw new IllegalArgumentException("rest must be METHOD /path: " + text);
            }
            return new Endpoint.Rest(parts[0], parts[1]);
        }
        if (map.get("rpc") instanceof String method) {
            if (!ConnectErrors.isRpcPath("/" + method)) {
                throw new IllegalArgumentException("rpc must be package.Service/Method: " + method);
            }
            return new Endpoint.Rpc(method);
        }
        if (map.get("socket") instanceof String subprotocol) {
            return new Endpoint.Socket(subprotocol);
        }
        throw new IllegalArgumentException("must name rest, rpc or socket");
    }
}
