package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Container;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.BoxClasses;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.FixedPoint;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.ProjectionClass.ChildClasses;
import dev.terrane.core.entity.stream.Quantisation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sequences of frames with children that golden vectors and hostile tests start from. */
final class ContainerFrames {
    private ContainerFrames() {}

    /**
     * Layouts 1 to 3: boxes in boxes, two levels deep, and what is in them. Layout 4: size and
     * weight in 1/16 of what is left inside, but only the size of the box with guid 2; 5 and 6: of
     * those.
     */
    static List<ProjectionClass> layouts() {
        List<ProjectionClass> all = new ArrayList<>(BoxClasses.all(deep()));
        all.addAll(BoxClasses.all(named()));
        return all;
    }

    private static ProjectionClass deep() {
        Entity box = Boxes.box(Boxes.kernel());
        return ProjectionClass.exact(Boxes.SCHEMA, Boxes.layout(box, Boxes.levels(2)));
    }

    private static ProjectionClass named() {
        var weight = Quantisation.ofFields(IndexMap.of(Boxes.WEIGHT, new FixedPoint(4)));
        ProjectionClass every = BoxClasses.fields(weight, Boxes.SIZE, Boxes.WEIGHT);
        ProjectionClass second = BoxClasses.fields(Quantisation.NONE, Boxes.SIZE);
        return BoxClasses.holding(Boxes.LEFT, new ChildClasses(every, Map.of(new Guid(2), second)));
    }

    /** Every sequence with its name; each starts with frame 1 at tick 0. */
    static Map<String, List<byte[]>> all() {
        Map<String, List<byte[]>> all = new LinkedHashMap<>();
        all.put("bind-empty", script(1, (box, kernel) -> {}));
        all.put("bind-children", script(1, ContainerFrames::fill));
        all.put(
                "put-new",
                script(1, (box, kernel) -> {}, (box, kernel) -> box(Boxes.left(box), 3, 7)));
        all.put("put-new-filled", script(1, (box, kernel) -> {}, ContainerFrames::fill));
        all.put(
                "remove",
                script(1, ContainerFrames::fill, (box, kernel) -> Boxes.left(box).remove(1)));
        all.put(
                "patch",
                script(
                        1,
                        ContainerFrames::fill,
                        (box, kernel) -> size(at(box, Boxes.LEFT, 1, Boxes.RIGHT, 2), 300)));
        all.put("swap", script(1, ContainerFrames::fill, ContainerFrames::swap));
        all.put(
                "swap-changed",
                script(
                        1,
                        ContainerFrames::fill,
                        (box, kernel) -> {
                            swap(box, kernel);
                            size(at(box, Boxes.RIGHT, 70_000), 9);
                        }));
        all.put(
                "replace",
                script(
                        1,
                        ContainerFrames::fill,
                        (box, kernel) -> {
                            Boxes.left(box).remove(2);
                            box(Boxes.left(box), 2, 50);
                        }));
        all.put("reborn", script(1, ContainerFrames::fill, ContainerFrames::reborn));
        all.put("known-in-new", script(1, ContainerFrames::fill, ContainerFrames::wrap));
        all.put(
                "rows-count-on",
                script(
                        1,
                        ContainerFrames::noted,
                        (box, kernel) -> Boxes.left(box).remove(1),
                        (box, kernel) -> Boxes.left(box).place(1, child(kernel, 2)),
                        (box, kernel) -> note(child(kernel, 2), 8)));
        all.put(
                "named",
                script(
                        4,
                        (box, kernel) -> weight(box(Boxes.left(box), 1, 5), 1.3),
                        (box, kernel) -> weight(box(Boxes.left(box), 2, 6), 1.3),
                        (box, kernel) -> weight(child(kernel, 3), 4)));
        all.put("two-roots", twoRoots());
        all.put("slices", slices());
        return all;
    }

    /** Something that happens to a root box. */
    private interface Step {
        void run(Entity root, Kernel kernel);
    }

    private static List<byte[]> script(int layout, Step... steps) {
        var scene = new Scene(layout);
        List<byte[]> frames = new ArrayList<>();
        for (Step step : steps) {
            step.run(scene.root, scene.kernel);
            frames.add(scene.next());
        }
        return frames;
    }

    private static Entity box(Container container, long slot, long size) {
        Entity box = Boxes.box(container, slot);
        size(box, size);
        return box;
    }

    private static void size(Entity box, long size) {
        box.set(Boxes.SIZE, new Value.UInt32(size));
    }

