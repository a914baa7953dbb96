package dev.terrane.rpc.server;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * All methods of one Protobuf service, bound to what answers them. A bean of this type is served.
 * Immutable; its handlers are called by many threads at once.
 */
public final class RpcService {
    private final ServiceDescriptor descriptor;
    private final List<RpcMethod> methods;

    private RpcService(ServiceDescriptor descriptor, List<RpcMethod> methods) {
        this.descriptor = descriptor;
        this.methods = List.copyOf(methods);
    }

    /** Starts the binding of a service; the descriptor comes from the generated outer class. */
    public static Builder of(ServiceDescriptor descriptor) {
        return new Builder(descriptor);
    }

    /** The service's descriptor. */
    public ServiceDescriptor descriptor() {
        return descriptor;
    }

    /** The same service, each of whose methods is answered as this says. */
    public RpcService answeredBy(Function<RpcMethod, UnaryHandler<Message, Message>> handlers) {
        return new RpcService(
                descriptor,
                methods.stream()
                        .map(
                                method ->
                                        new RpcMethod(
                                                method.descriptor(),
                                                method.request(),
                                                method.limit(),
                                                handlers.apply(method)))
                        .toList());
    }

    /** The methods in the order of the descriptor. */
    public List<RpcMethod> methods() {
        return methods;
    }

    /** Collects the bindings. Not safe for several threads. */
    public static final class Builder {
        private final ServiceDescriptor descriptor;
        private final Map<String, RpcMethod> byName = new LinkedHashMap<>();

        private Builder(ServiceDescriptor descriptor) {
            this.descriptor = descriptor;
        }

        /**
         * Binds one unary method.
         *
         * @param name the method's name in the .proto file
         * @param request prototype of the request, its default instance
         * @param handler answers it
         * @throws IllegalArgumentException when the service has no such unary method, it is already
         *     bound, or the prototype is of another type
         */
        public <Q extends Message, R extends Message> Builder unary(
                String name, Q request, UnaryHandler<Q, R> handler) {
            return bind(name, request, null, handler);
        }

        /**
         * Binds one unary method whose requests may be longer or shorter than others.
         *
         * @param setting the setting that bounds them, as refusals name it
         * @param bytesMax largest request, before and after decompression
         */
        public <Q extends Message, R extends Message> Builder unary(
                String name,
                Q request,
                String setting,
                DataSize bytesMax,
                UnaryHandler<Q, R> handler) {
            return bind(name, request, new RpcMethod.Limit(setting, bytesMax), handler);
        }

        private <Q extends Message, R extends Message> Builder bind(
                String name,
                Q request,
                RpcMethod.@Nullable Limit limit,
                UnaryHandler<Q, R> handler) {
            MethodDescriptor method = descriptor.findMethodByName(name);
            if (method == null || method.isClientStreaming() || method.isServerStreaming()) {
                throw new IllegalArgumentException(
                        descriptor.getFullName() + " has no unary method " + name);
            }
            if (!method.getInputType().equals(request.getDescriptorForType())) {
                throw new IllegalArgumentException(
                        name + " takes " + method.getInputType().getFullName());
            }
            // The bytes are parsed by the prototype, so the handler meets its own request type.
            UnaryHandler<Message, Message> erased =
                    (message, context) -> handler.handle(castTo(request, message), context);
            if (byName.putIfAbsent(name, new RpcMethod(method, request, limit, erased)) != null) {
                throw new IllegalArgumentException(name + " is bound twice");
            }
            return this;
        }

        /**
         * The finished service.
         *
         * @throws IllegalStateException when a method of the descriptor is not bound
         */
        public RpcService build() {
            List<RpcMethod> methods = new ArrayList<>();
            for (MethodDescriptor method : descriptor.getMethods()) {
                RpcMethod bound = byName.get(method.getName());
                if (bound == null) {
                    throw new IllegalStateException(
                            descriptor.getFullName() + "/" + method.getName() + " is not bound");
                }
                methods.add(bound);
            }
            return new RpcService(descriptor, methods);
        }

        @SuppressWarnings("unchecked") // same class as the prototype: parsed from its parser
        private static <Q extends Message> Q castTo(Q prototype, Message message) {
            return (Q) prototype.getClass().cast(message);
        }
    }
}
