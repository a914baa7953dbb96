package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.FixedPoint;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.ProjectionClass.ChildClasses;
import dev.terrane.core.entity.stream.Quantisation;
import dev.terrane.core.schema.ScalarType;
import dev.terrane.testing.SeededRandom;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes frames by the grammar of the protocol page, not with the encoder: each decision fits what
 * the receiver knows, except that now and then one is a lie.
 */
final class HostileFrames {
    private static final int LIE = 150;
    private static final int GUIDS_FEW = 6;
    private static final int GUIDS_MANY = 300;

    private final SeededRandom random;
    private final CompactReceiver receiver;
    private final List<Plan> layouts = layouts().stream().map(Plan::new).toList();
    private List<Child> fresh = new ArrayList<>();
    private @Nullable KnownChildren known;
    private BitSet shown = new BitSet();

    HostileFrames(SeededRandom random, CompactReceiver receiver) {
        this.random = random;
        this.receiver = receiver;
    }

    private record Child(long guid, int layout) {}

    /** Roots with and without containers, and two classes of children. */
    static List<ProjectionClass> layouts() {
        var columns =
                new IndexMap.Builder<FieldLayout>()
                        .put(1, new FieldLayout("count", ScalarType.UINT32))
                        .put(2, new FieldLayout("label", ScalarType.STRING))
                        .build();
        var fields = new IndexMap.Builder<FieldLayout>();
        long index = 1;
        for (ScalarType type : ScalarType.values()) {
            fields.put(index, new FieldLayout("f" + index, type));
            index++;
        }
        var flat =
                new EntityLayout(
                        "Guest",
                        fields.put(20, new FieldLayout("x", ScalarType.DOUBLE)).build(),
                        new IndexMap.Builder<TableLayout>()
                                .put(30, new TableLayout("bag", "Stack", columns))
                                .put(31, new TableLayout("marks", "Stack", IndexMap.empty()))
                                .build(),
                        IndexMap.empty());
        var precise = Quantisation.ofFields(IndexMap.of(20, new FixedPoint(8)));
        ProjectionClass guest = of(flat, precise, IndexMap.empty());
        var leaf =
                EntityLayout.ofFields(
                        "Box", IndexMap.of(1, new FieldLayout("size", ScalarType.INT32)));
        ProjectionClass inner = of(leaf, Quantisation.NONE, IndexMap.empty());
        ProjectionClass middle =
                of(
                        boxes(IndexMap.of(30, new TableLayout("bag", "Stack", columns))),
                        Quantisation.NONE,
                        IndexMap.of(40, ChildClasses.of(inner)));
        ProjectionClass outer =
                of(
                        boxes(IndexMap.empty()),
                        Quantisation.NONE,
                        IndexMap.of(40, new ChildClasses(middle, Map.of(new Guid(3), inner))));
        return List.of(guest, inner, middle, outer);
    }

    private static EntityLayout boxes(IndexMap<TableLayout> tables) {
        return new EntityLayout(
                "Box",
                IndexMap.of(1, new FieldLayout("size", ScalarType.INT32)),
                tables,
                IndexMap.of(40, new ContainerLayout("boxes", "Box")));
    }

    private static ProjectionClass of(
            EntityLayout layout, Quantisation quantisation, IndexMap<ChildClasses> children) {
        return ((ProjectionClass.Result.Ok)
                        ProjectionClass.of("room@1", layout, quantisation, children))
                .projection();
    }

    /** The next frame. */
    byte[] next() {
        List<BoundStream> changed = new ArrayList<>(receiver.streams());
        changed.removeIf(stream -> random.oneIn(3));
        int flags = FrameHead.LAST | (random.oneIn(9) ? FrameHead.REAL_TIME : 0);
        boolean processed = random.oneIn(4);
        flags |= processed ? FrameHead.PROCESSED : 0;
        var out = new ByteSink();
        out.u8(lies() ? random.nextInt(3) : 0);
        out.u8(lies() ? random.nextInt(256) : flags);
        out.u16((int) receiver.frame() + 1 + (lies() ? random.between(-3, 3) : 0));
        out.u16((int) receiver.tick() + random.nextInt(4));
        var binds = new ByteSink();
        int bindCount = binds(binds);
        var childBinds = new ByteSink();
        var bodies = new ByteSink();
        int owners = bodies(changed, bodies, childBinds);
        out.varint(
                ((long) changed.size() << FrameWriter.COUNT_SHIFT)
                        | (bindCount > 0 ? FrameWriter.HAS_BINDS : 0)
                        | (owners > 0 ? FrameWriter.HAS_CHILD_BINDS : 0));
        if (processed) {
            out.varint(random.edgyLong() >>> 1);
        }
        if (bindCount > 0) {
            out.varint(bindCount);
            out.append(binds);
        }
        if (owners > 0) {
            out.varint(owners);
            out.append(childBinds);
        }
        out.append(bodies);
        return random.oneIn(8) ? spoilt(out.toByteArray()) : out.toByteArray();
    }

