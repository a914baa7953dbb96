package dev.terrane.rpc.client;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import dev.terrane.proto.error.v1alpha1.ErrorInfo;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.ErrorRegistry;
import dev.terrane.rpc.error.RpcCode;
import dev.terrane.rpc.wire.ConnectError;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call that was refused, or whose answer did not come. With {@link RpcCode#UNAVAILABLE} or {@link
 * RpcCode#DEADLINE_EXCEEDED} the work may have been done all the same: repeat it with the same
 * idempotency key.
 */
public final class RpcException extends RuntimeException {
    private final String method;
    private final transient ConnectError error;

    /** A refusal, or a local failure with its cause. */
    public RpcException(String method, ConnectError error, @Nullable Throwable cause) {
        super(method + ": " + error.code().wireName() + ": " + error.message(), cause);
        this.method = method;
        this.error = error;
    }

    /** The method called, {@code pkg.Service/Method}. */
    public String method() {
        return method;
    }

    /** The protocol's code. */
    public RpcCode code() {
        return error.code();
    }

    /** The text the server sent, without the method's name. */
    public String text() {
        return error.message();
    }

    /** The refusal's place and values; the default instance when the server sent none. */
    public ErrorInfo info() {
        return error.info().orElse(ErrorInfo.getDefaultInstance());
    }

    /** The registry entry the server named, if it named one that is known here. */
    public Optional<ErrorCode> errorCode() {
        return ErrorRegistry.find(info().getCode());
    }

    /** All typed details as they came. */
    public List<Any> details() {
        return error.details();
    }

    /** The first detail of the prototype's type, if there is one. */
    public <T extends Message> Optional<T> detail(T prototype) {
        return error.detail(prototype);
    }
}
