package dev.terrane.core.entity.compact;

import static dev.terrane.core.entity.GuestRoom.created;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.terrane.core.entity.AddRowResult;
import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.ChangeResult;
import dev.terrane.core.entity.CreateResult;
import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.KernelLimits;
import dev.terrane.core.entity.MapPlace;
import dev.terrane.core.entity.Maps;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Refusal.Limit;
import dev.terrane.core.entity.SetResult;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.canonical.CanonicalCodec;
import dev.terrane.core.entity.canonical.CodecLimits;
import dev.terrane.core.entity.canonical.Decoded;
import dev.terrane.core.entity.canonical.Encoded;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.Capture;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publisher;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.core.entity.stream.StreamNumbering;
import dev.terrane.core.entity.stream.Streams;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Every limit there is, passed once: what was committed stays as it was, and once there is room the
 * same operation is done. A receiver is the exception by contract: over a limit it is closed, the
 * states it handed out stay readable, and a new connection with room takes the same bytes.
 */
class EveryLimitTest {
    private static final SnapshotLimits STATE = SnapshotLimits.defaults();

    private final Set<Limit> passed = EnumSet.noneOf(Limit.class);

    @Test
    void everyLimitLeavesWhatWasCommittedAndTheOperationCanBeRepeated() {
        kernels();
        containers();
        patches();
        states();
        trees();
        lifetimes();
        messages();
        classes();
        receivers();
        assertThat(passed).isEqualTo(EnumSet.allOf(Limit.class));
    }

    private void kernels() {
        var limits = new KernelLimits(2, 1, 1, 4, GuidWidth.BITS_64, 1, 1, 2);
        Kernel kernel = GuestRoom.kernel(limits);
        Entity guest = created(kernel.create(Creation.of(GuestRoom.PLAYER)));
        Entity second = created(kernel.create(Creation.of(GuestRoom.PLAYER)));
        var third = Creation.of(GuestRoom.PLAYER);
        passes(
                Limit.ENTITIES,
                () -> kernel.create(third),
                () -> kernel.entities().size(),
                () -> kernel.destroy(second.guid()));
        var table = GuestRoom.inventory(guest);
        table.addRow(1);
        passes(Limit.TABLE_ROWS, () -> table.addRow(2), table::size, () -> table.removeRow(1));
        var one = new Creation.Argument(GuestRoom.HP, new Value.UInt32(1));
        var arguments = new Creation(GuestRoom.PLAYER, null, 0, List.of(one, one));
        Entity old = kernel.entities().stream().reduce((_, last) -> last).orElseThrow();
        kernel.destroy(old.guid());
        assertOver(Limit.ARGUMENTS, kernel.create(arguments));
        assertThat(kernel.entities()).containsExactly(guest);
        assertThat(kernel.create(new Creation(GuestRoom.PLAYER, null, 0, List.of(one))))
                .isInstanceOf(CreateResult.Created.class);
        var text = new Value.Text(ByteText.copyOf(new byte[5]));
        assertOver(Limit.VALUE_BYTES, guest.set(GuestRoom.NAME, text));
        assertThat(guest.get(GuestRoom.NAME)).isEqualTo(Value.Text.of(""));
        assertThat(guest.set(GuestRoom.NAME, Value.Text.of("four")))
                .isInstanceOf(SetResult.Changed.class);
        guest.custom().add("a", new Value.UInt32(1));
        assertOver(Limit.CUSTOM_VALUES, guest.custom().add("b", new Value.UInt32(1)));
        assertThat(guest.custom().names()).containsExactly("a");
        assertThat(guest.custom().set("a", new Value.UInt32(2)))
                .isInstanceOf(SetResult.Changed.class);
        var opened = (Maps.InstanceResult.Opened) kernel.maps().createInstance(0);
        passes(
                Limit.MAP_INSTANCES,
                () -> kernel.maps().createInstance(0),
                () -> kernel.maps().exists(new MapPlace(0, 2)),
                () -> kernel.maps().releaseInstance(opened.place()));
    }

    private void containers() {
        var limits = new KernelLimits(9, 9, 9, 9, GuidWidth.BITS_64, 1, 1, 1);
        var last = new long[1];
        var kernel = new Kernel(Boxes.catalog(), () -> new Guid(++last[0]), limits);
        Entity outer = Boxes.box(kernel);
        Entity inner = Boxes.box(Boxes.left(outer), 1);
        passes(
                Limit.CONTAINER_DEPTH,
                () -> Boxes.left(inner).create(1, 0),
                () -> kernel.entities().size(),
                () -> Boxes.left(outer).remove(1));
    }

