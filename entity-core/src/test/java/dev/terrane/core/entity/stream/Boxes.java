package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Catalog;
import dev.terrane.core.entity.Container;
import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.KernelLimits;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.stream.EntityProjection.ContainerSelection;
import dev.terrane.core.entity.stream.EntityProjection.TableSelection;
import dev.terrane.core.schema.Mask;
import dev.terrane.core.schema.ScalarType;
import java.util.List;
import java.util.Map;

/** A class of boxes in boxes: size, secret, weight, notes, and two containers of boxes. */
public final class Boxes {
    public static final String SCHEMA = "boxes@1";
    public static final String BOX = "Box";
    public static final long SIZE = 1;
    public static final long SECRET = 2;
    public static final long WEIGHT = 3;
    public static final long NOTES = 5;
    public static final long LEFT = 10;
    public static final long RIGHT = 11;
    public static final long TEXT = 1;

    private Boxes() {}

    /** The classes, of whose members none has a flag. */
    public static Catalog catalog() {
        return catalog(IndexMap.empty());
    }

    /** The classes, with the flags of the boxes' members. */
    public static Catalog catalog(IndexMap<Mask> masks) {
        var note =
                EntityLayout.ofFields(
                        "Note", IndexMap.of(TEXT, new FieldLayout("text", ScalarType.UINT32)));
        var fields =
                new IndexMap.Builder<FieldLayout>()
                        .put(SIZE, new FieldLayout("size", ScalarType.UINT32))
                        .put(SECRET, new FieldLayout("secret", ScalarType.UINT32))
                        .put(WEIGHT, new FieldLayout("weight", ScalarType.DOUBLE))
                        .build();
        var containers =
                new IndexMap.Builder<ContainerLayout>()
                        .put(LEFT, new ContainerLayout("left", BOX))
                        .put(RIGHT, new ContainerLayout("right", BOX))
                        .build();
        var box =
                new EntityLayout(
                        BOX,
                        fields,
                        IndexMap.of(NOTES, new TableLayout("notes", "Note", note.fields())),
                        containers);
        return Catalog.of(List.of(box, note), List.of(), Map.of(BOX, masks));
    }

    /** A kernel whose guids are 1, 2, … */
    public static Kernel kernel() {
        return kernel(IndexMap.empty());
    }

    /** A kernel with these flags of the boxes' members. */
    public static Kernel kernel(IndexMap<Mask> masks) {
        var last = new long[1];
        return new Kernel(catalog(masks), () -> new Guid(++last[0]), KernelLimits.defaults());
    }

    /** A box in no container. */
    public static Entity box(Kernel kernel) {
        return GuestRoom.created(kernel.create(Creation.of(BOX)));
    }

    /** A box in a slot. */
    public static Entity box(Container container, long slot) {
        return GuestRoom.created(container.create(slot, 0));
    }

    public static Container left(Entity box) {
        return box.findContainer(LEFT).orElseThrow();
    }

    public static Container right(Entity box) {
        return box.findContainer(RIGHT).orElseThrow();
    }

    /** Sizes and notes that many levels deep, in both containers; secrets stay hidden. */
    public static EntityProjection levels(int depth) {
        var notes = List.of(new TableSelection(NOTES, List.of(TEXT)));
        if (depth == 0) {
            return new EntityProjection(BOX, List.of(SIZE), notes, List.of());
        }
        EntityProjection child = levels(depth - 1);
        return new EntityProjection(
                BOX,
                List.of(SIZE),
                notes,
                List.of(
                        ContainerSelection.ofEvery(LEFT, child),
                        ContainerSelection.ofEvery(RIGHT, child)));
    }

    /** The layout of a selection. */
    public static StreamLayout layout(Entity root, EntityProjection selection) {
        var projection = new Projection(SCHEMA, root.guid(), selection);
        return switch (Layouts.selectTree(catalog(), projection, SnapshotLimits.defaults())) {
            case Layouts.TreeResult.Selected(StreamLayout layout) -> layout;
            case Layouts.TreeResult.Refused(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }

    /** A binding at generation 1. */
    public static StreamBinding binding(Entity root, EntityProjection selection) {
        StreamLayout layout = layout(root, selection);
        return new StreamBinding(SCHEMA, root.guid(), 1, 1, layout.members(), layout.children());
    }
}
