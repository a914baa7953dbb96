package dev.terrane.gateway.stages.wire;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.Message;
import dev.terrane.proto.error.v1alpha1.ErrorInfo;
import dev.terrane.rpc.client.RpcClient;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;
import java.time.Duration;
import java.util.function.Supplier;

/** Calls of one service of another process; what it refuses comes as this gateway's refusal. */
final class Calls {
    private final Supplier<RpcClient> client;
    private final ServiceDescriptor service;
    private final Duration timeout;

    Calls(Supplier<RpcClient> client, ServiceDescriptor service, Duration timeout) {
        this.client = client;
        this.service = service;
        this.timeout = timeout;
    }

    /** Reads, or does what an id in the message makes safe to repeat. */
    <R extends Message> R call(String method, Message request, R response) {
        MethodDescriptor descriptor = service.findMethodByName(method);
        if (descriptor == null) {
            throw new IllegalArgumentException(service.getFullName() + " has no " + method);
        }
        try {
            return client.get().callIdempotent(descriptor, request, response, timeout);
        } catch (RpcException e) {
            throw refusal(e);
        }
    }

    /** The refusal behind a failed call, with its place and values. */
    static TerraneException refusal(RpcException e) {
        ErrorCode code =
                e.errorCode()
                        .orElse(
                                switch (e.code()) {
                                    case NOT_FOUND -> CommonError.NOT_FOUND;
                                    case PERMISSION_DENIED -> CommonError.FORBIDDEN;
                                    case INVALID_ARGUMENT -> CommonError.INVALID_ARGUMENT;
                                    case DEADLINE_EXCEEDED -> CommonError.DEADLINE_EXCEEDED;
                                    case UNAVAILABLE -> CommonError.UNAVAILABLE;
                                    case RESOURCE_EXHAUSTED -> CommonError.RESOURCE_EXHAUSTED;
                                    default -> CommonError.INTERNAL;
                                });
        // Credentials between services are the operator's matter; the caller's own were fine.
        ErrorCode told = code == CommonError.UNAUTHENTICATED ? CommonError.UNAVAILABLE : code;
        ErrorInfo info = e.info();
        TerraneException.Builder refusal = TerraneException.of(told, e.text()).cause(e);
        if (!info.getPointer().isEmpty()) {
            refusal.pointer(info.getPointer());
        }
        if (!info.getField().isEmpty()) {
            refusal.field(info.getField());
        }
        if (!info.getLimitName().isEmpty()) {
            refusal.limit(info.getLimitName(), info.getLimit(), info.getActual());
        }
        info.getExtrasMap().forEach(refusal::extra);
        return refusal.toException();
    }
}