    /** One more row is over each limit of a delta; without it the delta goes. */
    private void patches() {
        overUpdate(Limit.PATCH_OPERATIONS, new StreamLimits(STATE, 3, 99, 999, 99));
        overUpdate(Limit.PATCH_VALUES, new StreamLimits(STATE, 99, 3, 999, 99));
        overUpdate(Limit.PATCH_STRING_BYTES, new StreamLimits(STATE, 99, 99, 14, 99));
    }

    /** One more row is over each limit of a state. */
    private void states() {
        overUpdate(Limit.ROWS, state(new SnapshotLimits(1, 99, 999, 9)));
        overUpdate(Limit.MEMBERS, state(new SnapshotLimits(99, 7, 999, 9)));
        overUpdate(Limit.STRING_BYTES, state(new SnapshotLimits(99, 99, 34, 9)));
    }

    private static StreamLimits state(SnapshotLimits limits) {
        return new StreamLimits(limits, 99, 99, 999, 99);
    }

    /** A publisher that has room for one row with a label of two bytes, but not for two. */
    private void overUpdate(Limit limit, StreamLimits limits) {
        Entity guest = GuestRoom.guest(GuestRoom.kernel());
        StreamBinding binding = Streams.binding(guest, Streams.usual());
        var first = new Baseline(1, 1, Streams.capture(guest, binding));
        Publisher sender =
                ((Publisher.Opened.Open) Publisher.open(binding, first, limits)).publisher();
        addRow(guest, 1);
        addRow(guest, 2);
        passes(
                limit,
                () -> sender.update(Streams.capture(guest, binding)),
                sender::baseline,
                () -> GuestRoom.inventory(guest).removeRow(2));
        assertThat(sender.revision()).isEqualTo(2);
    }

    private static void addRow(Entity guest, long number) {
        GuestRoom.added(GuestRoom.inventory(guest).addRow(number))
                .set(GuestRoom.LABEL, Value.Text.of("ab"));
    }

    private void trees() {
        Kernel kernel = Boxes.kernel();
        Entity root = Boxes.box(kernel);
        StreamBinding binding = Boxes.binding(root, Boxes.levels(3));
        Entity child = Boxes.box(Boxes.left(root), 1);
        Boxes.box(Boxes.left(child), 1);
        Supplier<Object> shown = () -> Streams.capture(root, binding);
        captures(Limit.ENTITY_DEPTH, root, binding, new SnapshotLimits(1, 9, 9, 99, 999, 9), shown);
        captures(
                Limit.STREAM_ENTITIES,
                root,
                binding,
                new SnapshotLimits(8, 2, 9, 99, 999, 9),
                shown);
        // Both are looked at, none of them is seen.
        var blind =
                new EntityProjection(
                        Boxes.BOX,
                        List.of(),
                        List.of(),
                        List.of(
                                new EntityProjection.ContainerSelection(Boxes.LEFT, List.of()),
                                new EntityProjection.ContainerSelection(Boxes.RIGHT, List.of())));
        StreamBinding hidden = Boxes.binding(root, blind);
        Boxes.box(Boxes.right(root), 1);
        var limits = new SnapshotLimits(8, 1, 9, 99, 999, 9);
        passes(
                Limit.CONTAINER_SLOTS,
                () -> Capture.capture(root, hidden, limits),
                () -> Streams.capture(root, hidden),
                () -> Boxes.right(root).remove(1));
    }

    /** Refused with a grandchild, done when it is out and put back afterwards. */
    private void captures(
            Limit limit,
            Entity root,
            StreamBinding binding,
            SnapshotLimits limits,
            Supplier<Object> shown) {
        Entity child = Boxes.left(root).find(1).orElseThrow();
        Entity inner = Boxes.left(child).find(1).orElseThrow();
        passes(
                limit,
                () -> Capture.capture(root, binding, limits),
                shown,
                () -> Boxes.left(child).remove(1));
        Boxes.left(child).place(1, inner);
    }

