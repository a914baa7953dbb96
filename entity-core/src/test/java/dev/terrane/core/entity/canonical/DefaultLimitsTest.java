package dev.terrane.core.entity.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.KernelLimits;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.compact.CompactLimits;
import dev.terrane.core.entity.stream.ApplyResult;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.ContainerSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.ContainerChange;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Publication.RowChange;
import dev.terrane.core.entity.stream.Publication.TablePatch;
import dev.terrane.core.entity.stream.PublicationCheck;
import dev.terrane.core.entity.stream.Replica;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.core.entity.stream.StreamLayout;
import dev.terrane.core.entity.stream.StreamLayout.ChildRule;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.core.schema.ScalarType;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The documented numbers themselves: each default passes at its edge and refuses one more. */
class DefaultLimitsTest {
    private static final StreamLimits LIMITS = StreamLimits.defaults();
    private static final Guid ROOT = new Guid(1);
    private static final IndexMap<FieldLayout> COLUMNS =
            new IndexMap.Builder<FieldLayout>()
                    .put(1, new FieldLayout("count", ScalarType.UINT32))
                    .put(2, new FieldLayout("label", ScalarType.STRING))
                    .build();
    private static final IndexMap<FieldLayout> BARE = IndexMap.empty();
    private static final Value ONE = new Value.UInt32(1);

    @Test
    void theDefaultsAreTheDocumentedNumbers() {
        assertThat(SnapshotLimits.defaults())
                .isEqualTo(new SnapshotLimits(8, 1_024, 65_536, 65_536, 1 << 20, 64 << 10));
        assertThat(LIMITS)
                .isEqualTo(
                        new StreamLimits(
                                SnapshotLimits.defaults(), 65_536, 65_536, 1 << 20, 132_096));
        assertThat(CodecLimits.defaults())
                .isEqualTo(new CodecLimits(LIMITS, 4 << 20, 132_096, 128, GuidWidth.BITS_64));
        assertThat(CompactLimits.defaults())
                .isEqualTo(
                        new CompactLimits(
                                LIMITS,
                                4 << 20,
                                262_144,
                                4_095,
                                4_096,
                                1 << 20,
                                GuidWidth.BITS_64));
        assertThat(KernelLimits.defaults())
                .isEqualTo(
                        new KernelLimits(
                                65_536,
                                65_536,
                                4_096,
                                64 << 10,
                                GuidWidth.BITS_64,
                                64,
                                256,
                                1_024,
                                4_096,
                                65_536));
    }

    @Test
    void rowsAndMembers() {
        assertThat(judge(BARE, rows(65_536, IndexMap.empty()))).isEmpty();
        assertOver(judge(BARE, rows(65_537, IndexMap.empty())), Refusal.Limit.ROWS, 65_536);
        // The table itself is a member, too.
        var columns = IndexMap.of(1, COLUMNS.get(1));
        assertThat(judge(columns, rows(65_535, IndexMap.of(1, ONE)))).isEmpty();
        assertOver(
                judge(columns, rows(65_536, IndexMap.of(1, ONE))), Refusal.Limit.MEMBERS, 65_536);
    }

    @Test
    void bytesOfOneStringAndOfAll() {
        var columns = IndexMap.of(2, COLUMNS.get(2));
        assertThat(judge(columns, strings(64 << 10))).isEmpty();
        assertOver(judge(columns, strings((64 << 10) + 1)), Refusal.Limit.VALUE_BYTES, 64 << 10);
        // Schema "s@1", class "Root", row class "Row": 10 bytes.
        int rest = (1 << 20) - 10 - 15 * (64 << 10);
        assertThat(judge(columns, strings(fifteenAnd(rest)))).isEmpty();
        assertOver(
                judge(columns, strings(fifteenAnd(rest + 1))), Refusal.Limit.STRING_BYTES, 1 << 20);
    }

    @Test
    void operationsValuesAndStringsOfADelta() {
        // The root and its table are operations, too.
        assertThat(judge(BARE, added(65_534, IndexMap.empty()))).isEmpty();
        assertOver(
                judge(BARE, added(65_535, IndexMap.empty())),
                Refusal.Limit.PATCH_OPERATIONS,
                65_536);
        var both = new IndexMap.Builder<Value>().put(1, ONE).put(2, text(0)).build();
        assertThat(judge(COLUMNS, added(32_768, both))).isEmpty();
        assertOver(judge(COLUMNS, added(32_769, both)), Refusal.Limit.PATCH_VALUES, 65_536);
        var columns = IndexMap.of(2, COLUMNS.get(2));
        int rest = (1 << 20) - 3 - 15 * (64 << 10);
        assertThat(judge(columns, labels(fifteenAnd(rest)))).isEmpty();
        assertOver(
                judge(columns, labels(fifteenAnd(rest + 1))),
                Refusal.Limit.PATCH_STRING_BYTES,
                1 << 20);
    }

