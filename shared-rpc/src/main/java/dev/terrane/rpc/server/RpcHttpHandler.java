package dev.terrane.rpc.server;

import com.google.protobuf.Message;
import dev.terrane.rpc.Deadline;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.RpcCode;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.wire.FieldPaths;
import dev.terrane.rpc.wire.Gzip;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.HttpRequestHandler;

/**
 * Answers one unary method over HTTP. The order of refusals: verb, protocol version, timeout,
 * content type, compression, size, message; then the method itself. For all threads.
 */
final class RpcHttpHandler implements HttpRequestHandler {
    private static final Logger LOG = LoggerFactory.getLogger(RpcHttpHandler.class);

    private final RpcMethod method;
    private final RpcServerProperties properties;
    private final RequestReader reader;
    private final DeadlineWatch watch;
    private final CallerSource callers;
    private final RpcListener listener;
    private final List<FailureTranslator> failures;

    RpcHttpHandler(
            RpcMethod method,
            RpcServerProperties properties,
            DeadlineWatch watch,
            CallerSource callers,
            RpcListener listener,
            List<FailureTranslator> failures) {
        this.method = method;
        this.properties = properties;
        this.reader = new RequestReader(properties);
        this.watch = watch;
        this.callers = callers;
        this.listener = listener;
        this.failures = List.copyOf(failures);
    }

    RpcMethod method() {
        return method;
    }

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        long startNanos = System.nanoTime();
        RpcCode code = null;
        try {
            answer(request, response);
        } catch (TerraneException refusal) {
            code = refusal.code().spec().rpc();
            addHeaders(refusal, response);
            ConnectErrors.write(response, refusal);
        } finally {
            listener.finished(method, code, Duration.ofNanos(System.nanoTime() - startNanos));
        }
    }

    private void answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        boolean isGet = checkVerb(request.getMethod());
        reader.checkVersion(request);
        Deadline deadline = reader.deadline(request);
        RequestReader.Call call =
                isGet ? reader.readGet(request, method) : reader.readPost(request, method);
        if (isGet) {
            // A handler may say better; by default nobody shares and everybody asks again.
            response.setHeader("Cache-Control", "private, no-cache");
            response.addHeader("Vary", "Authorization");
        }
        RpcContext context =
                new RpcContext(method, callers.callerOf(request), deadline, request, response);
        Message reply = run(call.message(), context);
        byte[] body = call.codec().encode(reply);
        response.addHeader("Vary", "Accept-Encoding");
        if (body.length > properties.gzipFrom().toBytes() && acceptsGzip(request)) {
            body = Gzip.compress(body);
            response.setHeader("Content-Encoding", "gzip");
        }
        response.setContentType(call.codec().mediaType());
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    private boolean checkVerb(String verb) {
        boolean isGet = verb.equals("GET");
        if (verb.equals("POST") || (isGet && method.isReadOnly())) {
            return isGet;
        }
        throw TerraneException.of(
                        CommonError.METHOD_NOT_ALLOWED,
                        method.fullName() + " is called with " + allowed() + ", not " + verb)
                .extra("allow", allowed())
                .toException();
    }

    private String allowed() {
        return method.isReadOnly() ? "GET, POST" : "POST";
    }

    private Message run(Message message, RpcContext context) {
        try {
            return switch (watch.run(
                    context.deadline(), () -> method.handler().handle(message, context))) {
                case DeadlineWatch.Outcome.Done<Message>(Message reply) -> checked(reply);
                case DeadlineWatch.Outcome.Late<Message> _ -> throw late(null);
            };
        } catch (TerraneException refusal) {
            throw placed(refusal);
        } catch (RpcException downstream) {
            throw forwarded(downstream);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TerraneException.of(CommonError.UNAVAILABLE, "the service is stopping")
                    .cause(e)
                    .toException();
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    /** With the pointer of the field a handler refuses. */
    private TerraneException placed(TerraneException refusal) {
        if (!refusal.info().getPointer().isEmpty()) {
            return refusal;
        }
        return FieldPaths.findPointer(method.descriptor().getInputType(), refusal.info().getField())
                .map(refusal::at)
                .orElse(refusal);
    }

    private TerraneException failed(RuntimeException e) {
        for (FailureTranslator translator : failures) {
            Optional<TerraneException> known = translator.translate(e);
            if (known.isPresent()) {
                return known.get();
            }
        }
        LOG.error("{} failed", method.fullName(), e);
        return TerraneException.of(CommonError.INTERNAL, method.fullName() + " failed")
                .cause(e)
                .toException();
    }

    private Message checked(Message reply) {
        if (!reply.getDescriptorForType().equals(method.descriptor().getOutputType())) {
            throw new IllegalStateException(
                    method.fullName()
                            + " answered with "
                            + reply.getDescriptorForType().getFullName());
        }
        return reply;
    }

    /**
     * A refusal of a service this one called. Waiting and overload pass through as what they are;
     * anything else the handler did not deal with is this service's own defect.
     */
    private TerraneException forwarded(RpcException downstream) {
        return switch (downstream.code()) {
            case DEADLINE_EXCEEDED -> late(downstream);
            case UNAVAILABLE, RESOURCE_EXHAUSTED ->
                    TerraneException.of(
                                    CommonError.UNAVAILABLE,
                                    "a service this call needs is unavailable: "
                                            + downstream.method())
                            .cause(downstream)
                            .toException();
            default -> {
                LOG.error("{} failed downstream", method.fullName(), downstream);
                yield TerraneException.of(CommonError.INTERNAL, method.fullName() + " failed")
                        .cause(downstream)
                        .toException();
            }
        };
    }

    private TerraneException late(@Nullable Throwable cause) {
        TerraneException.Builder builder =
                TerraneException.of(
                        CommonError.DEADLINE_EXCEEDED,
                        method.fullName() + " did not finish within its deadline");
        return cause == null ? builder.toException() : builder.cause(cause).toException();
    }

    private void addHeaders(TerraneException refusal, HttpServletResponse response) {
        if (refusal.code() instanceof CommonError common) {
            switch (common) {
                case METHOD_NOT_ALLOWED -> response.setHeader("Allow", allowed());
                case UNSUPPORTED_MEDIA_TYPE ->
                        response.setHeader("Accept-Post", "application/json, application/proto");
                case UNSUPPORTED_ENCODING -> response.setHeader("Accept-Encoding", "gzip");
                case RESOURCE_EXHAUSTED, UNAVAILABLE ->
                        response.setHeader(
                                "Retry-After",
                                refusal.info().getExtrasOrDefault("retryAfterSeconds", "1"));
                default -> {}
            }
        }
    }

    private static boolean acceptsGzip(HttpServletRequest request) {
        String accepted = request.getHeader("Accept-Encoding");
        if (accepted == null) {
            return false;
        }
        for (String item : accepted.toLowerCase(Locale.ROOT).split(",")) {
            String[] parts = item.strip().split(";");
            if (parts[0].strip().equals("gzip")) {
                return parts.length == 1 || !parts[1].strip().matches("q=0(\\.0*)?");
            }
        }
        return false;
    }
}
