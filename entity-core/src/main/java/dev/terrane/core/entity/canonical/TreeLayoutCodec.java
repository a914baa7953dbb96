package dev.terrane.core.entity.canonical;

import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.ProjectionClass.ChildClasses;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.entity.stream.StreamLayout;
import dev.terrane.core.entity.stream.StreamLayout.ChildRule;
import dev.terrane.proto.entity.v1alpha1.ChildLayout;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Layouts with containers to and from their message. */
public final class TreeLayoutCodec {
    private final SnapshotLimits limits;
    private final GuidWidth width;
    private int entities;
    private int members;

    private TreeLayoutCodec(SnapshotLimits limits, GuidWidth width) {
        this.limits = limits;
        this.width = width;
    }

    /** The layout as a message: members by ascending index, named children by ascending guid. */
    public static dev.terrane.proto.entity.v1alpha1.EntityLayout toMessage(StreamLayout layout) {
        var message = LayoutCodec.toMessage(layout.members()).toBuilder();
        for (int i = 0; i < layout.children().size(); i++) {
            ChildRule rule = layout.children().valueAt(i);
            message.addContainers(
                    container(
                            layout.members(),
                            i,
                            rule.every(),
                            rule.named(),
                            TreeLayoutCodec::toMessage));
        }
        return message.build();
    }

    /** A projection class as a message: as its layout, with the precision of the members. */
    public static dev.terrane.proto.entity.v1alpha1.EntityLayout toMessage(
            ProjectionClass projection) {
        var message = LayoutCodec.precise(projection);
        for (int i = 0; i < projection.children().size(); i++) {
            ChildClasses rule = projection.children().valueAt(i);
            message.addContainers(
                    container(
                            projection.layout(),
                            i,
                            rule.every(),
                            rule.named(),
                            TreeLayoutCodec::toMessage));
        }
        return message.build();
    }

    /** A container with what is selected of its children, each of them a {@code T}. */
    private static <T> dev.terrane.proto.entity.v1alpha1.ContainerLayout container(
            EntityLayout owner,
            int position,
            @Nullable T every,
            Map<Guid, T> named,
            Function<T, dev.terrane.proto.entity.v1alpha1.EntityLayout> toMessage) {
        ContainerLayout container = owner.containers().valueAt(position);
        var message =
                dev.terrane.proto.entity.v1alpha1.ContainerLayout.newBuilder()
                        .setIndex((int) owner.containers().keyAt(position))
                        .setName(container.name())
                        .setChildClass(container.childClass());
        if (every != null) {
            message.setEveryChild(toMessage.apply(every));
        }
        new TreeMap<>(named)
                .forEach((guid, child) -> message.addChildren(child(guid, toMessage.apply(child))));
        return message.build();
    }

    private static ChildLayout child(
            Guid guid, dev.terrane.proto.entity.v1alpha1.EntityLayout layout) {
        return ChildLayout.newBuilder().setGuid(guid.value()).setLayout(layout).build();
    }

    /** A layout that the sender of a binding gave; its entities are counted as they are named. */
    public static Decoded<StreamLayout> fromMessage(
            dev.terrane.proto.entity.v1alpha1.EntityLayout message,
            SnapshotLimits limits,
            GuidWidth width) {
        try {
            StreamLayout layout = new TreeLayoutCodec(limits, width).read(message, 0);
            return layout.findContradiction()
                    .<Decoded<StreamLayout>>map(Decoded.Refused::new)
                    .orElseGet(() -> new Decoded.Ok<>(layout));
        } catch (CodecException e) {
            return new Decoded.Refused<>(e.refusal());
        }
    }

    /** A projection class that the sender of a binding gave. */
    public static Decoded<ProjectionClass> classFromMessage(
            String schemaId,
            dev.terrane.proto.entity.v1alpha1.EntityLayout message,
            SnapshotLimits limits,
            GuidWidth width) {
        try {
            StreamLayout tree = new TreeLayoutCodec(limits, width).read(message, 0);
            return new Decoded.Ok<>(precise(schemaId, message, tree));
        } catch (CodecException e) {
            return new Decoded.Refused<>(e.refusal());
        }
    }

