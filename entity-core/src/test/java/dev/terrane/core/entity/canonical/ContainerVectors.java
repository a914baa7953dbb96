package dev.terrane.core.entity.canonical;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publisher;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.core.entity.stream.StreamNumbering;
import dev.terrane.core.entity.stream.Streams;
import java.util.LinkedHashMap;
import java.util.Map;

/** Publications with children, in the order one stream says them. */
final class ContainerVectors {
    private final Kernel kernel = Boxes.kernel();
    private final Entity root = Boxes.box(kernel);
    private final Map<String, Publication> all = new LinkedHashMap<>();
    private final StreamBinding binding = Boxes.binding(root, Boxes.levels(2));
    private final StreamNumbering numbering = new StreamNumbering(binding);

    private ContainerVectors() {
        Entity left = Boxes.box(Boxes.left(root), 1);
        Entity right = Boxes.box(Boxes.right(root), 70_000);
        Entity inner = Boxes.box(Boxes.right(left), 2);
        inner.findTable(Boxes.NOTES).orElseThrow().addRow(4);
        left.set(Boxes.SIZE, new Value.UInt32(9));
        Publisher publisher = Streams.publisher(binding, state());
        all.put("baseline-children", publisher.baseline());
        inner.set(Boxes.SIZE, new Value.UInt32(3));
        inner.findTable(Boxes.NOTES).orElseThrow().removeRow(4);
        note("delta-patch", publisher);
        Boxes.left(root).swap(1, Boxes.right(root), 70_000);
        note("delta-swap", publisher);
        kernel.destroy(right.guid());
        Boxes.left(root).create(1, right.guid(), 0);
        note("delta-reborn", publisher);
        Boxes.left(root).remove(1);
        Boxes.right(root).remove(70_000);
        note("delta-clear", publisher);
    }

    static StreamBinding binding() {
        return new ContainerVectors().binding;
    }

    static Map<String, Publication> all() {
        return new ContainerVectors().all;
    }

    private void note(String name, Publisher publisher) {
        all.put(name, Streams.published(publisher.update(state())));
    }

    private Snapshot state() {
        return Streams.numbered(numbering, Streams.capture(root, binding));
    }
}
