package dev.terrane.core.entity.canonical;

import static dev.terrane.core.entity.GuestRoom.added;
import static dev.terrane.core.entity.GuestRoom.guest;
import static dev.terrane.core.entity.GuestRoom.inventory;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.core.entity.stream.Streams;
import dev.terrane.proto.entity.v1alpha1.ContainerDelta;
import dev.terrane.proto.entity.v1alpha1.ContainerSnapshot;
import dev.terrane.proto.entity.v1alpha1.EntityLayout;
import dev.terrane.proto.entity.v1alpha1.EntityPatch;
import dev.terrane.proto.entity.v1alpha1.NestedBaseline;
import dev.terrane.proto.entity.v1alpha1.NestedDelta;
import dev.terrane.proto.entity.v1alpha1.RowDelta;
import dev.terrane.proto.entity.v1alpha1.ScalarField;
import dev.terrane.proto.entity.v1alpha1.ScalarType;
import dev.terrane.proto.entity.v1alpha1.TableDelta;
import java.util.ArrayList;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class CanonicalCodecTest {
    private final CanonicalCodec codec = new CanonicalCodec(CodecLimits.defaults());
    private final Entity guest = guest(GuestRoom.kernel());
    private final StreamBinding binding = Streams.binding(guest, Vectors.everything());

    @Test
    void everyScalarAlternativeCarriesZeroAndExtremes() {
        assertRoundTrips();
        guest.set(
                GuestRoom.NAME,
                new Value.Text(ByteText.copyOf(new byte[] {0, (byte) 0xFF, (byte) 0xC0, 65})));
        guest.set(GuestRoom.ID, new Value.UInt32(0xFFFF_FFFFL));
        guest.set(GuestRoom.X, new Value.Float64(-0.0));
        guest.set(GuestRoom.GUILD, new Value.GuidRef(Long.MIN_VALUE));
        guest.set(GuestRoom.FLAG, new Value.Bool(true));
        guest.set(GuestRoom.INT32, new Value.Int32(Integer.MIN_VALUE));
        guest.set(GuestRoom.INT64, new Value.Int64(Long.MIN_VALUE));
        guest.set(GuestRoom.UINT64, new Value.UInt64(-1));
        guest.set(GuestRoom.FLOAT, new Value.Float32(Float.MIN_VALUE));
        added(inventory(guest).addRow(0xFFFF_FFFFL)).set(GuestRoom.COUNT, new Value.UInt32(1));
        assertRoundTrips();
    }

    @Test
    void deltasOfEveryFormRoundTrip() {
        for (Delta delta : Vectors.deltas()) {
            var bytes = Forms.made(codec.encode(delta, Vectors.binding()));
            assertThat(codec.decodeDelta(bytes, Vectors.binding()))
                    .isEqualTo(new Decoded.Ok<>(delta));
        }
    }

    @Test
    void recordsInAnyOrderMeanTheSame() throws Exception {
        var message = NestedBaseline.parseFrom(Forms.made(codec.encode(baseline(), binding)));
        var root = message.getSnapshot().getRoot().toBuilder();
        var fields = new ArrayList<>(root.getFieldsList());
        Collections.reverse(fields);
        root.clearFields().addAllFields(fields);
        var shuffled = message.toBuilder();
        shuffled.getSnapshotBuilder().setRoot(root);
        assertThat(codec.decodeBaseline(shuffled.build().toByteString(), binding))
                .isEqualTo(new Decoded.Ok<>(baseline()));
    }

    @Test
    void unknownFieldsGrantNothing() {
        var bytes = Forms.made(codec.encode(baseline(), binding));
        var unknown = ByteString.copyFrom(new byte[] {(byte) 0xA0, 0x06, 1});
        assertThat(codec.decodeBaseline(bytes.concat(unknown), binding))
                .isEqualTo(new Decoded.Ok<>(baseline()));
    }

    @Test
    void duplicatesAndMissingPartsAreRefused() {
        var hp = ScalarField.newBuilder().setIndex((int) GuestRoom.HP).setUint32Value(1).build();
        refuses(delta().addFields(hp).addFields(hp), Reason.DUPLICATE);
        refuses(delta().addFields(ScalarField.newBuilder().setIndex(104)), Reason.MISSING_VALUE);
        refuses(delta().addFields(ScalarField.newBuilder().setUint32Value(1)), Reason.INDEX_RANGE);
        refuses(
                delta().addFields(ScalarField.newBuilder().setIndex(104).setInt32Value(1)),
                Reason.VALUE_TYPE);
        refuses(
                delta().addFields(ScalarField.newBuilder().setIndex(101).setDoubleValue(1 / 0.0)),
                Reason.NOT_FINITE);
        var table = TableDelta.newBuilder().setIndex(200);
        var remove = RowDelta.newBuilder().setNumber(1).setRequiredIncarnation(1);
        refuses(delta().addTables(table.clone().addRows(remove).addRows(remove)), Reason.DUPLICATE);
        refuses(
                delta().addTables(table.clone().addRows(remove)).addTables(table.addRows(remove)),
                Reason.DUPLICATE);
        refuses(rows(RowDelta.newBuilder().setRequiredIncarnation(1)), Reason.INDEX_RANGE);
        refuses(rows(RowDelta.newBuilder().setNumber(1)), Reason.ROW_FORM);
        refuses(rows(remove.clone().addColumns(hp)), Reason.ROW_FORM);
        refuses(
                rows(
                        RowDelta.newBuilder()
                                .setNumber(1)
                                .setRequiredIncarnation(3)
                                .setIncarnation(2)),
                Reason.ROW_FORM);
        refuses(rows(RowDelta.newBuilder().setNumber(1).setIncarnation(-1)), Reason.ROW_FORM);
        refuses(delta(), Reason.EMPTY_PATCH);
        refuses(delta().addFields(hp).setGuid(0), Reason.GUID_RANGE);
        refuses(
                delta().addContainers(ContainerDelta.newBuilder().setIndex(201)),
                Reason.MISSING_VALUE);
        assertReason(codec.decodeDelta(ByteString.EMPTY, binding), Reason.MISSING_VALUE);
        assertReason(codec.decodeBaseline(ByteString.EMPTY, binding), Reason.MISSING_VALUE);
        var contained = NestedBaseline.newBuilder();
        contained
                .getSnapshotBuilder()
                .getRootBuilder()
                .setGuid(1)
                .addContainers(ContainerSnapshot.getDefaultInstance());
        assertReason(
                codec.decodeBaseline(contained.build().toByteString(), binding),
                Reason.INDEX_RANGE);
    }

    @Test
    void mergedFieldsAreRefused() {
        var bytes = Forms.made(codec.encode(baseline(), binding));
        assertReason(codec.decodeBaseline(bytes.concat(bytes), binding), Reason.DUPLICATE);
        var twice =
                ScalarField.newBuilder()
                        .setIndex(104)
                        .setUint32Value(1)
                        .build()
                        .toByteString()
                        .concat(ScalarField.newBuilder().setBoolValue(true).build().toByteString());
        var field = ByteString.copyFrom(new byte[] {0x1A, (byte) twice.size()}).concat(twice);
        var patch = ByteString.copyFrom(new byte[] {0x2A, (byte) field.size()}).concat(field);
        assertReason(codec.decodeDelta(patch, binding), Reason.DUPLICATE);
    }

    @Test
    void guidsOutsideThirtyTwoBitsAreRefusedBothWays() {
        var limits = CodecLimits.defaults();
        var narrow =
                new CanonicalCodec(
                        new CodecLimits(
                                limits.stream(),
                                limits.messageBytesMax(),
                                limits.recordsMax(),
                                limits.depthMax(),
                                GuidWidth.BITS_32));
        var wide = ScalarField.newBuilder().setIndex((int) GuestRoom.GUILD).setGuidValue(1L << 31);
        assertReason(
                narrow.decodeDelta(message(delta().addFields(wide)).toByteString(), binding),
                Reason.GUID_RANGE);
        guest.set(GuestRoom.GUILD, new Value.GuidRef(1L << 31));
        assertReason(narrow.encode(baseline(), binding), Reason.GUID_RANGE);
    }

    @Test
    void messageLimitsHoldAtTheirEdge() {
        added(inventory(guest).addRow(1));
        var baseline = baseline();
        var bytes = Forms.made(codec.encode(baseline, binding));
        // 2 envelopes, 11 fields, 2 tables, 1 row, 2 columns; 5 levels.
        edge(limits(bytes.size(), 18, 5), bytes);
        assertLimit(
                with(limits(bytes.size() - 1, 18, 5)).decodeBaseline(bytes, binding),
                Refusal.Limit.MESSAGE_BYTES);
        assertLimit(
                with(limits(bytes.size() - 1, 18, 5)).encode(baseline, binding),
                Refusal.Limit.MESSAGE_BYTES);
        assertLimit(
                with(limits(bytes.size(), 17, 5)).decodeBaseline(bytes, binding),
                Refusal.Limit.MESSAGE_RECORDS);
        assertReason(
                with(limits(bytes.size(), 18, 4)).decodeBaseline(bytes, binding), Reason.MALFORMED);
        assertLimit(
                with(limits(bytes.size(), 18, 4)).encode(baseline, binding),
                Refusal.Limit.MESSAGE_DEPTH);
    }

    @Test
    void unknownGroupsCountTowardsDepth() {
        var limits = with(limits(1 << 20, 1_000, 5));
        var nested = ByteString.EMPTY;
        for (int i = 0; i < 6; i++) {
            nested =
                    ByteString.copyFrom(new byte[] {(byte) 0xA3, 0x06})
                            .concat(nested)
                            .concat(ByteString.copyFrom(new byte[] {(byte) 0xA4, 0x06}));
        }
        var bytes = Forms.made(codec.encode(baseline(), binding)).concat(nested);
        assertReason(limits.decodeBaseline(bytes, binding), Reason.MALFORMED);
        assertThat(codec.decodeBaseline(bytes, binding)).isEqualTo(new Decoded.Ok<>(baseline()));
    }

    @Test
    void aBuiltMessageIsHeldToTheSameDepth() {
        added(inventory(guest).addRow(1));
        NestedBaseline message = Forms.made(codec.toMessage(baseline(), binding));
        assertThat(with(limits(1 << 20, 1_000, 5)).fromMessage(message, binding))
                .isEqualTo(new Decoded.Ok<>(baseline()));
        assertThat(with(limits(1 << 20, 1_000, 4)).fromMessage(message, binding))
                .isEqualTo(tooDeep(4));
        var patch = message(rows(RowDelta.newBuilder().setNumber(1).setRequiredIncarnation(1)));
        assertThat(with(limits(1 << 20, 1_000, 3)).fromMessage(patch, binding))
                .isInstanceOf(Decoded.Ok.class);
        assertThat(with(limits(1 << 20, 1_000, 2)).fromMessage(patch, binding))
                .isEqualTo(tooDeep(2));
        assertThat(codec.fromMessage(nested(message, 128), binding))
                .isEqualTo(new Decoded.Ok<>(baseline()));
        assertThat(codec.fromMessage(nested(message, 129), binding)).isEqualTo(tooDeep(128));
        // Whoever asks this for its size runs out of stack.
        assertThat(codec.fromMessage(nested(message, 200_000), binding)).isEqualTo(tooDeep(128));
    }

    private static NestedBaseline nested(NestedBaseline message, int levels) {
        var inside = UnknownFieldSet.getDefaultInstance();
        for (int i = 0; i < levels; i++) {
            var group = UnknownFieldSet.Field.newBuilder().addGroup(inside).build();
            inside = UnknownFieldSet.newBuilder().addField(100, group).build();
        }
        return message.toBuilder().setUnknownFields(inside).build();
    }

    private static Decoded<?> tooDeep(int max) {
        return new Decoded.Refused<>(
                new Refusal.OverLimit(Refusal.Limit.MESSAGE_DEPTH, max, max + 1L, "message"));
    }

    @Test
    void layoutsRoundTripAndAreJudged() {
        var message = LayoutCodec.toMessage(binding.layout());
        assertThat(LayoutCodec.fromMessage(message, 100))
                .isEqualTo(new Decoded.Ok<>(binding.layout()));
        assertLimit(LayoutCodec.fromMessage(message, 5), Refusal.Limit.MEMBERS);
        var twice = message.toBuilder().addFields(message.getFields(0));
        assertReason(LayoutCodec.fromMessage(twice.build(), 100), Reason.DUPLICATE);
        var untyped = message.toBuilder();
        untyped.getFieldsBuilder(0).setTypeValue(77);
        assertReason(LayoutCodec.fromMessage(untyped.build(), 100), Reason.VALUE_TYPE);
        assertReason(
                LayoutCodec.fromMessage(EntityLayout.getDefaultInstance(), 100),
                Reason.UNKNOWN_CLASS);
        var container = message.toBuilder();
        container.addContainersBuilder().setName("bag");
        assertReason(LayoutCodec.fromMessage(container.build(), 100), Reason.CONTAINER_UNSUPPORTED);
    }

    @Test
    void layoutsThatContradictThemselvesAreRefused() {
        var message = LayoutCodec.toMessage(binding.layout());
        var own = message.toBuilder();
        own.getTablesBuilder(0).setRowClass(own.getClassName());
        assertReason(LayoutCodec.fromMessage(own.build(), 100), Reason.CLASS_MISMATCH);
        var columns = message.toBuilder();
        columns.getTablesBuilder(1).getColumnsBuilder(0).setType(ScalarType.SCALAR_TYPE_STRING);
        columns.getTablesBuilder(0).getColumnsBuilder(0).setType(ScalarType.SCALAR_TYPE_BOOL);
        assertReason(LayoutCodec.fromMessage(columns.build(), 100), Reason.VALUE_TYPE);
    }

    @Test
    void namesOfLayoutsAreBoundedLikeThoseOfSchemas() {
        String edge = "é".repeat(127) + "x";
        var message = LayoutCodec.toMessage(binding.layout());
        var fits = message.toBuilder().setClassName(edge).build();
        assertThat(LayoutCodec.fromMessage(fits, 100)).isInstanceOf(Decoded.Ok.class);
        var over = message.toBuilder().setClassName(edge + "x").build();
        assertLimit(LayoutCodec.fromMessage(over, 100), Refusal.Limit.STRING_BYTES);
        var field = message.toBuilder();
        field.getFieldsBuilder(0).setName(edge + "x");
        assertLimit(LayoutCodec.fromMessage(field.build(), 100), Refusal.Limit.STRING_BYTES);
        var table = message.toBuilder();
        table.getTablesBuilder(0).setName("x".repeat(1 << 20));
        assertLimit(LayoutCodec.fromMessage(table.build(), 100), Refusal.Limit.STRING_BYTES);
        var row = message.toBuilder();
        row.getTablesBuilder(0).setRowClass("x".repeat(256));
        assertLimit(LayoutCodec.fromMessage(row.build(), 100), Refusal.Limit.STRING_BYTES);
    }

    private void assertRoundTrips() {
        var bytes = Forms.made(codec.encode(baseline(), binding));
        assertThat(codec.decodeBaseline(bytes, binding)).isEqualTo(new Decoded.Ok<>(baseline()));
    }

    private Baseline baseline() {
        return new Baseline(1, 1, Streams.capture(guest, binding));
    }

    private EntityPatch.Builder delta() {
        return EntityPatch.newBuilder()
                .setGuid(guest.guid().value())
                .setIncarnation(guest.lifetime());
    }

    private EntityPatch.Builder rows(RowDelta.Builder row) {
        return delta().addTables(TableDelta.newBuilder().setIndex(200).addRows(row));
    }

    private NestedDelta message(EntityPatch.Builder patch) {
        return NestedDelta.newBuilder()
                .setSchemaId(GuestRoom.SCHEMA)
                .setGeneration(1)
                .setRequiredRevision(1)
                .setRevision(2)
                .setRoot(patch)
                .build();
    }

    private void refuses(EntityPatch.Builder patch, Reason reason) {
        assertReason(codec.decodeDelta(message(patch).toByteString(), binding), reason);
        assertReason(codec.fromMessage(message(patch), binding), reason);
    }

    private void edge(CodecLimits limits, ByteString bytes) {
        assertThat(with(limits).decodeBaseline(bytes, binding))
                .isEqualTo(new Decoded.Ok<>(baseline()));
        assertThat(with(limits).encode(baseline(), binding)).isEqualTo(new Encoded.Ok<>(bytes));
    }

    private static CodecLimits limits(int bytes, int records, int depth) {
        return new CodecLimits(StreamLimits.defaults(), bytes, records, depth, GuidWidth.BITS_64);
    }

    private static CanonicalCodec with(CodecLimits limits) {
        return new CanonicalCodec(limits);
    }

    private static void assertReason(Decoded<?> decoded, Reason reason) {
        assertThat(decoded)
                .isInstanceOfSatisfying(
                        Decoded.Refused.class, refused -> assertReason(refused.refusal(), reason));
    }

    private static void assertReason(Encoded<?> encoded, Reason reason) {
        assertThat(encoded)
                .isInstanceOfSatisfying(
                        Encoded.Refused.class, refused -> assertReason(refused.refusal(), reason));
    }

    private static void assertReason(Refusal refusal, Reason reason) {
        assertThat(refusal)
                .isInstanceOfSatisfying(
                        Refusal.Rejected.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(reason));
    }

    private static void assertLimit(Object result, Refusal.Limit limit) {
        Refusal refusal =
                switch (result) {
                    case Decoded.Refused<?> decoded -> decoded.refusal();
                    case Encoded.Refused<?> encoded -> encoded.refusal();
                    default -> throw new AssertionError("not refused: " + result);
                };
        assertThat(refusal)
                .isInstanceOfSatisfying(
                        Refusal.OverLimit.class, over -> assertThat(over.limit()).isEqualTo(limit));
    }
}