    @Test
    void rememberedLifetimes() {
        assertThat(lastOf(132_096)).isInstanceOf(ApplyResult.Applied.class);
        assertThat(lastOf(132_097))
                .isInstanceOfSatisfying(
                        ApplyResult.Rejected.class,
                        rejected ->
                                assertOver(
                                        Optional.of(rejected.refusal()),
                                        Refusal.Limit.LIFETIME_ENTRIES,
                                        132_096));
    }

    /** What a replica says to the publication that makes it remember so many lifetimes. */
    private static ApplyResult lastOf(int lifetimes) {
        // One child with 4,093 rows after another: the root, then child, table and rows of each.
        var replica = new Replica(holding(), LIMITS);
        replica.apply(new Baseline(1, 1, snapshot(slots(1, 4_093))));
        int left = lifetimes - 1 - 4_095;
        int child = 1;
        for (; left > 4_095; left -= 4_095) {
            child++;
            assertThat(replica.apply(replaced(child, 4_093)))
                    .isEqualTo(new ApplyResult.Applied(child));
        }
        return replica.apply(replaced(child + 1, left - 2));
    }

    @Test
    void bytesRecordsAndLevelsOfAMessage() {
        var codec = new CanonicalCodec(CodecLimits.defaults());
        StreamBinding binding = binding(BARE);
        var baseline = new Baseline(1, 1, snapshot(rows(0, IndexMap.empty())));
        var bytes = ((Encoded.Ok<ByteString>) codec.encode((Publication) baseline, binding)).form();
        // Unknown field 100 with a length of four bytes fills the rest.
        int filler = (4 << 20) - bytes.size() - 6;
        assertThat(codec.decodeBaseline(bytes.concat(unknown(filler)), binding))
                .isEqualTo(new Decoded.Ok<>(baseline));
        assertThat(codec.decodeBaseline(bytes.concat(unknown(filler + 1)), binding))
                .isEqualTo(over(Refusal.Limit.MESSAGE_BYTES, 4 << 20, (4 << 20) + 1));
        assertThat(codec.decodeBaseline(bytes.concat(groups(128)), binding))
                .isEqualTo(new Decoded.Ok<>(baseline));
        assertThat(codec.decodeBaseline(bytes.concat(groups(129)), binding))
                .isInstanceOfSatisfying(
                        Decoded.Refused.class,
                        refused ->
                                assertThat(((Refusal.Rejected) refused.refusal()).reason())
                                        .isEqualTo(Reason.MALFORMED));
        // The snapshot, its root and the table are records, too.
        ByteString field = ByteString.copyFrom(new byte[] {(byte) 0xA0, 0x06, 1});
        ByteString many = ByteString.copyFrom(repeat(field.toByteArray(), 132_096 - 3));
        assertThat(codec.decodeBaseline(bytes.concat(many), binding))
                .isEqualTo(new Decoded.Ok<>(baseline));
        assertThat(codec.decodeBaseline(bytes.concat(many).concat(field), binding))
                .isEqualTo(over(Refusal.Limit.MESSAGE_RECORDS, 132_096, 132_097));
    }

    private static Decoded<Baseline> over(Refusal.Limit limit, long max, long actual) {
        return new Decoded.Refused<>(new Refusal.OverLimit(limit, max, actual, "message"));
    }

    private static byte[] repeat(byte[] part, int times) {
        var all = new byte[part.length * times];
        for (int i = 0; i < times; i++) {
            System.arraycopy(part, 0, all, i * part.length, part.length);
        }
        return all;
    }

    private static ByteString unknown(int length) {
        byte[] head = {
            (byte) 0xA2,
            0x06,
            (byte) (length | 0x80),
            (byte) (length >> 7 | 0x80),
            (byte) (length >> 14 | 0x80),
            (byte) (length >> 21)
        };
        return ByteString.copyFrom(head).concat(ByteString.copyFrom(new byte[length]));
    }

    private static ByteString groups(int levels) {
        ByteString open = ByteString.copyFrom(repeat(new byte[] {(byte) 0xA3, 0x06}, levels));
        return open.concat(ByteString.copyFrom(repeat(new byte[] {(byte) 0xA4, 0x06}, levels)));
    }

    private static int[] fifteenAnd(int last) {
        var lengths = new int[16];
        Arrays.fill(lengths, 64 << 10);
        lengths[15] = last;
        return lengths;
    }

    private static Value text(int bytes) {
        return new Value.Text(ByteText.copyOf(new byte[bytes]));
    }

