package dev.terrane.support.web;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import tools.jackson.databind.json.JsonMapper;

/** Refusals of Jetty itself, before there is a servlet request: malformed targets and headers. */
final class ServerErrors implements Request.Handler {
    /** What Jetty says the path is when it could not read it. */
    private static final String UNREADABLE = "/badMessage";

    private final JsonMapper mapper;

    ServerErrors(JsonMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        ErrorCode code = code(response.getStatus());
        TerraneException refusal =
                TerraneException.of(code, "the server could not read the request")
                        .field("request")
                        .toException();
        String path = String.valueOf(request.getHttpURI().getPath());
        Problem problem = Problem.of(refusal, path.equals(UNREADABLE) ? "" : path);
        String correlation =
                CorrelationFilter.idOf(request.getHeaders().get(CorrelationFilter.HEADER));
        byte[] body = mapper.writeValueAsBytes(EdgeErrors.withCorrelation(problem, correlation));
        response.setStatus(problem.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
        response.getHeaders().put(CorrelationFilter.HEADER, correlation);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }

    private static ErrorCode code(int status) {
        return switch (status) {
            case 404 -> CommonError.NOT_FOUND;
            case 413, 414, 431 -> CommonError.PAYLOAD_TOO_LARGE;
            case 503 -> CommonError.UNAVAILABLE;
            default -> status < 500 ? CommonError.INVALID_ARGUMENT : CommonError.INTERNAL;
        };
    }
}
