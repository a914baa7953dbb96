package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.stream.ProjectionClass.ChildClasses;
import dev.terrane.testing.SeededRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Projection classes of boxes, and what a state shows without its lifetime numbers. */
public final class BoxClasses {
    private BoxClasses() {}

    /** A random selection that many levels deep, of the children by class and by name. */
    public static ProjectionClass random(SeededRandom random, int depth) {
        EntityLayout box = Boxes.catalog().findClass(Boxes.BOX).orElseThrow();
        var fields = new IndexMap.Builder<FieldLayout>();
        if (!random.oneIn(4)) {
            fields.put(Boxes.SIZE, box.fields().get(Boxes.SIZE));
        }
        var precision = new IndexMap.Builder<FixedPoint>();
        if (random.nextBoolean()) {
            fields.put(Boxes.WEIGHT, box.fields().get(Boxes.WEIGHT));
            if (random.nextBoolean()) {
                precision.put(Boxes.WEIGHT, new FixedPoint(random.between(-1, 4)));
            }
        }
        var tables = new IndexMap.Builder<TableLayout>();
        if (!random.oneIn(4)) {
            TableLayout notes = box.tables().get(Boxes.NOTES);
            IndexMap<FieldLayout> columns =
                    random.nextBoolean() ? notes.columns() : IndexMap.empty();
            tables.put(Boxes.NOTES, new TableLayout(notes.name(), notes.rowClass(), columns));
        }
        var containers = new IndexMap.Builder<ContainerLayout>();
        var children = new IndexMap.Builder<ChildClasses>();
        for (long container : List.of(Boxes.LEFT, Boxes.RIGHT)) {
            if (depth > 0 && !random.oneIn(6)) {
                containers.put(container, box.containers().get(container));
                children.put(container, rule(random, depth));
            }
        }
        return ok(
                ProjectionClass.of(
                        Boxes.SCHEMA,
                        new EntityLayout(
                                Boxes.BOX, fields.build(), tables.build(), containers.build()),
                        Quantisation.ofFields(precision.build()),
                        children.build()));
    }

    /** The class of boxes whose fields alone are seen. */
    public static ProjectionClass fields(Quantisation quantisation, long... fields) {
        EntityLayout box = Boxes.catalog().findClass(Boxes.BOX).orElseThrow();
        var selected = new IndexMap.Builder<FieldLayout>();
        for (long field : fields) {
            selected.put(field, box.fields().get(field));
        }
        return ok(
                ProjectionClass.of(
                        Boxes.SCHEMA,
                        EntityLayout.ofFields(Boxes.BOX, selected.build()),
                        quantisation));
    }

    /** The class of boxes of which one container is seen. */
    public static ProjectionClass holding(long container, ChildClasses children) {
        EntityLayout box = Boxes.catalog().findClass(Boxes.BOX).orElseThrow();
        return ok(
                ProjectionClass.of(
                        Boxes.SCHEMA,
                        new EntityLayout(
                                Boxes.BOX,
                                IndexMap.empty(),
                                IndexMap.empty(),
                                IndexMap.of(container, box.containers().get(container))),
                        Quantisation.NONE,
                        IndexMap.of(container, children)));
    }

    private static ChildClasses rule(SeededRandom random, int depth) {
        Map<Guid, ProjectionClass> named = new HashMap<>();
        if (random.oneIn(4)) {
            named.put(new Guid(random.between(2, 9)), random(random, depth - 1));
        }
        return new ChildClasses(random.oneIn(8) ? null : random(random, depth - 1), named);
    }

    /** The class or an error. */
    public static ProjectionClass ok(ProjectionClass.Result result) {
        return switch (result) {
            case ProjectionClass.Result.Ok(ProjectionClass projection) -> projection;
            case ProjectionClass.Result.Refused(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }

    /** The binding of a projection class at generation 1. */
    public static StreamBinding binding(Entity root, ProjectionClass projection) {
        return new StreamBinding(
                projection.schemaId(),
                root.guid(),
                root.lifetime(),
                1,
                projection.layout(),
                projection.tree().children());
    }

    /** A class and those of its children, each once. */
    public static List<ProjectionClass> all(ProjectionClass projection) {
        List<ProjectionClass> all = new ArrayList<>();
        collect(projection, all);
        return all;
    }

    private static void collect(ProjectionClass projection, List<ProjectionClass> all) {
        if (!all.contains(projection)) {
            all.add(projection);
        }
        for (ChildClasses rule : projection.children().values()) {
            ProjectionClass every = rule.every();
            if (every != null) {
                collect(every, all);
            }
            rule.named().values().forEach(child -> collect(child, all));
        }
    }

    /** The children of a state in the order of their ordinals. */
    public static List<Guid> children(EntitySnapshot owner) {
        List<Guid> children = new ArrayList<>();
        for (EntitySnapshot.ContainerSnapshot container : owner.containers().values()) {
            for (EntitySnapshot child : container.slots().values()) {
                children.add(child.guid());
                children.addAll(children(child));
            }
        }
        return children;
    }

    /** Everything a state shows but the lifetimes of rows. */
    public static List<Object> shown(EntitySnapshot entity) {
        List<Object> shown = new ArrayList<>();
        shown.add(entity.guid());
        shown.add(entity.incarnation());
        shown.add(entity.fields());
        entity.tables()
                .forEach(
                        (table, index) ->
                                table.rows()
                                        .forEach(
                                                (row, number) ->
                                                        shown.add(
                                                                index
                                                                        + "["
                                                                        + number
                                                                        + "] "
                                                                        + row.columns())));
        entity.containers()
                .forEach(
                        (container, index) ->
                                container
                                        .slots()
                                        .forEach(
                                                (child, slot) -> {
                                                    shown.add(index + "[" + slot + "]");
                                                    shown.add(shown(child));
                                                }));
        return shown;
    }
}
