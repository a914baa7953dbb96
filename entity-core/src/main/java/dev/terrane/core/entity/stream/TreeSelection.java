package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Catalog;
import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.EntityProjection.ChildSelection;
import dev.terrane.core.entity.stream.EntityProjection.ContainerSelection;
import dev.terrane.core.entity.stream.StreamLayout.ChildRule;
import java.util.HashMap;
import java.util.Map;

/** Resolves a projection with containers against a catalog; one use. */
final class TreeSelection {
    private final Catalog catalog;
    private final SnapshotLimits limits;
    private final Meter entities;
    private final Meter members;
    private final Meter text;

    TreeSelection(Catalog catalog, SnapshotLimits limits) {
        this.catalog = catalog;
        this.limits = limits;
        entities = new Meter(Refusal.Limit.STREAM_ENTITIES, limits.entitiesMax());
        members = new Meter(Refusal.Limit.MEMBERS, limits.membersMax());
        text = new Meter(Refusal.Limit.STRING_BYTES, limits.stringBytesMax());
    }

    StreamLayout resolve(Projection projection) {
        if (projection.schemaId().isEmpty()) {
            throw RefusedException.rejected(Reason.SCHEMA_MISMATCH, "schema id");
        }
        text.add(Texts.utf8Bytes(projection.schemaId()), "schema id");
        return resolve(projection.selection(), 0);
    }

    private StreamLayout resolve(EntityProjection selection, int depth) {
        String name = selection.className();
        if (depth > limits.depthMax()) {
            throw new RefusedException(
                    new Refusal.OverLimit(
                            Refusal.Limit.ENTITY_DEPTH, limits.depthMax(), depth, name));
        }
        entities.add(1, name);
        text.add(Texts.utf8Bytes(name), name);
        EntityLayout whole =
                catalog.findClass(name)
                        .orElseThrow(() -> RefusedException.rejected(Reason.UNKNOWN_CLASS, name));
        EntityLayout flat = Layouts.selectFlat(whole, selection, members);
        var containers = new IndexMap.Builder<ContainerLayout>();
        var rules = new IndexMap.Builder<ChildRule>();
        for (ContainerSelection container : selection.containers()) {
            members.add(1, name);
            ContainerLayout layout =
                    Layouts.find(whole.containers(), container.index(), whole, name);
            containers.put(container.index(), layout);
            rules.put(
                    container.index(), rule(container, layout, name + "." + layout.name(), depth));
        }
        Layouts.requireDistinct(containers, name);
        return new StreamLayout(
                new EntityLayout(name, flat.fields(), flat.tables(), containers.build()),
                rules.build());
    }

    private ChildRule rule(
            ContainerSelection container, ContainerLayout layout, String location, int depth) {
        Map<Guid, StreamLayout> named = new HashMap<>();
        for (ChildSelection child : container.children()) {
            if (named.containsKey(child.guid())) {
                throw RefusedException.rejected(
                        Reason.DUPLICATE, location + " guid " + child.guid());
            }
            named.put(child.guid(), child(child.selection(), layout, location, depth));
        }
        EntityProjection every = container.every();
        return new ChildRule(every == null ? null : child(every, layout, location, depth), named);
    }

    private StreamLayout child(
            EntityProjection selection, ContainerLayout layout, String location, int depth) {
        if (!selection.className().equals(layout.childClass())) {
            throw RefusedException.rejected(Reason.CLASS_MISMATCH, location);
        }
        return resolve(selection, depth + 1);
    }
}
