package dev.terrane.support.web;

import dev.terrane.rpc.error.ErrorSpec;
import dev.terrane.rpc.error.RpcCode;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.ConnectErrors;
import dev.terrane.rpc.server.RefusalWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import tools.jackson.databind.json.JsonMapper;

/**
 * Refusals of whatever stands before or around controllers: a Connect error on RPC paths, a problem
 * elsewhere.
 */
public final class EdgeErrors implements RefusalWriter {
    private final JsonMapper mapper;

    EdgeErrors(JsonMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public void write(
            HttpServletRequest request, HttpServletResponse response, TerraneException refusal)
            throws IOException {
        if (response.isCommitted()) {
            return;
        }
        setRetryAfter(response, refusal);
        String path = request.getRequestURI();
        if (ConnectErrors.isRpcPath(path)) {
            ConnectErrors.write(response, refusal);
            return;
        }
        Problem problem = Problem.of(refusal, path);
        byte[] body = mapper.writeValueAsBytes(withCorrelation(problem));
        response.resetBuffer();
        response.setStatus(problem.status());
        response.setContentType(Problem.MEDIA_TYPE);
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    /** The problem's members with the request's correlation id, if it has one. */
    static Map<String, Object> withCorrelation(Problem problem) {
        return withCorrelation(problem, MDC.get(CorrelationFilter.MDC_KEY));
    }

    /** The problem's members with a correlation id, if there is one. */
    static Map<String, Object> withCorrelation(Problem problem, @Nullable String correlation) {
        Map<String, Object> members = new LinkedHashMap<>(problem.members());
        if (correlation != null) {
            members.put("correlationId", correlation);
        }
        return members;
    }

    /**
     * Says when to come again, on refusals where that makes sense: not where somebody has to do
     * something first.
     */
    static void setRetryAfter(HttpServletResponse response, TerraneException refusal) {
        ErrorSpec spec = refusal.code().spec();
        int status = spec.httpStatus();
        if ((status == 429 || status == 503) && spec.rpc() != RpcCode.DATA_LOSS) {
            response.setHeader(
                    "Retry-After", refusal.info().getExtrasOrDefault("retryAfterSeconds", "1"));
        }
    }
}