    private boolean lies() {
        return random.oneIn(LIE);
    }

    private byte[] spoilt(byte[] frame) {
        var out = new ByteSink();
        int at = random.between(6, frame.length - 1);
        int kind = random.nextInt(3);
        for (int i = 0; i < frame.length; i++) {
            if (i != at || kind == 0) {
                out.u8(frame[i]);
            }
            if (i == at && kind < 2) {
                out.u8(random.nextInt(256));
            }
        }
        return out.toByteArray();
    }

    private int binds(ByteSink out) {
        int count = 0;
        int last = 0;
        for (int handle = 1; handle <= 5; handle++) {
            if (receiver.find(handle).isEmpty() && random.oneIn(3)) {
                out.varint(handle - last - 1L + (lies() ? 1 : 0));
                last = handle;
                count++;
                int layout = random.nextInt(layouts.size());
                out.varint(lies() ? random.edgyInt() & 0x7FFF_FFFFL : layout + 1L);
                out.u64(lies() ? 0 : random.edgyLong() | 1);
                out.u32(random.nextInt());
                out.varint(lies() ? 0 : random.between(1, 9));
                begin(null);
                var body = new ByteSink();
                everything(body, layouts.get(layout), layout);
                if (layouts.get(layout).isNested()) {
                    children(out);
                }
                out.append(body);
            }
        }
        return count;
    }

    private int bodies(List<BoundStream> changed, ByteSink out, ByteSink childBinds) {
        int owners = 0;
        int last = 0;
        int lastOwner = 0;
        for (BoundStream stream : changed) {
            int handle = stream.bind().handle();
            out.varint(handle - last - 1L);
            last = handle;
            int layout = stream.bind().layout() - 1;
            EntitySnapshot state = stream.replica().state().orElseThrow().root();
            begin(KnownChildren.of(stream.plan(), state));
            changes(out, stream.plan(), layout, state);
            if (!fresh.isEmpty()) {
                childBinds.varint(handle - lastOwner - 1L);
                lastOwner = handle;
                owners++;
                children(childBinds);
            }
        }
        return owners;
    }

    private void begin(@Nullable KnownChildren before) {
        fresh = new ArrayList<>();
        known = before;
        shown = new BitSet();
    }

    private void children(ByteSink out) {
        out.varint(fresh.size() + (lies() ? 1 : 0));
        for (Child child : fresh) {
            out.varint(child.layout() + 1L);
            out.u64(child.guid());
            out.u32(random.nextInt());
            out.varint(random.between(1, 2));
        }
    }

    private void everything(ByteSink out, Plan plan, int layout) {
        fields(out, plan.projection().layout().fields(), plan.projection().quantisation(), null);
        for (int i = 0; i < plan.tableCount(); i++) {
            int count = random.nextInt(4);
            out.varint(count == 0 ? 0 : 1);
            if (count > 0) {
                out.varint(random.nextInt(3));
                out.varint(count - 1L + (lies() ? IndexMap.KEY_MAX - 9 : 0));
            }
            for (int row = 0; row < count; row++) {
                fields(out, plan.table(i).columns(), Quantisation.NONE, null);
            }
        }
        for (int i = 0; i < plan.containerCount(); i++) {
            int count = random.nextInt(3);
            out.varint(count == 0 ? 0 : 1);
            if (count > 0) {
                out.varint(random.nextInt(3));
                out.varint(count - 1L);
            }
            for (int slot = 0; slot < count; slot++) {
                child(out, layout);
            }
        }
    }

    /** A child in the container of a layout, whose children's layout is the one before it. */
    private void child(ByteSink out, int owner) {
        KnownChildren before = known;
        if (before != null && before.size() > 0 && random.oneIn(3)) {
            int ordinal = random.between(1, before.size() + (lies() ? 1 : 0));
            boolean patched = random.nextBoolean();
            out.varint(2L * ordinal - (patched ? 0 : 1));
            if (patched && ordinal <= before.size()) {
                shown.set(ordinal);
                KnownChildren.Known one = before.get(ordinal);
                changes(out, one.plan(), layoutOf(one.plan()), one.state());
            }
            return;
        }
        if (before != null) {
            out.varint(0);
        }
        long guid = random.between(1, random.oneIn(3) ? GUIDS_FEW : GUIDS_MANY);
        int layout = owner == 3 && guid == 3 ? 1 : owner - 1;
        fresh.add(new Child(guid, lies() ? random.nextInt(4) : layout));
        everything(out, layouts.get(layout), layout);
    }

