package dev.terrane.support.drain;

import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.ConnectErrors;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** A Connect error on RPC paths, a problem (RFC 9457) elsewhere. */
final class DrainRefusals implements DrainFilter.Refusals {
    private final JsonMapper mapper;

    DrainRefusals(JsonMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public void write(
            HttpServletRequest request, HttpServletResponse response, TerraneException refusal)
            throws IOException {
        response.setHeader("Retry-After", refusal.info().getExtrasOrThrow("retryAfterSeconds"));
        if (ConnectErrors.isRpcPath(request.getRequestURI())) {
            ConnectErrors.write(response, refusal);
            return;
        }
        Map<String, Object> problem = new LinkedHashMap<>();
        problem.put("type", refusal.code().urn());
        problem.put("title", refusal.code().spec().title());
        problem.put("status", refusal.code().spec().httpStatus());
        problem.put("detail", refusal.getMessage());
        problem.put("code", refusal.code().name());
        response.setStatus(refusal.code().spec().httpStatus());
        response.setContentType("application/problem+json");
        response.setHeader("Cache-Control", "no-store");
        response.getOutputStream().write(mapper.writeValueAsBytes(problem));
    }
}