    private static EntitySnapshot strings(int... lengths) {
        var rows = new IndexMap.Builder<RowSnapshot>();
        for (int i = 0; i < lengths.length; i++) {
            rows.put(i + 1L, new RowSnapshot(i + 1L, IndexMap.of(2, text(lengths[i]))));
        }
        return root(rows.build());
    }

    private static EntitySnapshot rows(int count, IndexMap<Value> columns) {
        return root(rowsOf(count, columns));
    }

    private static IndexMap<RowSnapshot> rowsOf(int count, IndexMap<Value> columns) {
        var rows = new IndexMap.Builder<RowSnapshot>();
        for (int i = 1; i <= count; i++) {
            rows.put(i, new RowSnapshot(i, columns));
        }
        return rows.build();
    }

    private static EntitySnapshot root(IndexMap<RowSnapshot> rows) {
        return new EntitySnapshot(
                ROOT, 1, "Root", IndexMap.empty(), IndexMap.of(10, new TableSnapshot("Row", rows)));
    }

    private static EntityPatch added(int count, IndexMap<Value> columns) {
        var rows = new IndexMap.Builder<RowChange>();
        for (int i = 1; i <= count; i++) {
            rows.put(i, new RowChange.Add(i, columns));
        }
        return patch(rows.build());
    }

    private static EntityPatch labels(int... lengths) {
        var rows = new IndexMap.Builder<RowChange>();
        for (int i = 0; i < lengths.length; i++) {
            rows.put(i + 1L, new RowChange.Add(i + 1L, IndexMap.of(2, text(lengths[i]))));
        }
        return patch(rows.build());
    }

    private static EntityPatch patch(IndexMap<RowChange> rows) {
        return new EntityPatch(ROOT, 1, IndexMap.empty(), IndexMap.of(10, new TablePatch(rows)));
    }

    private static StreamBinding binding(IndexMap<FieldLayout> columns) {
        var layout =
                new EntityLayout(
                        "Root",
                        IndexMap.empty(),
                        IndexMap.of(10, new TableLayout("rows", "Row", columns)),
                        IndexMap.empty());
        return new StreamBinding("s@1", ROOT, 1, 1, layout);
    }

    /** A root that holds boxes of rows without columns. */
    private static StreamBinding holding() {
        var box =
                new EntityLayout(
                        "Box",
                        IndexMap.empty(),
                        IndexMap.of(10, new TableLayout("rows", "Row", BARE)),
                        IndexMap.empty());
        var layout =
                new EntityLayout(
                        "Root",
                        IndexMap.empty(),
                        IndexMap.empty(),
                        IndexMap.of(20, new ContainerLayout("boxes", "Box")));
        var rule = IndexMap.of(20, ChildRule.of(StreamLayout.flat(box)));
        return new StreamBinding("s@1", ROOT, 1, 1, layout, rule);
    }

    private static IndexMap<EntitySnapshot> box(int child, int rows) {
        return IndexMap.of(
                1,
                new EntitySnapshot(
                        new Guid(100L + child),
                        1,
                        "Box",
                        IndexMap.empty(),
                        IndexMap.of(10, new TableSnapshot("Row", rowsOf(rows, IndexMap.empty())))));
    }

    private static EntitySnapshot slots(int child, int rows) {
        return new EntitySnapshot(
                ROOT,
                1,
                "Root",
                IndexMap.empty(),
                IndexMap.empty(),
                IndexMap.of(20, new ContainerSnapshot(box(child, rows))));
    }

    private static Delta replaced(int child, int rows) {
        var change =
                IndexMap.of(
                        20, (ContainerChange) new ContainerChange.Replacement(box(child, rows)));
        return new Delta(
                "s@1",
                1,
                child - 1L,
                child,
                new EntityPatch(ROOT, 1, IndexMap.empty(), IndexMap.empty(), change),
                false);
    }

    private static Snapshot snapshot(EntitySnapshot root) {
        return new Snapshot("s@1", root);
    }

    private static Optional<Refusal> judge(IndexMap<FieldLayout> columns, EntitySnapshot root) {
        return PublicationCheck.judge(binding(columns), new Baseline(1, 1, snapshot(root)), LIMITS);
    }

    private static Optional<Refusal> judge(IndexMap<FieldLayout> columns, EntityPatch patch) {
        return PublicationCheck.judge(
                binding(columns), new Delta("s@1", 1, 1, 2, patch, false), LIMITS);
    }

    private static void assertOver(Optional<Refusal> refusal, Refusal.Limit limit, long max) {
        assertThat(refusal.orElseThrow())
                .isInstanceOfSatisfying(
                        Refusal.OverLimit.class,
                        over -> {
                            assertThat(over.limit()).isEqualTo(limit);
                            assertThat(over.max()).isEqualTo(max);
                            assertThat(over.actual()).isEqualTo(max + 1);
                        });
    }
}
