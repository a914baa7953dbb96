package dev.terrane.core.entity.canonical;

import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.entity.stream.StreamLayout;
import dev.terrane.core.entity.stream.StreamLayout.ChildRule;
import dev.terrane.proto.entity.v1alpha1.ChildLayout;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

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
            ContainerLayout container = layout.members().containers().valueAt(i);
            ChildRule rule = layout.children().valueAt(i);
            var rules =
                    dev.terrane.proto.entity.v1alpha1.ContainerLayout.newBuilder()
                            .setIndex((int) layout.children().keyAt(i))
                            .setName(container.name())
                            .setChildClass(container.childClass());
            StreamLayout every = rule.every();
            if (every != null) {
                rules.setEveryChild(toMessage(every));
            }
            rule.named().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(
                            child ->
                                    rules.addChildren(
                                            ChildLayout.newBuilder()
                                                    .setGuid(child.getKey().value())
                                                    .setLayout(toMessage(child.getValue()))));
            message.addContainers(rules);
        }
        return message.build();
    }

    /** A layout that the sender of a binding gave; its entities are counted as they are named. */
    public static Decoded<StreamLayout> fromMessage(
            dev.terrane.proto.entity.v1alpha1.EntityLayout message,
            SnapshotLimits limits,
            GuidWidth width) {
        try {
            return new Decoded.Ok<>(new TreeLayoutCodec(limits, width).read(message, 0));
        } catch (CodecException e) {
            return new Decoded.Refused<>(e.refusal());
        }
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
            String location = flat.name() + "." + container.getName();
            long index = Indices.require(container.getIndex(), location);
            boolean taken = flat.fields().has(index) || flat.tables().has(index);
            if (taken || !names.add(container.getName())) {
                throw CodecException.rejected(Reason.DUPLICATE, location);
            }
            containers.put(
                    index, new ContainerLayout(container.getName(), container.getChildClass()));
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
