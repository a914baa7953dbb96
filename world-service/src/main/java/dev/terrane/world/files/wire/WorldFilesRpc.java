package dev.terrane.world.files.wire;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.terrane.core.chunk.Texts;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.Deadline;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.RpcContext;
import dev.terrane.rpc.server.RpcMethod;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.rpc.server.UnaryHandler;
import dev.terrane.world.ServiceWide;
import dev.terrane.world.files.Lease;
import dev.terrane.world.files.OpenWorld;
import dev.terrane.world.files.WorldFiles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.stereotype.Component;

/**
 * Lets a call on a world that has a file of its own be answered by the method over that file
 * instead of the one over the shared database. The world is the request's {@code world}, or that of
 * its {@code key}, {@code keys}, {@code room} or {@code scope}. A call on all worlds goes to each
 * file, after the shared database, and the answers are added up.
 */
@Component
@ServiceWide
public final class WorldFilesRpc implements BeanPostProcessor {
    private static final String PACKAGE = "terrane.world.";

    /** Is about files itself. */
    private static final String FILES = "WorldFileService";

    /** What names a world, in messages that may stand in a request. */
    private static final String WORLD = "world";

    private static final List<String> PARTS = List.of("key", "keys", "room", "scope");

    /** Makes worlds that are not there yet. */
    private static final Set<String> MAKERS = Set.of("CreateWorld", "StartImport");

    /** Is on all worlds when it names none. */
    private static final Set<String> FOR_ALL =
            Set.of("VerifyChunks", "RebuildIndex", "PruneRevisions", "MigrateChunks", "Flush");

    private static final int LISTED_MAX = 100;

    private final ObjectProvider<WorldFiles> files;

    WorldFilesRpc(ObjectProvider<WorldFiles> files) {
        this.files = files;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof RpcService service
                        && service.descriptor().getFullName().startsWith(PACKAGE)
                        && !service.descriptor().getName().equals(FILES)
                ? service.answeredBy(this::routed)
                : bean;
    }

    private UnaryHandler<Message, Message> routed(RpcMethod method) {
        Optional<List<FieldDescriptor>> path = worldOf(method.descriptor().getInputType());
        return path.isEmpty()
                ? method.handler()
                : (request, context) -> answer(method, path.get(), request, context);
    }

    private Message answer(
            RpcMethod method, List<FieldDescriptor> path, Message request, RpcContext context)
            throws InterruptedException {
        WorldFiles all = files.getObject();
        String world = all.isUnused() ? "" : read(request, path);
        if (Texts.idFault(world) == null) {
            WorldId id = new WorldId(world);
            boolean makes = MAKERS.contains(method.descriptor().getName());
            Optional<Lease> own = makes ? all.findOrMake(id) : all.find(id);
            if (own.isPresent()) {
                try (Lease lease = own.get()) {
                    return over(lease.world(), method).handle(request, context);
                }
            }
        }
        Message answer = method.handler().handle(request, context);
        return world.isEmpty() && !all.isUnused() && FOR_ALL.contains(method.descriptor().getName())
                ? withAll(all, answer, method, request, context)
                : answer;
    }

    private static Message withAll(
            WorldFiles all, Message shared, RpcMethod method, Message request, RpcContext context)
            throws InterruptedException {
        Message answer = shared;
        List<WorldId> worlds = all.worlds();
        long longest = 0;
        for (int i = 0; i < worlds.size(); i++) {
            requireTime(context.deadline(), longest, i, worlds);
            long began = System.nanoTime();
            Optional<Lease> own = all.find(worlds.get(i));
            if (own.isPresent()) {
                try (Lease lease = own.get()) {
                    answer = sum(answer, over(lease.world(), method).handle(request, context));
                }
            }
            longest = Math.max(longest, System.nanoTime() - began);
        }
        return answer;
    }

    /**
     * Refuses with what was done when the next world would not end in time. What is done there
     * would be told to nobody.
     */
    static void requireTime(Deadline deadline, long longestNanos, int done, List<WorldId> worlds) {
        if (deadline.remaining().toNanos() <= longestNanos) {
            throw TerraneException.of(
                            CommonError.DEADLINE_EXCEEDED,
                            ("%d of %d worlds in files of their own were gone over, and the next would"
                                            + " not end within the deadline: go on from world '%s' with"
                                            + " a call for each world, or allow more time, up to"
                                            + " common.rpc.timeout-max")
                                    .formatted(done, worlds.size(), worlds.get(done)))
                    .toException();
        }
    }

    /** The same method over a world's file. */
    private static UnaryHandler<Message, Message> over(OpenWorld world, RpcMethod method) {
        return world.parts(RpcService.class).stream()
                .filter(
                        service ->
                                service.descriptor()
                                        .getFullName()
                                        .equals(method.descriptor().getService().getFullName()))
                .findFirst()
                .orElseThrow()
                .methods()
                .get(method.descriptor().getIndex())
                .handler();
    }

    /** Where a request names its world; empty when it does not. */
    static Optional<List<FieldDescriptor>> worldOf(Descriptor request) {
        FieldDescriptor own = request.findFieldByName(WORLD);
        if (own != null) {
            return own.getJavaType() == FieldDescriptor.JavaType.STRING
                    ? Optional.of(List.of(own))
                    : Optional.of(List.of(own, own.getMessageType().findFieldByName("id")));
        }
        for (String name : PARTS) {
            FieldDescriptor part = request.findFieldByName(name);
            if (part != null && part.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                return Optional.of(List.of(part, part.getMessageType().findFieldByName(WORLD)));
            }
        }
        return Optional.empty();
    }

    /** The world a request names; of several chunks, which are of one room, the first one's. */
    private static String read(Message request, List<FieldDescriptor> path) {
        FieldDescriptor first = path.getFirst();
        if (path.size() == 1) {
            return (String) request.getField(first);
        }
        if (first.isRepeated()) {
            return request.getRepeatedFieldCount(first) == 0
                    ? ""
                    : (String) ((Message) request.getRepeatedField(first, 0)).getField(path.get(1));
        }
        return (String) ((Message) request.getField(first)).getField(path.get(1));
    }

    /** Adds up counts and joins lists, of which the first entries are kept. */
    static Message sum(Message one, Message other) {
        Message.Builder sum = one.toBuilder();
        for (Map.Entry<FieldDescriptor, Object> entry : other.getAllFields().entrySet()) {
            FieldDescriptor field = entry.getKey();
            if (field.isRepeated()) {
                for (Object value : (List<?>) entry.getValue()) {
                    if (sum.getRepeatedFieldCount(field) < LISTED_MAX) {
                        sum.addRepeatedField(field, value);
                    }
                }
            } else if (field.getJavaType() == FieldDescriptor.JavaType.LONG) {
                sum.setField(field, (Long) one.getField(field) + (Long) entry.getValue());
            } else {
                throw new IllegalArgumentException("not a count: " + field.getFullName());
            }
        }
        return sum.build();
    }
}
