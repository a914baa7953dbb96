package dev.terrane.support.security.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.Role;
import dev.terrane.rpc.server.RpcHandlerMapping;
import dev.terrane.rpc.socket.SocketEndpoint;
import dev.terrane.rpc.socket.SocketHandlerMapping;
import dev.terrane.support.security.AccessRow;
import dev.terrane.support.security.AccessRow.Endpoint;
import dev.terrane.support.security.AccessTable;
import dev.terrane.support.testing.ServiceServer;
import dev.terrane.testing.TestIssuer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/**
 * Starts the service on a free port and holds its access table against what it really serves: every
 * handler mapping (actuator included), RPC method and WebSocket contract has a row and every row an
 * endpoint; then calls each row with every role and with no token.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class AccessTableContract {
    /** Only reached by ERROR dispatches. */
    private static final Set<String> INNER_PATHS = Set.of("/error");

    @TempDir static Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private TestIssuer issuer;
    private ConfigurableApplicationContext context;

    /** The service's application class. */
    protected abstract Class<?> application();

    /** The service's short name: schema, world, session or gateway. */
    protected abstract String service();

    /** Further settings, each {@code key=value}. */
    protected List<String> settings() {
        return List.of();
    }

    @BeforeAll
    void startService() {
        issuer = TestIssuer.start();
        context =
                ServiceServer.run(
                        application(),
                        ServiceServer.arguments(
                                service(), folder, issuer, settings().toArray(String[]::new)));
    }

    @AfterAll
    void stopService() {
        if (context != null) {
            context.close();
        }
        issuer.close();
        http.close();
    }

    @Test
    void everyEndpointHasARowAndEveryRowAnEndpoint() {
        Set<String> served = new TreeSet<>();
        context.getBeansOfType(RequestMappingInfoHandlerMapping.class)
                .values()
                .forEach(
                        mapping ->
                                mapping.getHandlerMethods().keySet().stream()
                                        .flatMap(info -> rest(info).stream())
                                        .forEach(served::add));
        context.getBean(RpcHandlerMapping.class)
                .methods()
                .forEach(method -> served.add(new Endpoint.Rpc(method.fullName()).toString()));
        for (SocketEndpoint endpoint : context.getBean(SocketHandlerMapping.class).endpoints()) {
            endpoint.subprotocols()
                    .forEach(name -> served.add(new Endpoint.Socket(name).toString()));
        }
        Set<String> listed = new TreeSet<>();
        table().rows().forEach(row -> listed.add(row.endpoint().toString()));

        assertThat(listed).as("rows of access.yaml against what is served").isEqualTo(served);
    }

    @Test
    void everyRowAdmitsItsRolesAndNoOther() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (AccessRow row : table().rows()) {
            for (Role role : Role.values()) {
                Caller caller =
                        new Caller("test", Set.of(role), Map.of(), false, "", "", Instant.MAX);
                String token = issuer.token(role.wireName());
                String expected = row.admits(caller) ? "admitted" : "FORBIDDEN";
                check(row, role.wireName(), token, expected, wrong);
            }
            check(row, "no token", "", row.isPublic() ? "admitted" : "UNAUTHENTICATED", wrong);
        }

        assertThat(wrong).isEmpty();
    }

    private void check(AccessRow row, String who, String token, String expected, List<String> wrong)
            throws IOException, InterruptedException {
        String found = call(row, token);
        if (!found.equals(expected)) {
            wrong.add(row.endpoint() + " with " + who + ": " + found + ", not " + expected);
        }
    }

    /** What became of a call: admitted, or the code of the access table's refusal. */
    private String call(AccessRow row, String token) throws IOException, InterruptedException {
        return switch (row.endpoint()) {
            case Endpoint.Rest(String method, String path) ->
                    send(
                            to(path.replaceAll("\\{[^/]*}", "none").replace("/**", "/none"))
                                    .method(method, BodyPublishers.noBody()),
                            token);
            case Endpoint.Rpc(String method) ->
                    send(
                            to("/" + method)
                                    .header("Content-Type", "application/json")
                                    .POST(BodyPublishers.ofString("[]")),
                            token);
            case Endpoint.Socket(String subprotocol) ->
                    SocketProbe.call(base(), path(subprotocol), subprotocol, token);
        };
    }

    private String send(HttpRequest.Builder request, String token)
            throws IOException, InterruptedException {
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        HttpResponse<String> reply = http.send(request.build(), BodyHandlers.ofString());
        return outcome(reply.statusCode(), reply.body());
    }

    /** A status alone does not tell: a content gate answers 403 too. */
    static String outcome(int status, String body) {
        if (status == 401 && body.contains("UNAUTHENTICATED")) {
            return "UNAUTHENTICATED";
        }
        return status == 403 && body.contains("\"FORBIDDEN\"") ? "FORBIDDEN" : "admitted";
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(base() + path));
    }

    private String path(String subprotocol) {
        return context.getBean(SocketHandlerMapping.class).endpoints().stream()
                .filter(endpoint -> endpoint.subprotocols().contains(subprotocol))
                .map(endpoint -> endpoint.path().replaceAll("\\{[^/]*}", "none"))
                .findFirst()
                .orElse("/");
    }

    private URI base() {
        WebServer server =
                Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer());
        return URI.create("http://127.0.0.1:" + server.getPort());
    }

    private AccessTable table() {
        return context.getBean(AccessTable.class);
    }

    private static Set<String> rest(RequestMappingInfo info) {
        Set<RequestMethod> methods = info.getMethodsCondition().getMethods();
        Set<String> names =
                methods.isEmpty()
                        ? Set.of("ANY")
                        : methods.stream().map(Enum::name).collect(Collectors.toSet());
        Set<String> endpoints = new TreeSet<>();
        for (String path : info.getPatternValues()) {
            if (!INNER_PATHS.contains(path)) {
                names.forEach(name -> endpoints.add(new Endpoint.Rest(name, path).toString()));
            }
        }
        return endpoints;
    }
}
