package dev.terrane.support.probe;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.Empty;
import com.google.protobuf.EmptyProto;
import com.google.protobuf.StringValue;
import com.google.protobuf.WrappersProto;
import dev.terrane.proto.error.v1alpha1.ErrorInfo;
import dev.terrane.proto.error.v1alpha1.RevisionConflict;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.Role;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.rpc.socket.SocketEndpoint;
import dev.terrane.rpc.socket.SocketListener;
import dev.terrane.rpc.socket.SocketRequest;
import dev.terrane.support.security.TicketVerifier;
import dev.terrane.support.web.BodyLimit;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A service with one of everything, for the tests of what services share. */
@SpringBootApplication
public class ProbeApp {
    public static final String SOCKET = "terrane.probe-events.v1";
    public static final String GOOD_TICKET = "A".repeat(43);

    record Thing(String name, int count) {}

    @RestController
    static class Things {
        @GetMapping("/api/v1/things")
        List<Thing> list(@RequestParam(defaultValue = "10") int limit) {
            return List.of(new Thing("a", limit));
        }

        @GetMapping("/api/v1/things/{id}")
        Thing get(@PathVariable String id) {
            throw switch (id) {
                case "stale" ->
                        TerraneException.of(WorldError.STALE_REVISION, "it is at 7")
                                .pointer("/a")
                                .detail(
                                        RevisionConflict.newBuilder()
                                                .setCurrentRevision(7)
                                                .setCurrentChecksum("ab")
                                                .build())
                                .toException();
                case "busy" ->
                        TerraneException.of(CommonError.RESOURCE_EXHAUSTED, "queue is full")
                                .limit("queue", 4, 5)
                                .extra("retryAfterSeconds", "9")
                                .toException();
                case "many" ->
                        TerraneException.of(CommonError.INVALID_ARGUMENT, "two places")
                                .detail(place("/a"))
                                .detail(place("/b"))
                                .toException();
                case "broken" -> new IllegalStateException("a defect with a secret in its text");
                default ->
                        TerraneException.of(CommonError.NOT_FOUND, "no thing " + id)
                                .field("id")
                                .toException();
            };
        }

        @GetMapping("/api/v1/things/public")
        String open() {
            return "open";
        }

        @GetMapping(
                path = "/api/v1/shown",
                produces = {"application/json", "text/csv", "image/png"})
        byte[] shown() {
            return new byte[0];
        }

        @PostMapping("/api/v1/things")
        Thing make(@RequestBody Thing thing) {
            return thing;
        }

        @GetMapping("/api/v1/whoami")
        Map<String, Object> whoami(Caller caller) {
            return Map.of(
                    "subject", caller.subject(),
                    "content", caller.content(),
                    "mature", caller.mature(),
                    "team", caller.team());
        }

        private static ErrorInfo place(String pointer) {
            return ErrorInfo.newBuilder()
                    .setCode("INVALID_ARGUMENT")
                    .setPointer(pointer)
                    .setByteOffset(-1)
                    .build();
        }
    }

    @Bean
    BodyLimit thingLimit() {
        return new BodyLimit(
                "/api/v1/things", "terrane.probe.thing-bytes-max", DataSize.ofKilobytes(1));
    }

    @Bean
    RpcService thingService() throws DescriptorValidationException {
        return RpcService.of(descriptor())
                .unary(
                        "Find",
                        Empty.getDefaultInstance(),
                        (request, context) -> StringValue.of(context.caller().subject()))
                .unary(
                        "Drop",
                        Empty.getDefaultInstance(),
                        (request, context) -> StringValue.of("dropped"))
                .build();
    }

    @Bean
    TicketVerifier tickets() {
        return (ticket, origin) ->
                ticket.equals(GOOD_TICKET)
                        ? Optional.of(
                                new Caller(
                                        "ticketed",
                                        Set.of(Role.OPERATOR),
                                        Map.of(),
                                        false,
                                        "",
                                        "",
                                        Instant.now().plusSeconds(60)))
                        : Optional.empty();
    }

    @Bean
    SocketEndpoint socket() {
        return new SocketEndpoint() {
            @Override
            public String path() {
                return "/probe/{room}/connect";
            }

            @Override
            public Set<String> subprotocols() {
                return Set.of(SOCKET);
            }

            @Override
            public int messageBytesMax() {
                return 1024;
            }

            @Override
            public SocketListener connect(SocketRequest request) {
                String room = request.variables().get("room");
                if ("closed".equals(room)) {
                    throw TerraneException.of(CommonError.NOT_FOUND, "no room").toException();
                }
                return new Greeter(request.caller().subject() + "@" + room);
            }
        };
    }

    /** Says who came, then echoes. */
    public static final class Greeter extends SocketListener {
        private final String greeting;
        private Session session;

        Greeter(String greeting) {
            this.greeting = greeting;
        }

        @Override
        protected void onOpen(Session opened) {
            session = opened;
            session.sendText(greeting, Callback.NOOP);
        }

        @Override
        public void onWebSocketText(String message) {
            session.sendText(message, Callback.NOOP);
        }

        @Override
        protected void onClose(int code, String reason) {}
    }

    private static ServiceDescriptor descriptor() throws DescriptorValidationException {
        ServiceDescriptorProto.Builder service =
                ServiceDescriptorProto.newBuilder().setName("ThingService");
        for (String method : List.of("Find", "Drop")) {
            service.addMethod(
                    MethodDescriptorProto.newBuilder()
                            .setName(method)
                            .setInputType(".google.protobuf.Empty")
                            .setOutputType(".google.protobuf.StringValue"));
        }
        FileDescriptorProto file =
                FileDescriptorProto.newBuilder()
                        .setName("probe.proto")
                        .setPackage("terrane.probe.v1")
                        .addDependency("google/protobuf/empty.proto")
                        .addDependency("google/protobuf/wrappers.proto")
                        .addService(service)
                        .build();
        return FileDescriptor.buildFrom(
                        file,
                        new FileDescriptor[] {
                            EmptyProto.getDescriptor(), WrappersProto.getDescriptor()
                        })
                .findServiceByName("ThingService");
    }
}
