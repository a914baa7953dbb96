package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Row;
import dev.terrane.core.entity.Table;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.FixedPoint;
import dev.terrane.core.entity.stream.ProjectionClass;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Sequences of frames that golden vectors and hostile tests start from. */
final class CompactVectors {
    private CompactVectors() {}

    /** Layout 1: everything, exact. Layout 2: everything, x in 1/256 and float in steps of 2. */
    static List<ProjectionClass> layouts() {
        Entity guest = GuestRoom.guest(GuestRoom.kernel());
        var precision =
                new IndexMap.Builder<FixedPoint>()
                        .put(GuestRoom.X, new FixedPoint(8))
                        .put(GuestRoom.FLOAT, new FixedPoint(-1))
                        .build();
        return List.of(
                Compacts.exact(guest, Compacts.everything()),
                Compacts.quantised(guest, Compacts.everything(), precision));
    }

    /** Every sequence with its name; each starts with frame 1 at tick 0. */
    static Map<String, List<byte[]>> all() {
        Map<String, List<byte[]>> all = new LinkedHashMap<>();
        all.put("bind-profile", script(1, entity -> {}));
        all.put("bind-extremes", script(1, CompactVectors::extremes));
        all.put("bind-row-runs", script(1, CompactVectors::runs));
        all.put("fixed-point", script(2, entity -> x(entity, 3.14159), entity -> x(entity, -0.5)));
        all.put("fixed-point-bounds", script(2, entity -> x(entity, 1e300)));
        set(all, "bool", GuestRoom.FLAG, new Value.Bool(true));
        set(all, "int32", GuestRoom.INT32, new Value.Int32(Integer.MIN_VALUE));
        set(all, "uint32", GuestRoom.ID, new Value.UInt32(0xFFFF_FFFFL));
        set(all, "int64", GuestRoom.INT64, new Value.Int64(Long.MIN_VALUE));
        set(all, "uint64", GuestRoom.UINT64, new Value.UInt64(-1));
        set(all, "float", GuestRoom.FLOAT, new Value.Float32(0.1f));
        set(all, "double", GuestRoom.X, new Value.Float64(-0.0));
        set(all, "string", GuestRoom.NAME, bytes(0, 0xFF, 0x41));
        set(all, "string-empty", GuestRoom.NAME, new Value.Text(ByteText.EMPTY));
        set(all, "guid", GuestRoom.GUILD, new Value.GuidRef(Long.MIN_VALUE));
        all.put(
                "two-fields",
                script(
                        1,
                        entity -> {},
                        entity -> {
                            entity.set(GuestRoom.HP, new Value.UInt32(127));
                            entity.set(GuestRoom.MP, new Value.UInt32(128));
                        }));
        all.put("row-add", script(1, entity -> {}, CompactVectors::addRow));
        all.put("row-patch", script(1, CompactVectors::addRow, entity -> count(entity, 9)));
        all.put(
                "row-remove",
                script(1, CompactVectors::addRow, entity -> bag(entity).removeRow(7)));
        all.put("row-replace", script(1, CompactVectors::addRow, CompactVectors::replaceRow));
        all.put("rows-mixed", script(1, CompactVectors::runs, CompactVectors::mix));
        all.put(
                "span",
                script(1, CompactVectors::addRow, entity -> {}, CompactVectors::replaceRow));
        all.put("row-highest-number", script(1, entity -> bag(entity).addRow(IndexMap.KEY_MAX)));
        all.put("two-streams", twoStreams());
        all.put("heads", heads());
        all.put("slices", slices());
        return all;
    }

    @SafeVarargs
    private static List<byte[]> script(int layout, Consumer<Entity>... steps) {
        var scene = new Scene(layout);
        List<byte[]> frames = new ArrayList<>();
        for (Consumer<Entity> step : steps) {
            step.accept(scene.guest);
            frames.add(scene.next());
        }
        return frames;
    }

    private static void set(Map<String, List<byte[]>> all, String name, long index, Value value) {
        all.put("set-" + name, script(1, entity -> {}, entity -> entity.set(index, value)));
    }