    private static void weight(Entity box, double weight) {
        box.set(Boxes.WEIGHT, new Value.Float64(weight));
    }

    private static void note(Entity box, long row) {
        box.findTable(Boxes.NOTES).orElseThrow().addRow(row);
    }

    private static void noted(Entity root, Kernel kernel) {
        Entity child = box(Boxes.left(root), 1, 1);
        note(child, 4);
        note(child, 5);
    }

    private static Entity child(Kernel kernel, long guid) {
        return kernel.find(new Guid(guid)).orElseThrow();
    }

    /** Boxes 2 and 3 left in slots 1 and 2, box 4 right in 70,000, box 5 right in box 2. */
    private static void fill(Entity root, Kernel kernel) {
        Entity first = box(Boxes.left(root), 1, 10);
        box(Boxes.left(root), 2, 20);
        box(Boxes.right(root), 70_000, 30);
        note(box(Boxes.right(first), 2, 40), 4);
    }

    private static void swap(Entity root, Kernel kernel) {
        Boxes.left(root).swap(1, Boxes.right(root), 70_000);
    }

    private static void reborn(Entity root, Kernel kernel) {
        Guid guid = at(root, Boxes.LEFT, 2).guid();
        kernel.destroy(guid);
        Boxes.left(root).create(2, guid, 0);
    }

    /** Box 5 leaves box 2 and is now inside a new box. */
    private static void wrap(Entity root, Kernel kernel) {
        Entity inner = child(kernel, 5);
        Boxes.right(child(kernel, 2)).remove(2);
        Entity around = box(Boxes.left(root), 3, 99);
        Boxes.left(around).place(1, inner);
    }

    /** The box at a path of containers and slots. */
    private static Entity at(Entity root, long... path) {
        Entity at = root;
        for (int i = 0; i < path.length; i += 2) {
            at = at.findContainer(path[i]).orElseThrow().find(path[i + 1]).orElseThrow();
        }
        return at;
    }

    private static List<byte[]> twoRoots() {
        var first = new Scene(1);
        var second = new Scene(4);
        var writer = new FrameWriter(Compacts.LIMITS);
        writer.begin(FrameHead.of(1, 0));
        first.bind(writer, 2);
        second.bind(writer, 130);
        byte[] opened = writer.finish();
        box(Boxes.left(first.root), 1, 1);
        box(Boxes.left(second.root), 1, 2);
        writer.begin(FrameHead.of(2, 1));
        first.flush(writer, 2);
        second.flush(writer, 130);
        return List.of(opened, writer.finish());
    }

    private static List<byte[]> slices() {
        byte[] whole = script(1, ContainerFrames::fill).getFirst();
        List<byte[]> frames = new ArrayList<>();
        for (FrameWriter.Piece piece : FrameWriter.cut(whole, 50)) {
            frames.add(FrameWriter.slice(FrameHead.of(frames.size() + 1L, 0), piece));
        }
        return frames;
    }

    /** One root box with one recipient. */
    private static final class Scene implements ChildNames {
        private final Kernel kernel = Boxes.kernel();
        private final Entity root = Boxes.box(kernel);
        private final List<ProjectionClass> layouts = layouts();
        private final int layout;
        private final ProjectionClass projection;
        private final OneRoot bodies = new OneRoot(kernel, root);
        private final FrameWriter writer = new FrameWriter(Compacts.LIMITS);
        private long frame;

        Scene(int layout) {
            this.layout = layout;
            this.projection = layouts.get(layout - 1);
        }

        byte[] next() {
            writer.begin(FrameHead.of(frame + 1, frame));
            if (frame == 0) {
                bind(writer, 1);
            } else {
                flush(writer, 1);
            }
            return writer.finish();
        }

        void bind(FrameWriter out, int handle) {
            bodies.join(projection);
            out.bind(
                    new Bind(handle, layout, root.guid(), 0x1234_5678, 1),
                    bodies.baseline(projection),
                    this);
            frame++;
        }

        void flush(FrameWriter out, int handle) {
            Flush base = Flush.of(frame - 1);
            bodies.flush(Flush.of(frame));
            out.body(handle, Compacts.body(bodies.since(projection, base, BodyUse.SHARED)), this);
            frame++;
        }

        @Override
        public int networkId(Guid child) {
            return 0x4000 + (int) child.value();
        }

        @Override
        public int layout(ProjectionClass seen) {
            return layouts.indexOf(seen) + 1;
        }
    }
}
