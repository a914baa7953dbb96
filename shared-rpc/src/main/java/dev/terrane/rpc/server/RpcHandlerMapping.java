package dev.terrane.rpc.server;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.servlet.handler.AbstractHandlerMapping;

/**
 * One exact path per RPC method, compared with the raw request path, so no encoding, matrix
 * parameter or doubled slash reaches a method by another name. A path of RPC form that names no
 * method is answered here too, with a Connect body.
 */
public final class RpcHandlerMapping extends AbstractHandlerMapping {
    private final Map<String, RpcHttpHandler> byPath = new LinkedHashMap<>();

    RpcHandlerMapping(List<RpcHttpHandler> handlers) {
        setOrder(Ordered.HIGHEST_PRECEDENCE + 100);
        for (RpcHttpHandler handler : handlers) {
            if (byPath.put(handler.method().path(), handler) != null) {
                throw new IllegalStateException("served twice: " + handler.method().fullName());
            }
        }
    }

    /** Every method served, in the order of the services. */
    public List<RpcMethod> methods() {
        return byPath.values().stream().map(RpcHttpHandler::method).toList();
    }

    @Override
    protected @Nullable Object getHandlerInternal(HttpServletRequest request) {
        String path = request.getRequestURI().substring(request.getContextPath().length());
        RpcHttpHandler handler = byPath.get(path);
        if (handler != null) {
            return handler;
        }
        return ConnectErrors.isRpcPath(path) ? unknown(path.substring(1)) : null;
    }

    private static HttpRequestHandler unknown(String name) {
        return (request, response) ->
                ConnectErrors.write(
                        response,
                        TerraneException.of(CommonError.UNIMPLEMENTED, "there is no method " + name)
                                .extra("method", name)
                                .toException());
    }
}