    private static Value bytes(int... bytes) {
        var text = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            text[i] = (byte) bytes[i];
        }
        return new Value.Text(ByteText.copyOf(text));
    }

    private static Table bag(Entity entity) {
        return GuestRoom.inventory(entity);
    }

    private static void x(Entity entity, double value) {
        entity.set(GuestRoom.X, new Value.Float64(value));
        entity.set(GuestRoom.FLOAT, new Value.Float32((float) Math.min(value * 3, 1e38)));
    }

    private static void extremes(Entity entity) {
        entity.set(GuestRoom.ID, new Value.UInt32(0xFFFF_FFFFL));
        entity.set(GuestRoom.NAME, Value.Text.of("Grüße"));
        entity.set(GuestRoom.X, new Value.Float64(Double.MIN_VALUE));
        entity.set(GuestRoom.GUILD, new Value.GuidRef(Long.MAX_VALUE));
        entity.set(GuestRoom.INT32, new Value.Int32(Integer.MAX_VALUE));
        entity.set(GuestRoom.INT64, new Value.Int64(Long.MAX_VALUE));
        entity.set(GuestRoom.UINT64, new Value.UInt64(Long.MIN_VALUE));
        entity.set(GuestRoom.FLOAT, new Value.Float32(-Float.MAX_VALUE));
    }

    private static void runs(Entity entity) {
        for (long number : new long[] {1, 2, 3, 9, 11, 12}) {
            Row row = GuestRoom.added(bag(entity).addRow(number));
            row.set(GuestRoom.COUNT, new Value.UInt32(number * 100));
        }
    }

    private static void mix(Entity entity) {
        bag(entity).removeRow(2);
        bag(entity).removeRow(9);
        bag(entity).addRow(9);
        bag(entity).addRow(10);
        bag(entity).findRow(12).orElseThrow().set(GuestRoom.LABEL, Value.Text.of("rope"));
        entity.findTable(GuestRoom.EFFECTS).orElseThrow().addRow(300);
    }

    private static void addRow(Entity entity) {
        Row row = GuestRoom.added(bag(entity).addRow(7));
        row.set(GuestRoom.COUNT, new Value.UInt32(3));
        row.set(GuestRoom.LABEL, Value.Text.of("rope"));
    }

    private static void count(Entity entity, long count) {
        bag(entity).findRow(7).orElseThrow().set(GuestRoom.COUNT, new Value.UInt32(count));
    }

    private static void replaceRow(Entity entity) {
        bag(entity).removeRow(7);
        addRow(entity);
    }

    private static List<byte[]> twoStreams() {
        var first = new Scene(1);
        var second = new Scene(2);
        var writer = new FrameWriter(Compacts.LIMITS);
        writer.begin(FrameHead.of(1, 0));
        writer.bind(first.bind(2, 1), first.baseline());
        writer.bind(second.bind(130, 2), second.baseline());
        byte[] opened = writer.finish();
        first.guest.set(GuestRoom.HP, new Value.UInt32(1));
        second.guest.set(GuestRoom.HP, new Value.UInt32(2));
        writer.begin(FrameHead.of(2, 1));
        writer.body(2, first.flush());
        writer.body(130, second.flush());
        return List.of(opened, writer.finish());
    }

    private static List<byte[]> heads() {
        var writer = new FrameWriter(Compacts.LIMITS);
        List<byte[]> frames = new ArrayList<>();
        writer.begin(new FrameHead(1, 5, false, false, OptionalLong.of(0), OptionalLong.empty()));
        frames.add(writer.finish());
        writer.begin(new FrameHead(2, 5, true, true, OptionalLong.empty(), OptionalLong.of(300)));
        frames.add(writer.finish());
        writer.begin(
                new FrameHead(
                        3, 6, true, false, OptionalLong.of(1L << 40), OptionalLong.of(1L << 62)));
        frames.add(writer.finish());
        return frames;
    }

    private static List<byte[]> slices() {
        byte[] whole = script(1, CompactVectors::runs).getFirst();
        List<byte[]> frames = new ArrayList<>();
        for (FrameWriter.Piece piece : FrameWriter.cut(whole, 40)) {
            frames.add(FrameWriter.slice(FrameHead.of(frames.size() + 1L, 0), piece));
        }
        return frames;
    }

    /** One guest with one recipient. */
    private static final class Scene {
        private final int layout;
        private final Entity guest;
        private final ProjectionClass projection;
        private final OneRoot root;
        private final FrameWriter writer = new FrameWriter(Compacts.LIMITS);
        private long frame;
        private boolean bound;

        Scene(int layout) {
            this.layout = layout;
            Kernel kernel = GuestRoom.kernel();
            this.guest = GuestRoom.guest(kernel);
            this.projection = layouts().get(layout - 1);
            this.root = new OneRoot(kernel, guest);
        }

        Bind bind(int handle, int number) {
            return new Bind(handle, number, guest.guid(), 0x1234_5678, 1);
        }

        CompactBody baseline() {
            root.join(projection);
            bound = true;
            return root.baseline(projection);
        }

        CompactBody flush() {
            Flush base = Flush.of(frame);
            frame++;
            root.flush(Flush.of(frame));
            return Compacts.body(root.since(projection, base, BodyUse.SHARED));
        }

        byte[] next() {
            if (frame == 0 && !bound) {
                writer.begin(FrameHead.of(1, 0));
                writer.bind(bind(1, layout), baseline());
                return writer.finish();
            }
            long tick = frame + 1;
            root.flush(Flush.of(tick));
            BodyResult body = root.since(projection, Flush.of(frame), BodyUse.SHARED);
            frame = tick;
            writer.begin(FrameHead.of(tick + 1, tick));
            if (body instanceof BodyResult.Encoded(CompactBody bytes)) {
                writer.body(1, bytes);
            }
            return writer.finish();
        }
    }
}
