package dev.terrane.rpc.socket;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.CallerSource;
import dev.terrane.rpc.server.RefusalWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.eclipse.jetty.ee11.websocket.server.JettyWebSocketServerContainer;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.server.PathContainer;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.servlet.handler.AbstractHandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Upgrades requests to WebSocket. Only the agreed contract is echoed, never a credential, and no
 * extension is negotiated: permessage-deflate would double the processor time of small frames.
 * Handshakes only: everything else at an endpoint's path goes to other mappings.
 */
public final class SocketHandlerMapping extends AbstractHandlerMapping implements AutoCloseable {
    private final List<Route> routes;
    private final CallerSource callers;
    private final RefusalWriter refusals;
    private final ScheduledThreadPoolExecutor timer;

    private record Route(PathPattern pattern, SocketEndpoint endpoint) {}

    /** A mapping of these endpoints. */
    SocketHandlerMapping(
            List<SocketEndpoint> endpoints, CallerSource callers, RefusalWriter refusals) {
        PathPatternParser parser = PathPatternParser.defaultInstance;
        this.routes =
                endpoints.stream()
                        .map(endpoint -> new Route(parser.parse(endpoint.path()), endpoint))
                        .toList();
        this.callers = callers;
        this.refusals = refusals;
        this.timer =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("socket-expiry").factory());
        timer.setRemoveOnCancelPolicy(true);
        setOrder(Ordered.HIGHEST_PRECEDENCE + 90);
    }

    /** The endpoints served. */
    public List<SocketEndpoint> endpoints() {
        return routes.stream().map(Route::endpoint).toList();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    @Override
    protected @Nullable Object getHandlerInternal(HttpServletRequest request) {
        if (!Subprotocols.isUpgrade(request)) {
            return null;
        }
        PathContainer path =
                ServletRequestPathUtils.getParsedRequestPath(request).pathWithinApplication();
        for (Route route : routes) {
            PathPattern.PathMatchInfo match = route.pattern().matchAndExtract(path);
            if (match != null) {
                Map<String, String> variables = match.getUriVariables();
                return (HttpRequestHandler)
                        (upgrade, response) -> {
                            try {
                                upgrade(route.endpoint(), variables, upgrade, response);
                            } catch (TerraneException refusal) {
                                refusals.write(upgrade, response, refusal);
                            }
                        };
            }
        }
        return null;
    }

    private void upgrade(
            SocketEndpoint endpoint,
            Map<String, String> variables,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        Subprotocols offered = Subprotocols.of(request);
        String contract =
                offered.choose(endpoint.subprotocols())
                        .orElseThrow(() -> noContract(endpoint, offered));
        Caller caller = callers.callerOf(request);
        SocketListener listener = endpoint.connect(new SocketRequest(caller, contract, variables));
        JettySocket socket =
                new JettySocket(
                        listener,
                        new JettySocket.Limits(
                                endpoint.messageBytesMax(),
                                endpoint.idleTimeout(),
                                caller.expires(),
                                timer));
        JettyWebSocketServerContainer container =
                JettyWebSocketServerContainer.ensureContainer(request.getServletContext());
        container.upgrade(
                (upgradeRequest, upgradeResponse) -> {
                    upgradeResponse.setAcceptedSubProtocol(contract);
                    upgradeResponse.setExtensions(List.of());
                    return socket;
                },
                request,
                response);
    }

    private static TerraneException noContract(SocketEndpoint endpoint, Subprotocols offered) {
        return TerraneException.of(
                        CommonError.INVALID_ARGUMENT,
                        "offer one of these subprotocols: "
                                + String.join(", ", endpoint.subprotocols())
                                + "; offered were: "
                                + offered.contracts())
                .field("Sec-WebSocket-Protocol")
                .toException();
    }
}
