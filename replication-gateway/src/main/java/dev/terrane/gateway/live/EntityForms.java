package dev.terrane.gateway.live;

import dev.terrane.core.entity.Catalog;
import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.Creation.Argument;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Value;
import dev.terrane.gateway.live.SpawnPlaces.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Creations and views of entities, by the stage's rules. */
public final class EntityForms {
    private EntityForms() {}

    /** Creation of a joining peer's entity. */
    static Creation creation(
            Catalog catalog,
            BodyBinding bodies,
            String className,
            Guid guid,
            long configId,
            Place place,
            String nameField,
            String name) {
        EntityLayout layout = catalog.findClass(className).orElseThrow();
        List<Argument> arguments = new ArrayList<>();
        bodies.find(className)
                .ifPresent(
                        bound -> {
                            arguments.add(new Argument(bound.x(), new Value.Float64(place.x())));
                            arguments.add(new Argument(bound.y(), new Value.Float64(place.y())));
                        });
        if (!nameField.isEmpty()) {
            arguments.add(
                    new Argument(layout.findIndex(nameField).orElseThrow(), Value.Text.of(name)));
        }
        return new Creation(className, guid, configId, arguments);
    }

    /** Creation of an entity for a map object; empty names leave the coordinate out. */
    public static Creation ofObject(
            Catalog catalog, String className, Guid guid, long configId, Coordinates at) {
        EntityLayout layout = catalog.findClass(className).orElseThrow();
        List<Argument> arguments = new ArrayList<>();
        if (!at.xField().isEmpty()) {
            arguments.add(
                    new Argument(
                            layout.findIndex(at.xField()).orElseThrow(),
                            new Value.Float64(at.place().x())));
        }
        if (!at.yField().isEmpty()) {
            arguments.add(
                    new Argument(
                            layout.findIndex(at.yField()).orElseThrow(),
                            new Value.Float64(at.place().y())));
        }
        return new Creation(className, guid, configId, arguments);
    }

    static EntityView view(Entity entity, long networkId, int ownerPeerId, String bodyId) {
        var fields = entity.layout().fields();
        return new EntityView(
                entity.guid().value(),
                networkId,
                entity.layout().name(),
                ownerPeerId,
                bodyId,
                IntStream.range(0, fields.size())
                        .mapToObj(fields::keyAt)
                        .map(index -> new Argument(index, entity.get(index)))
                        .toList());
    }

    /**
     * Where an object lies and which fields say so.
     *
     * @param xField field for x; empty for none
     * @param yField field for y; empty for none
     * @param place world units
     */
    public record Coordinates(String xField, String yField, Place place) {}
}
