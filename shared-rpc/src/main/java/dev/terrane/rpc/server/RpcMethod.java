package dev.terrane.rpc.server;

import com.google.protobuf.DescriptorProtos.MethodOptions.IdempotencyLevel;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * One unary method with what answers it.
 *
 * @param descriptor the method's descriptor
 * @param request prototype of the request message
 * @param limit largest request when it is another than the common one, else null
 * @param handler answers it
 */
public record RpcMethod(
        MethodDescriptor descriptor,
        Message request,
        @Nullable Limit limit,
        UnaryHandler<Message, Message> handler) {

    /**
     * How long a request may be.
     *
     * @param setting the setting that gives it, as refusals name it
     * @param bytesMax largest message, before and after decompression
     */
    public record Limit(String setting, DataSize bytesMax) {}

    /** The method's name in access tables, for example {@code pkg.Service/Method}. */
    public String fullName() {
        return descriptor.getService().getFullName() + "/" + descriptor.getName();
    }

    /** The one path that reaches it; compared character by character. */
    public String path() {
        return "/" + fullName();
    }

    /** Whether the method is declared free of side effects and so may be called by GET. */
    public boolean isReadOnly() {
        return descriptor.getOptions().getIdempotencyLevel() == IdempotencyLevel.NO_SIDE_EFFECTS;
    }
}