    private void lifetimes() {
        Kernel kernel = Boxes.kernel();
        Entity root = Boxes.box(kernel);
        StreamBinding binding = Boxes.binding(root, Boxes.levels(1));
        var numbering = new StreamNumbering(binding);
        // The root and its table, a child and its table, and no second child.
        var limits = new StreamLimits(STATE, 99, 99, 999, 4);
        Entity child = Boxes.box(Boxes.left(root), 1);
        var first = new Baseline(1, 1, numbered(numbering, root, binding));
        Publisher sender =
                ((Publisher.Opened.Open) Publisher.open(binding, first, limits)).publisher();
        Boxes.left(root).remove(1);
        Boxes.box(Boxes.left(root), 1);
        passes(
                Limit.LIFETIME_ENTRIES,
                () -> sender.update(numbered(numbering, root, binding)),
                sender::baseline,
                () -> {
                    Boxes.left(root).remove(1);
                    Boxes.left(root).place(1, child);
                    child.set(Boxes.SIZE, new Value.UInt32(1));
                });
    }

    private static Snapshot numbered(
            StreamNumbering numbering, Entity root, StreamBinding binding) {
        return Streams.numbered(numbering, Streams.capture(root, binding));
    }

    private void messages() {
        Entity guest = GuestRoom.guest(GuestRoom.kernel());
        StreamBinding binding = Streams.binding(guest, Streams.usual());
        Publisher sender = Streams.publisher(binding, Streams.capture(guest, binding));
        encodes(
                Limit.MESSAGE_BYTES,
                sender,
                binding,
                new CodecLimits(limits(), 60, 99, 9, width()));
        encodes(
                Limit.MESSAGE_DEPTH,
                sender,
                binding,
                new CodecLimits(limits(), 999, 99, 2, width()));
        // Records are counted where bytes come from outside; nothing is built of what is refused.
        var bytes = encoded(CodecLimits.defaults(), sender, binding);
        var tight = new CanonicalCodec(new CodecLimits(limits(), 999, 3, 9, width()));
        assertOver(Limit.MESSAGE_RECORDS, tight.decodeBaseline(bytes, binding));
        assertThat(new CanonicalCodec(CodecLimits.defaults()).decodeBaseline(bytes, binding))
                .isInstanceOf(Decoded.Ok.class);
    }

    private void encodes(Limit limit, Publisher sender, StreamBinding binding, CodecLimits limits) {
        Baseline before = sender.baseline();
        assertOver(
                limit, new CanonicalCodec(limits).encode((Publication) sender.baseline(), binding));
        assertThat(sender.baseline()).isSameAs(before);
        assertThat(encoded(CodecLimits.defaults(), sender, binding)).isNotEmpty();
    }

    private static ByteString encoded(CodecLimits limits, Publisher sender, StreamBinding binding) {
        var result = new CanonicalCodec(limits).encode((Publication) sender.baseline(), binding);
        return ((Encoded.Ok<ByteString>) result).form();
    }

    private static StreamLimits limits() {
        return StreamLimits.defaults();
    }

    private static GuidWidth width() {
        return GuidWidth.BITS_64;
    }

    private void classes() {
        Kernel kernel = GuestRoom.kernel();
        Entity guest = GuestRoom.guest(kernel);
        kernel.flush(StageBodies.NOTHING);
        var stage =
                new StageBodies(
                        kernel,
                        Flush.of(0),
                        new BodyLimits(1, 9, 1 << 20, Compacts.LIMITS),
                        new BodyCounters());
        ProjectionClass first = fields(guest, GuestRoom.HP);
        ProjectionClass second = fields(guest, GuestRoom.MP);
        assertThat(stage.join(guest, first)).isEmpty();
        passes(
                Limit.PROJECTION_CLASSES,
                () -> stage.join(guest, second),
                () -> stage.state(guest, first),
                () -> stage.leave(guest, first));
    }

    private static ProjectionClass fields(Entity guest, long field) {
        return Compacts.exact(guest, EntityProjection.ofFields(GuestRoom.PLAYER, List.of(field)));
    }

