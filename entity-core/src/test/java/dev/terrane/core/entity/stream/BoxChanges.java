package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Container;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.FlushListener;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.QuietListener;
import dev.terrane.core.entity.Value;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import java.util.function.Consumer;

/**
 * Two worlds of six boxes, the first of which is the root, and random changes that happen in both;
 * only secrets differ. The naive model of simulations with containers.
 */
public final class BoxChanges {
    private static final int BOXES_MAX = 9;

    private final SeededRandom random;
    private final Coverage coverage;
    private final World seen = new World();
    private final World other = new World();

    public BoxChanges(SeededRandom random, Coverage coverage) {
        this.random = random;
        this.coverage = coverage;
    }

    /** The root of the world that is watched. */
    public Entity seenRoot() {
        return seen.root;
    }

    /** The root of the world with other secrets. */
    public Entity otherRoot() {
        return other.root;
    }

    /** The kernel of the world that is watched. */
    public Kernel seenKernel() {
        return seen.kernel;
    }

    /** The kernel of the world with other secrets. */
    public Kernel otherKernel() {
        return other.kernel;
    }

    /**
     * Lets somebody flush both kernels; tells whether the watched one says that its root, or what
     * it is inside of, is to be looked at.
     */
    public boolean flush(Consumer<FlushListener> flushSeen, Consumer<FlushListener> flushOther) {
        other.flush(flushOther);
        return seen.flush(flushSeen);
    }

    /** Something happens, or nothing. Guids count up alike, so a number names the same box. */
    public void change() {
        long box = random.between(1, BOXES_MAX);
        long second = random.oneIn(3) ? box : random.between(1, BOXES_MAX);
        boolean left = random.nextBoolean();
        boolean secondLeft = random.nextBoolean();
        long slot = random.between(1, 2);
        long target = random.between(1, 2);
        int value = random.between(0, 3);
        int kind = random.nextInt(11);
        for (World world : new World[] {seen, other}) {
            Entity entity = world.kernel.find(new Guid(box)).orElse(null);
            Entity peer = world.kernel.find(new Guid(second)).orElse(null);
            if (entity == null || peer == null) {
                return;
            }
            var change = new Change(world, entity, peer, left, secondLeft, slot, target, value);
            String name = kind < 6 ? change.structure(kind) : change.content(kind);
            if (world == seen) {
                coverage.count(name);
            }
        }
    }

    /** A change in one of the worlds. */
    private final class Change {
        private final World world;
        private final Entity box;
        private final Container container;
        private final Container destination;
        private final long slot;
        private final long target;
        private final int value;

        Change(
                World world,
                Entity box,
                Entity peer,
                boolean left,
                boolean secondLeft,
                long slot,
                long target,
                int value) {
            this.world = world;
            this.box = box;
            this.container = left ? Boxes.left(box) : Boxes.right(box);
            this.destination = secondLeft ? Boxes.left(peer) : Boxes.right(peer);
            this.slot = slot;
            this.target = target;
            this.value = value;
        }

        String structure(int kind) {
            return switch (kind) {
                case 0 -> {
                    if (world.kernel.entities().size() < BOXES_MAX) {
                        container.create(slot, 0);
                    }
                    yield "create";
                }
                case 1 -> {
                    container.remove(slot);
                    yield "remove";
                }
                case 2 -> {
                    container.place(slot, destination.owner());
                    yield "place";
                }
                case 3, 4 -> {
                    container.swap(slot, destination, target);
                    yield container == destination ? "swap" : "swap across";
                }
                default -> {
                    if (value == 0 && box != world.root) {
                        world.kernel.destroy(box.guid());
                    }
                    yield "destroy";
                }
            };
        }

        String content(int kind) {
            return switch (kind) {
                case 6 -> {
                    box.set(Boxes.SIZE, new Value.UInt32(value));
                    yield "size";
                }
                case 7 -> {
                    box.set(Boxes.WEIGHT, new Value.Float64(value / 3.0));
                    yield "weight";
                }
                case 8 -> {
                    box.findTable(Boxes.NOTES).orElseThrow().addRow(target);
                    yield "note";
                }
                case 9 -> {
                    box.findTable(Boxes.NOTES).orElseThrow().removeRow(target);
                    yield "no note";
                }
                default -> {
                    box.set(Boxes.SECRET, new Value.UInt32(world == seen ? 1 : 2));
                    if (world == other) {
                        // Moves the kernel's row counter of this table and nothing that is shown.
                        box.findTable(Boxes.NOTES).orElseThrow().addRow(99);
                        box.findTable(Boxes.NOTES).orElseThrow().removeRow(99);
                    }
                    reborn();
                    yield "secret";
                }
            };
        }

        /** The same identity lives again in the same slot. */
        private void reborn() {
            Entity child = container.find(slot).orElse(null);
            if (child != null && child != world.root) {
                Guid guid = child.guid();
                world.kernel.destroy(guid);
                container.create(slot, guid, 0);
                if (world == seen) {
                    coverage.count("reborn");
                }
            }
        }
    }

    /** A kernel with a root box and others, two of them inside it. */
    private static final class World {
        private final Kernel kernel = Boxes.kernel();
        private final Entity root = Boxes.box(kernel);

        World() {
            for (int i = 0; i < 5; i++) {
                Boxes.box(kernel);
            }
            Boxes.left(root).place(1, kernel.find(new Guid(2)).orElseThrow());
            Boxes.right(root).place(1, kernel.find(new Guid(3)).orElseThrow());
            flush(kernel::flush);
        }

        private boolean flush(Consumer<FlushListener> flush) {
            Entity outermost = outermost(root);
            var told = new boolean[1];
            flush.accept(
                    new QuietListener() {
                        @Override
                        public void root(Entity changed) {
                            told[0] |= changed == outermost;
                        }
                    });
            return told[0];
        }

        private static Entity outermost(Entity box) {
            Entity at = box;
            while (at.findHolder().isPresent()) {
                at = at.findHolder().get().owner();
            }
            return at;
        }
    }
}