    private int layoutOf(Plan plan) {
        int layout = 0;
        while (!layouts.get(layout).projection().equals(plan.projection())) {
            layout++;
        }
        return layout;
    }

    private void changes(ByteSink out, Plan plan, int layout, EntitySnapshot state) {
        var members = new BitSet();
        for (int i = 0; i < plan.members(); i++) {
            if (random.oneIn(3)) {
                members.set(i);
            }
        }
        if (members.isEmpty()) {
            members.set(random.nextInt(plan.members() + (lies() ? 9 : 0)));
        }
        Mask.write(out, members);
        fields(out, plan.projection().layout().fields(), plan.projection().quantisation(), members);
        for (int i = 0; i < plan.tableCount(); i++) {
            if (members.get(plan.tableMember(i))) {
                rows(out, plan.table(i), state.tables().valueAt(i).rows());
            }
        }
        for (int i = 0; i < plan.containerCount(); i++) {
            if (members.get(plan.containerMember(i))) {
                slots(out, layout, state.containers().valueAt(i).slots());
            }
        }
    }

    private void rows(
            ByteSink out, TableLayout table, IndexMap<EntitySnapshot.RowSnapshot> before) {
        int count = random.between(1, 3);
        out.varint(count);
        long next = 1;
        for (int i = 0; i < count; i++) {
            long number = next + random.nextInt(3);
            long gap = (number - next) << 2;
            next = number + 1;
            boolean absent = !before.has(number) != lies();
            int columns = table.columns().size();
            int operation = absent ? BodyEncoder.ADD : random.between(1, columns == 0 ? 2 : 3);
            out.varint(gap | operation);
            if (operation == BodyEncoder.PATCH) {
                var mask = new BitSet();
                mask.set(random.nextInt(columns));
                Mask.write(out, mask);
                fields(out, table.columns(), Quantisation.NONE, mask);
            } else if (operation != BodyEncoder.REMOVE) {
                fields(out, table.columns(), Quantisation.NONE, null);
            }
        }
    }

    private void slots(ByteSink out, int layout, IndexMap<EntitySnapshot> before) {
        int count = random.between(1, 2);
        out.varint(count);
        long next = 1;
        for (int i = 0; i < count; i++) {
            long slot = next + random.nextInt(3);
            long gap = (slot - next) << 2;
            next = slot + 1;
            KnownChildren.Known there =
                    known == null
                            ? null
                            : before.find(slot).map(child -> known.find(child.guid())).orElse(null);
            boolean stays = there != null && !shown.get(there.ordinal()) && random.oneIn(2);
            if (stays) {
                shown.set(there.ordinal());
                out.varint(gap | BodyEncoder.CHILD_PATCH);
                changes(out, there.plan(), layoutOf(there.plan()), there.state());
            } else if ((there != null && random.nextBoolean()) || lies()) {
                out.varint(gap | BodyEncoder.CHILD_REMOVE);
            } else {
                out.varint(gap | BodyEncoder.CHILD_PUT);
                child(out, layout);
            }
        }
    }

    private void fields(
            ByteSink out,
            IndexMap<FieldLayout> fields,
            Quantisation precision,
            @Nullable BitSet members) {
        for (int i = 0; i < fields.size(); i++) {
            if (members == null || members.get(i)) {
                value(out, fields.valueAt(i).type(), precision.fields().has(fields.keyAt(i)));
            }
        }
    }

    private void value(ByteSink out, ScalarType type, boolean fixed) {
        if (fixed) {
            out.zigzag(random.edgyLong() >> (lies() ? 0 : 12));
            return;
        }
        switch (type) {
            case BOOL -> out.u8(lies() ? random.nextInt(256) : random.nextInt(2));
            case INT32 -> out.zigzag(lies() ? random.edgyLong() : random.edgyInt());
            case UINT32 -> out.varint(lies() ? random.edgyLong() : random.edgyInt() & 0xFFFF_FFFFL);
            case INT64 -> out.zigzag(random.edgyLong());
            case UINT64 -> out.varint(random.edgyLong());
            case FLOAT -> out.u32(lies() ? 0x7FC0_0000 : Float.floatToRawIntBits(1.5f));
            case DOUBLE -> out.u64(lies() ? -1 : Double.doubleToRawLongBits(-0.0));
            case STRING -> {
                byte[] bytes = random.bytes(random.nextInt(5));
                out.varint(lies() ? random.edgyLong() : bytes.length);
                out.bytes(bytes, bytes.length);
            }
            case GUID -> out.u64(random.edgyLong());
        }
    }
}