    private void receivers() {
        Kernel kernel = GuestRoom.kernel();
        Entity guest = GuestRoom.guest(kernel);
        ProjectionClass hp = fields(guest, GuestRoom.HP);
        var root = new OneRoot(kernel, guest);
        root.join(hp);
        CompactBody body = root.baseline(hp);
        byte[] second = bind(2, 2, 2, body);
        closes(Limit.STREAMS, limits(999, 99, 1, 9, 9), hp, body, second);
        closes(Limit.CONNECTION_ROOTS, limits(999, 99, 9, 9, 1), hp, body, second);
        var writer = new FrameWriter(Compacts.LIMITS);
        writer.begin(FrameHead.of(2, 0));
        writer.bind(new Bind(2, 1, new Guid(2), 1, 1), body);
        writer.bind(new Bind(3, 1, new Guid(3), 1, 1), body);
        closes(Limit.FRAME_WORK, limits(999, 1, 9, 9, 9), hp, body, writer.finish());
        var few = new CompactReceiver(limits(999, 99, 9, 1, 9), 0);
        assertThat(few.addLayout(1, hp)).isEmpty();
        Compacts.applied(few.receive(bind(1, 1, 1, body)));
        var state = few.find(1).orElseThrow().replica().state();
        assertOver(Limit.LAYOUTS, few.addLayout(2, fields(guest, GuestRoom.MP)));
        assertThat(few.find(1).orElseThrow().replica().state()).isEmpty();
        assertThat(state.orElseThrow().root().guid()).isEqualTo(new Guid(1));
    }

    /** The second frame is too much for these limits and fine for the usual ones. */
    private void closes(
            Limit limit,
            CompactLimits limits,
            ProjectionClass seen,
            CompactBody body,
            byte[] frame) {
        var tight = new CompactReceiver(limits, 0);
        tight.addLayout(1, seen);
        Compacts.applied(tight.receive(bind(1, 1, 1, body)));
        Snapshot state = tight.find(1).orElseThrow().replica().state().orElseThrow();
        assertOver(limit, tight.receive(frame));
        assertThat(tight.find(1).orElseThrow().replica().state()).isEmpty();
        assertThat(state.root().guid()).isEqualTo(new Guid(1));
        var wide = new CompactReceiver(Compacts.LIMITS, 0);
        wide.addLayout(1, seen);
        Compacts.applied(wide.receive(bind(1, 1, 1, body)));
        Compacts.applied(wide.receive(frame));
    }

    private static byte[] bind(long number, int handle, long guid, CompactBody body) {
        var writer = new FrameWriter(Compacts.LIMITS);
        writer.begin(FrameHead.of(number, 0));
        writer.bind(new Bind(handle, 1, new Guid(guid), 1, 1), body);
        return writer.finish();
    }

    private static CompactLimits limits(int bytes, int work, int streams, int layouts, int roots) {
        return new CompactLimits(
                StreamLimits.defaults(), bytes, work, streams, layouts, roots, GuidWidth.BITS_64);
    }

    /** Refused over a limit, nothing moved, done when there is room. */
    private void passes(
            Limit limit, Supplier<Object> operation, Supplier<Object> state, Runnable makeRoom) {
        Object before = state.get();
        assertOver(limit, operation.get());
        assertThat(state.get()).isEqualTo(before);
        makeRoom.run();
        assertThat(refusal(operation.get())).isEmpty();
    }

    private void assertOver(Limit limit, Object result) {
        assertThat(refusal(result))
                .get()
                .isInstanceOfSatisfying(
                        Refusal.OverLimit.class,
                        over -> {
                            assertThat(over.limit()).isEqualTo(limit);
                            assertThat(over.actual()).isGreaterThan(over.max());
                        });
        passed.add(limit);
    }

    private static Optional<Refusal> refusal(Object result) {
        return switch (result) {
            case CreateResult.Refused(Refusal why) -> Optional.of(why);
            case AddRowResult.Refused(Refusal why) -> Optional.of(why);
            case SetResult.Refused(Refusal why) -> Optional.of(why);
            case ChangeResult.Refused(Refusal why) -> Optional.of(why);
            case Maps.InstanceResult.Refused(Refusal why) -> Optional.of(why);
            case Publisher.Update.Refused(Refusal why) -> Optional.of(why);
            case Capture.Result.Refused(Refusal why) -> Optional.of(why);
            case FrameResult.Refused(Refusal why) -> Optional.of(why);
            case Encoded.Refused<?>(Refusal why) -> Optional.of(why);
            case Decoded.Refused<?>(Refusal why) -> Optional.of(why);
            case Optional<?> maybe -> maybe.map(Refusal.class::cast);
            default -> Optional.empty();
        };
    }
}
