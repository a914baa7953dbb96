package dev.terrane.rpc.server;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.wire.ConnectError;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Refusals on RPC paths: always Connect JSON, whatever the call's own codec. Used by the RPC
 * handler and by the security in front of it.
 */
public final class ConnectErrors {
    private static final Pattern RPC_PATH =
            Pattern.compile("/(?:[a-z][A-Za-z0-9_]*\\.)+[A-Z][A-Za-z0-9_]*/[A-Za-z][A-Za-z0-9_]*");

    /** Where HTTP itself has a status for the refusal, it goes before the one Connect implies. */
    private static final Map<ErrorCode, Integer> OWN_STATUS =
            Map.of(
                    CommonError.METHOD_NOT_ALLOWED, 405,
                    CommonError.UNIMPLEMENTED, 404,
                    CommonError.UNSUPPORTED_MEDIA_TYPE, 415);

    private ConnectErrors() {}

    /**
     * Whether a path has the form of an RPC method, {@code /package.Service/Method}, so that its
     * refusals are Connect errors, whether or not the method exists.
     */
    public static boolean isRpcPath(String path) {
        return RPC_PATH.matcher(path).matches();
    }

    /** Answers with this refusal, unless an answer has begun. */
    public static void write(HttpServletResponse response, TerraneException refusal)
            throws IOException {
        if (response.isCommitted()) {
            return;
        }
        ConnectError error = ConnectError.of(refusal);
        byte[] body = error.toJson();
        response.resetBuffer();
        response.setStatus(OWN_STATUS.getOrDefault(refusal.code(), error.code().httpStatus()));
        response.setContentType("application/json");
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