    /** The class of a layout that was read from the message. */
    private static ProjectionClass precise(
            String schemaId,
            dev.terrane.proto.entity.v1alpha1.EntityLayout message,
            StreamLayout tree) {
        var children = new IndexMap.Builder<ChildClasses>();
        for (var container : message.getContainersList()) {
            long index = Integer.toUnsignedLong(container.getIndex());
            ChildRule rule = tree.children().get(index);
            StreamLayout every = rule.every();
            Map<Guid, ProjectionClass> named = new TreeMap<>();
            for (ChildLayout child : container.getChildrenList()) {
                var guid = new Guid(child.getGuid());
                StreamLayout layout = Objects.requireNonNull(rule.named().get(guid));
                named.put(guid, precise(schemaId, child.getLayout(), layout));
            }
            children.put(
                    index,
                    new ChildClasses(
                            every == null
                                    ? null
                                    : precise(schemaId, container.getEveryChild(), every),
                            named));
        }
        return switch (ProjectionClass.of(
                schemaId, tree.members(), LayoutCodec.quantisation(message), children.build())) {
            case ProjectionClass.Result.Ok(ProjectionClass projection) -> projection;
            case ProjectionClass.Result.Refused(Refusal refusal) ->
                    throw new CodecException(refusal);
        };
    }

    private StreamLayout read(dev.terrane.proto.entity.v1alpha1.EntityLayout message, int depth) {
        if (depth > limits.depthMax()) {
            throw CodecException.over(Refusal.Limit.ENTITY_DEPTH, limits.depthMax(), depth);
        }
        entities++;
        if (entities > limits.entitiesMax()) {
            throw CodecException.over(
                    Refusal.Limit.STREAM_ENTITIES, limits.entitiesMax(), entities);
        }
        int left = limits.membersMax() - members;
        EntityLayout flat = LayoutCodec.read(message.toBuilder().clearContainers().build(), left);
        count(flat);
        Set<String> names = new HashSet<>();
        flat.fields().values().forEach(field -> names.add(field.name()));
        flat.tables().values().forEach(table -> names.add(table.name()));
        var containers = new IndexMap.Builder<ContainerLayout>();
        var rules = new IndexMap.Builder<ChildRule>();
        for (var container : message.getContainersList()) {
            spend(1);
            String location = flat.name() + "." + Indices.name(container.getName());
            long index = Indices.require(container.getIndex(), location);
            boolean taken = flat.fields().has(index) || flat.tables().has(index);
            if (taken || !names.add(container.getName())) {
                throw CodecException.rejected(Reason.DUPLICATE, location);
            }
            containers.put(
                    index,
                    new ContainerLayout(
                            container.getName(), Indices.name(container.getChildClass())));
            rules.put(index, rule(container, location, depth));
        }
        return new StreamLayout(
                new EntityLayout(
                        flat.name(),
                        flat.fields(),
                        flat.tables(),
                        Indices.distinct(containers, flat.name())),
                Indices.distinct(rules, flat.name()));
    }

    private ChildRule rule(
            dev.terrane.proto.entity.v1alpha1.ContainerLayout container,
            String location,
            int depth) {
        Map<Guid, StreamLayout> named = new HashMap<>();
        for (ChildLayout child : container.getChildrenList()) {
            Guid guid = Indices.guid(child.getGuid(), width, location);
            if (named.containsKey(guid)) {
                throw CodecException.rejected(Reason.DUPLICATE, location + " guid " + guid);
            }
            named.put(guid, child(child.getLayout(), container, location, depth));
        }
        return new ChildRule(
                container.hasEveryChild()
                        ? child(container.getEveryChild(), container, location, depth)
                        : null,
                named);
    }

    private StreamLayout child(
            dev.terrane.proto.entity.v1alpha1.EntityLayout layout,
            dev.terrane.proto.entity.v1alpha1.ContainerLayout container,
            String location,
            int depth) {
        if (!layout.getClassName().equals(container.getChildClass())) {
            throw CodecException.rejected(Reason.CLASS_MISMATCH, location);
        }
        return read(layout, depth + 1);
    }

    private void count(EntityLayout layout) {
        spend(layout.fields().size() + layout.tables().size());
        layout.tables().values().forEach(table -> spend(table.columns().size()));
    }

    private void spend(int more) {
        members += more;
        if (members > limits.membersMax()) {
            throw CodecException.over(Refusal.Limit.MEMBERS, limits.membersMax(), members);
        }
    }
}
