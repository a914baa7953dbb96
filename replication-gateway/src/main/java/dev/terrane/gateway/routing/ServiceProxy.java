package dev.terrane.gateway.routing;

import dev.terrane.gateway.routing.RouteTable.Target;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.proxy.ProxyHandler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Streams a request that another service owns to that service and its reply back. Requests of the
 * gateway's own paths are left to the next handler. A service that cannot be reached answers 503,
 * in the format of the caller's transport.
 */
final class ServiceProxy extends ProxyHandler.Reverse {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceProxy.class);

    /**
     * Above what any service takes, so that the one behind refuses long headers by their limit
     * instead of this proxy failing to write them.
     */
    private static final int HEADER_BYTES_MAX = 64 * 1024;

    private final RoutingProperties properties;

    /**
     * @param targets base URL of each service behind the gateway
     */
    ServiceProxy(Map<Target, URI> targets, RoutingProperties properties) {
        super(request -> rewrite(targets, request));
        this.properties = properties;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        if (owner(request).isEmpty()) {
            return false;
        }
        String mistake = misspelt(request.getHttpURI().getQuery());
        if (mistake != null) {
            refuse(
                    request,
                    response,
                    callback,
                    CommonError.INVALID_ARGUMENT,
                    "the query is to be percent-encoded: " + mistake,
                    Map.of("field", "query"));
            return true;
        }
        long length = request.getLength();
        if (length > properties.bodyMax().toBytes()) {
            refuse(
                    request,
                    response,
                    callback,
                    CommonError.PAYLOAD_TOO_LARGE,
                    "the body has %d bytes, %s is %d"
                            .formatted(
                                    length,
                                    RoutingProperties.BODY_MAX,
                                    properties.bodyMax().toBytes()),
                    Map.of(
                            "limitName",
                            RoutingProperties.BODY_MAX,
                            "limit",
                            properties.bodyMax().toBytes(),
                            "actual",
                            length));
            return true;
        }
        return super.handle(request, response, callback);
    }

    /** The other service a request belongs to; empty when the gateway itself answers. */
    private static Optional<Target> owner(Request request) {
        String path = request.getHttpURI().getCanonicalPath();
        String raw = request.getHttpURI().getPath();
        if (path == null || raw == null || raw.contains("/.") || raw.contains(";")) {
            // The service behind would see another path than the one judged here.
            return Optional.empty();
        }
        return RouteTable.find(path).filter(target -> target != Target.GATEWAY);
    }

    /** What the client of the service behind could not write, which Jetty's server lets pass. */
    private static @Nullable String misspelt(@Nullable String query) {
        if (query == null) {
            return null;
        }
        try {
            new URI("?" + query);
            return null;
        } catch (URISyntaxException e) {
            return e.getReason() + " at character " + e.getIndex();
        }
    }

    private static HttpURI rewrite(Map<Target, URI> targets, Request request) {
        Target target = owner(request).orElseThrow();
        URI base = targets.get(target);
        if (base == null) {
            throw new IllegalStateException("no base URL for " + target);
        }
        return HttpURI.from(base.toString() + request.getHttpURI().getPathQuery());
    }

    @Override
    protected HttpClient newHttpClient() {
        HttpClientTransport transport = new HttpClientTransportOverHTTP(1);
        return new HttpClient(transport);
    }

    @Override
    protected void configureHttpClient(HttpClient client) {
        super.configureHttpClient(client);
        client.setConnectTimeout(properties.connectTimeout().toMillis());
        client.setIdleTimeout(properties.idleTimeout().toMillis());
        client.setMaxConnectionsPerDestination(properties.connectionsMax());
        client.setMaxRequestsQueuedPerDestination(properties.queuedMax());
        client.setMaxRequestHeadersSize(HEADER_BYTES_MAX);
        client.setUserAgentField(null);
    }

    @Override
    protected org.eclipse.jetty.client.Response.CompleteListener newServerToProxyResponseListener(
            Request request,
            org.eclipse.jetty.client.Request toService,
            Response response,
            Callback callback) {
        return new Relay(request, toService, response, callback);
    }

    /**
     * Passes an answer on. A service may answer before it has read the body it refuses; then the
     * caller has its answer, and the rest of the body goes to nobody.
     */
    private final class Relay extends ProxyResponseListener {
        private final org.eclipse.jetty.client.Request toService;
        private final Callback callback;
        private volatile boolean answered;

        Relay(
                Request request,
                org.eclipse.jetty.client.Request toService,
                Response response,
                Callback callback) {
            super(request, toService, response, callback);
            this.toService = toService;
            this.callback = callback;
        }

        @Override
        public void onSuccess(org.eclipse.jetty.client.Response fromService) {
            answered = true;
            super.onSuccess(fromService);
            if (HttpStatus.isClientError(fromService.getStatus())
                    || HttpStatus.isServerError(fromService.getStatus())) {
                // Does nothing when all of the body was sent.
                var _ = toService.abort(new EofException("answered before the body was read"));
            }
        }

        @Override
        public void onComplete(Result result) {
            if (result.isSucceeded() || !answered) {
                super.onComplete(result);
                return;
            }
            // The last write to the caller may still be under way.
            var _ =
                    whenComplete(
                            (_, failure) -> {
                                if (failure == null) {
                                    callback.succeeded();
                                } else {
                                    callback.failed(failure);
                                }
                            });
        }
    }

    @Override
    protected void onServerToProxyResponseFailure(
            Request request,
            org.eclipse.jetty.client.Request toService,
            org.eclipse.jetty.client.@Nullable Response fromService,
            Response response,
            Callback callback,
            Throwable failure) {
        if (response.isCommitted()) {
            super.onServerToProxyResponseFailure(
                    request, toService, fromService, response, callback, failure);
            return;
        }
        // What the service answers badly comes wrapped; this is what the caller sent.
        if (failure instanceof HttpException malformed && malformed.getCode() == 400) {
            response.reset();
            refuse(
                    request,
                    response,
                    callback,
                    CommonError.INVALID_ARGUMENT,
                    "the body is not framed as its headers say: " + malformed.getReason(),
                    Map.of("field", "body"));
            return;
        }
        String service =
                owner(request).map(t -> t.name().toLowerCase(java.util.Locale.ROOT)).orElse("?");
        LOG.warn(
                "{}-service did not answer {}: {}",
                service,
                toService.getPath(),
                failure.toString());
        response.reset();
        response.getHeaders().put(HttpHeader.RETRY_AFTER, "1");
        refuse(
                request,
                response,
                callback,
                CommonError.UNAVAILABLE,
                service + "-service does not answer",
                Map.of());
    }

    private static void refuse(
            Request request,
            Response response,
            Callback callback,
            ErrorCode code,
            String text,
            Map<String, Object> typed) {
        boolean rpc = String.valueOf(request.getHttpURI().getPath()).startsWith("/terrane.");
        Map<String, Object> body = new LinkedHashMap<>();
        if (rpc) {
            body.put("code", code.spec().rpc().wireName());
            body.put("message", text);
        } else {
            body.put("type", code.urn());
            body.put("title", code.spec().title());
            body.put("status", code.spec().httpStatus());
            body.put("detail", text);
            body.put("instance", String.valueOf(request.getHttpURI().getPath()));
            body.put("code", code.name());
            body.put("fix", code.spec().fix());
            body.putAll(typed);
        }
        response.setStatus(rpc ? code.spec().rpc().httpStatus() : code.spec().httpStatus());
        response.getHeaders()
                .put(
                        HttpHeader.CONTENT_TYPE,
                        rpc ? "application/json" : "application/problem+json");
        ByteBuffer content =
                HttpMethod.HEAD.is(request.getMethod())
                        ? ByteBuffer.allocate(0)
                        : ByteBuffer.wrap(
                                JsonMapper.shared()
                                        .writeValueAsString(body)
                                        .getBytes(StandardCharsets.UTF_8));
        response.write(true, content, callback);
    }
}
