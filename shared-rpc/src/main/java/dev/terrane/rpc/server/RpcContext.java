package dev.terrane.rpc.server;

import com.google.protobuf.ByteString;
import dev.terrane.rpc.Deadline;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/**
 * What a handler may know of its call beside the message, and the metadata it may answer with.
 * Belongs to the request's thread and ends with the handler's return.
 */
public final class RpcContext {
    private static final String BINARY_SUFFIX = "-bin";

    private final RpcMethod method;
    private final Caller caller;
    private final Deadline deadline;
    private final HttpServletRequest request;
    private final HttpServletResponse response;

    RpcContext(
            RpcMethod method,
            Caller caller,
            Deadline deadline,
            HttpServletRequest request,
            HttpServletResponse response) {
        this.method = method;
        this.caller = caller;
        this.deadline = deadline;
        this.request = request;
        this.response = response;
    }

    /** The method being called. */
    public RpcMethod method() {
        return method;
    }

    /** Who calls; {@link Caller#ANONYMOUS} only on methods the access table calls public. */
    public Caller caller() {
        return caller;
    }

    /** By when the answer is due: the caller's limit or the server's, whichever ends first. */
    public Deadline deadline() {
        return deadline;
    }

    /** The first value of a request header, if it was sent. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeader(name));
    }

    /**
     * The bytes of a binary request header, whose name ends in {@code -bin}.
     *
     * @throws TerraneException INVALID_ARGUMENT when the value is not base64
     */
    public Optional<ByteString> binaryHeader(String name) {
        requireBinaryName(name);
        return header(name).map(value -> decode(name, value));
    }

    /** Sets a response header; names that belong to the protocol or to HTTP are not allowed. */
    public void setHeader(String name, String value) {
        response.setHeader(requireFree(name), value);
    }

    /** Sets a binary response header, whose name ends in {@code -bin}. */
    public void setBinaryHeader(String name, ByteString value) {
        requireBinaryName(name);
        setHeader(name, Base64.getEncoder().withoutPadding().encodeToString(value.toByteArray()));
    }

    /** Sets a trailer; unary calls carry it as the header {@code Trailer-NAME}. */
    public void setTrailer(String name, String value) {
        response.setHeader("Trailer-" + requireFree(name), value);
    }

    private static String requireFree(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.startsWith("connect-")
                || lower.startsWith("trailer-")
                || lower.startsWith("content-")) {
            throw new IllegalArgumentException("header belongs to the protocol: " + name);
        }
        return name;
    }

    private static void requireBinaryName(String name) {
        if (!name.toLowerCase(Locale.ROOT).endsWith(BINARY_SUFFIX)) {
            throw new IllegalArgumentException("binary headers end in -bin: " + name);
        }
    }

    private static ByteString decode(String name, String value) {
        try {
            return ByteString.copyFrom(Base64.getDecoder().decode(value));
        } catch (IllegalArgumentException e) {
            throw TerraneException.of(
                            CommonError.INVALID_ARGUMENT, "header " + name + " is not base64")
                    .field(name)
                    .cause(e)
                    .toException();
        }
    }
}
