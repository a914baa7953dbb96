package dev.terrane.rpc.client;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.terrane.rpc.Deadline;
import dev.terrane.rpc.error.RpcCode;
import dev.terrane.rpc.wire.ConnectCodec;
import dev.terrane.rpc.wire.ConnectError;
import dev.terrane.rpc.wire.Gzip;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Calls the RPC methods of one server: binary messages over HTTP/1.1 with kept connections. For all
 * threads; blocks the caller, which may be a virtual thread. A call never outlasts its timeout nor
 * the deadline of the RPC this thread is answering ({@link Deadline#current()}). Only calls marked
 * idempotent are repeated.
 */
public final class RpcClient implements AutoCloseable {
    private static final String CORRELATION_HEADER = "X-Correlation-Id";
    private static final String CORRELATION_KEY = "correlationId";

    private final URI base;
    private final TokenSource tokens;
    private final RpcClientSettings settings;
    private final HttpClient http;

    /** A client with default limits. */
    public RpcClient(URI base, TokenSource tokens) {
        this(base, tokens, RpcClientSettings.defaults());
    }

    /**
     * A client.
     *
     * @param base scheme, host and port of the server, with a path prefix if it has one
     * @param tokens gives the bearer token of each call
     * @param settings the limits
     */
    public RpcClient(URI base, TokenSource tokens, RpcClientSettings settings) {
        String text = base.toString();
        this.base = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
        this.tokens = tokens;
        this.settings = settings;
        this.http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(settings.connectTimeout())
                        .executor(Executors.newVirtualThreadPerTaskExecutor())
                        .build();
    }

    /** The server's address. */
    public URI base() {
        return base;
    }

    /**
     * Calls once.
     *
     * @param method the method's descriptor
     * @param request the message to send
     * @param response prototype of the answer, its default instance
     * @param timeout the longest the call may take, with everything
     * @throws RpcException when it is refused or no answer comes
     */
    public <R extends Message> R call(
            MethodDescriptor method, Message request, R response, Duration timeout) {
        return run(method, request, response, timeout, 1);
    }

    /**
     * Calls, and repeats after a lost connection or {@code unavailable} while attempts and time
     * last. Only for methods that read, or whose message carries its idempotency key.
     *
     * @throws RpcException when it is refused or no answer comes, the last attempt's
     */
    public <R extends Message> R callIdempotent(
            MethodDescriptor method, Message request, R response, Duration timeout) {
        return run(method, request, response, timeout, settings.attemptsMax());
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    private <R extends Message> R run(
            MethodDescriptor method, Message request, R response, Duration timeout, int attempts) {
        Deadline own = Deadline.after(timeout);
        Deadline deadline = Deadline.current().map(own::earlier).orElse(own);
        String name = method.getService().getFullName() + "/" + method.getName();
        byte[] body = request.toByteArray();
        boolean mayRenewToken = true;
        for (int attempt = 1; ; attempt++) {
            Optional<String> token = tokens.token(deadline);
            try {
                return attempt(name, body, response, deadline, token);
            } catch (RpcException e) {
                boolean renew =
                        mayRenewToken && token.isPresent() && e.code() == RpcCode.UNAUTHENTICATED;
                if (renew) {
                    // Refused before any work, so it may be sent again whatever the method.
                    mayRenewToken = false;
                    tokens.refused(token.get());
                    attempt--;
                } else if (attempt >= attempts || e.code() != RpcCode.UNAVAILABLE) {
                    throw e;
                } else if (!pause(attempt, deadline)) {
                    throw e;
                }
            }
        }
    }

    /** Waits before the next attempt; false when the deadline would pass meanwhile. */
    private boolean pause(int attempt, Deadline deadline) {
        long millis = settings.backoff().toMillis() << (attempt - 1);
        long jittered = millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1);
        if (deadline.remaining().toMillis() <= jittered) {
            return false;
        }
        try {
            Thread.sleep(jittered);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private <R extends Message> R attempt(
            String name, byte[] body, R response, Deadline deadline, Optional<String> token) {
        long millis = deadline.remaining().toMillis();
        if (millis == 0) {
            throw local(name, RpcCode.DEADLINE_EXCEEDED, "no time left to call", null);
        }
        boolean mayGzip = settings.gzipFrom() != RpcClientSettings.NO_GZIP;
        boolean gzip = mayGzip && body.length >= settings.gzipFrom();
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(URI.create(base + "/" + name))
                        .header("Content-Type", ConnectCodec.PROTO.mediaType())
                        .header("Connect-Protocol-Version", "1")
                        .header("Connect-Timeout-Ms", Long.toString(millis))
                        .header("Accept-Encoding", mayGzip ? "gzip" : "identity")
                        .POST(BodyPublishers.ofByteArray(gzip ? Gzip.compress(body) : body));
        if (gzip) {
            builder.header("Content-Encoding", "gzip");
        }
        token.ifPresent(value -> builder.header("Authorization", "Bearer " + value));
        String correlation = MDC.get(CORRELATION_KEY);
        if (correlation != null) {
            builder.header(CORRELATION_HEADER, correlation);
        }
        return decode(name, send(name, builder.build(), deadline), response);
    }

    private HttpResponse<byte[]> send(String name, HttpRequest request, Deadline deadline) {
        CompletableFuture<HttpResponse<byte[]>> pending =
                http.sendAsync(
                        request,
                        BodyHandlers.limiting(
                                BodyHandlers.ofByteArray(), settings.responseBytesMax()));
        try {
            return pending.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            pending.cancel(true);
            throw local(name, RpcCode.DEADLINE_EXCEEDED, "no answer within the deadline", e);
        } catch (InterruptedException e) {
            pending.cancel(true);
            Thread.currentThread().interrupt();
            throw deadline.isPast()
                    ? local(name, RpcCode.DEADLINE_EXCEEDED, "no answer within the deadline", e)
                    : local(name, RpcCode.CANCELED, "interrupted while waiting", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw local(name, RpcCode.UNAVAILABLE, base + " gave no answer: " + cause, cause);
        }
    }

    private <R extends Message> R decode(String name, HttpResponse<byte[]> reply, R response) {
        byte[] body = plain(name, reply);
        if (reply.statusCode() != 200) {
            throw new RpcException(name, ConnectError.fromReply(reply.statusCode(), body), null);
        }
        String type = reply.headers().firstValue("Content-Type").orElse("");
        if (!type.equals(ConnectCodec.PROTO.mediaType())) {
            throw local(name, RpcCode.UNKNOWN, "answered with content type " + type, null);
        }
        try {
            return cast(response, ConnectCodec.PROTO.decode(response, body));
        } catch (InvalidProtocolBufferException e) {
            throw local(name, RpcCode.INTERNAL, "answered with bytes that are no message", e);
        }
    }

    private byte[] plain(String name, HttpResponse<byte[]> reply) {
        if (!reply.headers().firstValue("Content-Encoding").orElse("").equals("gzip")) {
            return reply.body();
        }
        try {
            byte[] plain = Gzip.decompress(reply.body(), settings.responseBytesMax());
            if (plain.length > settings.responseBytesMax()) {
                throw local(
                        name,
                        RpcCode.RESOURCE_EXHAUSTED,
                        "answer is over " + settings.responseBytesMax() + " bytes",
                        null);
            }
            return plain;
        } catch (IOException e) {
            throw local(name, RpcCode.INTERNAL, "answered with a body that is not gzip", e);
        }
    }

    @SuppressWarnings("unchecked") // parsed by the prototype's own parser
    private static <R extends Message> R cast(R prototype, Message message) {
        return (R) prototype.getClass().cast(message);
    }

    private static RpcException local(
            String name, RpcCode code, String text, @Nullable Throwable cause) {
        return new RpcException(name, new ConnectError(code, text, List.of()), cause);
    }
}
