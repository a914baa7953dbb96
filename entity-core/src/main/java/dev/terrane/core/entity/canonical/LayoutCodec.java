package dev.terrane.core.entity.canonical;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.stream.FixedPoint;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Quantisation;
import dev.terrane.core.entity.stream.StreamLayout;
import dev.terrane.core.schema.ScalarType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Layouts of streams to and from their message. */
public final class LayoutCodec {
    private LayoutCodec() {}

    /** The layout as a message, members in ascending index order. */
    public static dev.terrane.proto.entity.v1alpha1.EntityLayout toMessage(EntityLayout layout) {
        var message =
                dev.terrane.proto.entity.v1alpha1.EntityLayout.newBuilder()
                        .setClassName(layout.name());
        layout.fields().forEach((field, index) -> message.addFields(field(field, index)));
        layout.tables()
                .forEach(
                        (table, index) -> {
                            var rows =
                                    dev.terrane.proto.entity.v1alpha1.TableLayout.newBuilder()
                                            .setIndex((int) index)
                                            .setName(table.name())
                                            .setRowClass(table.rowClass());
                            table.columns()
                                    .forEach(
                                            (column, columnIndex) ->
                                                    rows.addColumns(field(column, columnIndex)));
                            message.addTables(rows);
                        });
        return message.build();
    }

    /** A layout that the sender of a binding gave; at most {@code membersMax} members. */
    public static Decoded<EntityLayout> fromMessage(
            dev.terrane.proto.entity.v1alpha1.EntityLayout message, int membersMax) {
        try {
            EntityLayout layout = read(message, membersMax);
            return StreamLayout.flat(layout)
                    .findContradiction()
                    .<Decoded<EntityLayout>>map(Decoded.Refused::new)
                    .orElseGet(() -> new Decoded.Ok<>(layout));
        } catch (CodecException e) {
            return new Decoded.Refused<>(e.refusal());
        }
    }

    /** The members of a projection class with their precision, without its containers. */
    static dev.terrane.proto.entity.v1alpha1.EntityLayout.Builder precise(
            ProjectionClass projection) {
        var message = toMessage(projection.layout()).toBuilder();
        for (int i = 0; i < message.getFieldsCount(); i++) {
            precise(message.getFieldsBuilder(i), projection.quantisation().fields());
        }
        for (int i = 0; i < message.getTablesCount(); i++) {
            var table = message.getTablesBuilder(i);
            var columns =
                    projection.quantisation().columns(Integer.toUnsignedLong(table.getIndex()));
            for (int c = 0; c < table.getColumnsCount(); c++) {
                precise(table.getColumnsBuilder(c), columns);
            }
        }
        return message;
    }

    /** The precision a message declares for the members of one entity. */
    static Quantisation quantisation(dev.terrane.proto.entity.v1alpha1.EntityLayout message) {
        var tables = new IndexMap.Builder<IndexMap<FixedPoint>>();
        for (var table : message.getTablesList()) {
            var columns = precision(table.getColumnsList(), message.getClassName());
            if (!columns.isEmpty()) {
                tables.put(Integer.toUnsignedLong(table.getIndex()), columns);
            }
        }
        return new Quantisation(
                precision(message.getFieldsList(), message.getClassName()), tables.build());
    }

    private static void precise(
            dev.terrane.proto.entity.v1alpha1.FieldLayout.Builder field,
            IndexMap<FixedPoint> precision) {
        precision
                .find(Integer.toUnsignedLong(field.getIndex()))
                .ifPresent(fixed -> field.setFractionBits(fixed.fractionBits()));
    }

    private static IndexMap<FixedPoint> precision(
            List<dev.terrane.proto.entity.v1alpha1.FieldLayout> fields, String location) {
        var precision = new IndexMap.Builder<FixedPoint>();
        for (var field : fields) {
            if (field.hasFractionBits()) {
                int bits = field.getFractionBits();
                if (bits < FixedPoint.BITS_MIN || bits > FixedPoint.BITS_MAX) {
                    throw CodecException.rejected(
                            Reason.FIXED_POINT, location + "." + field.getName());
                }
                precision.put(Integer.toUnsignedLong(field.getIndex()), new FixedPoint(bits));
            }
        }
        return precision.build();
    }

    static EntityLayout read(
            dev.terrane.proto.entity.v1alpha1.EntityLayout message, int membersMax) {
        String location = Indices.name(message.getClassName());
        if (location.isEmpty()) {
            throw CodecException.rejected(Reason.UNKNOWN_CLASS, "");
        }
        if (message.getContainersCount() > 0) {
            throw CodecException.rejected(
                    Reason.CONTAINER_UNSUPPORTED,
                    location + "." + Indices.name(message.getContainers(0).getName()));
        }
        long members = (long) message.getFieldsCount() + message.getTablesCount();
        for (var table : message.getTablesList()) {
            members += table.getColumnsCount();
        }
        if (members > membersMax) {
            throw CodecException.over(Refusal.Limit.MEMBERS, membersMax, members);
        }
        var fields = fields(message.getFieldsList(), location);
        var tables = new IndexMap.Builder<TableLayout>();
        Set<String> names = new HashSet<>();
        fields.values().forEach(field -> names.add(field.name()));
        for (var table : message.getTablesList()) {
            long index = Indices.require(table.getIndex(), location);
            if (fields.has(index) || !names.add(table.getName())) {
                throw CodecException.rejected(Reason.DUPLICATE, location + "." + index);
            }
            String rows = location + "." + Indices.name(table.getName());
            tables.put(
                    index,
                    new TableLayout(
                            table.getName(),
                            Indices.name(table.getRowClass()),
                            fields(table.getColumnsList(), rows)));
        }
        return new EntityLayout(
                location, fields, Indices.distinct(tables, location), IndexMap.empty());
    }

    private static IndexMap<FieldLayout> fields(
            List<dev.terrane.proto.entity.v1alpha1.FieldLayout> messages, String location) {
        var fields = new IndexMap.Builder<FieldLayout>();
        Set<String> names = new HashSet<>();
        for (var field : messages) {
            long index = Indices.require(field.getIndex(), location);
            if (!names.add(Indices.name(field.getName()))) {
                throw CodecException.rejected(Reason.DUPLICATE, location + "." + field.getName());
            }
            fields.put(index, new FieldLayout(field.getName(), type(field, location)));
        }
        return Indices.distinct(fields, location);
    }

    private static dev.terrane.proto.entity.v1alpha1.FieldLayout field(
            FieldLayout field, long index) {
        return dev.terrane.proto.entity.v1alpha1.FieldLayout.newBuilder()
                .setIndex((int) index)
                .setName(field.name())
                .setType(
                        switch (field.type()) {
                            case BOOL ->
                                    dev.terrane.proto.entity.v1alpha1.ScalarType.SCALAR_TYPE_BOOL;
                            case INT32 ->
                                    dev.terrane.proto.entity.v1alpha1.ScalarType.SCALAR_TYPE_INT32;
                            case UINT32 ->
                                    dev.terrane.proto.entity.v1alpha1.ScalarType.SCALAR_TYPE_UINT32;
                            case INT64 ->
                                    dev.terrane.proto.entity.v1alpha1.ScalarType.SCALAR_TYPE_INT64;
                            case UINT64 ->
                                    dev.terrane.proto.entity.v1alpha1.ScalarType.SCALAR_TYPE_UINT64;
                            case FLOAT ->
                                    dev.terrane.proto.entity.v1alpha1.ScalarType.SCALAR_TYPE_FLOAT;
                            case DOUBLE ->
                                    dev.terrane.proto.entity.v1alpha1.ScalarType.SCALAR_TYPE_DOUBLE;
                            case STRING ->
                                    dev.terrane.proto.entity.v1alpha1.ScalarType.SCALAR_TYPE_STRING;
                            case GUID ->
                                    dev.terrane.proto.entity.v1alpha1.ScalarType.SCALAR_TYPE_GUID;
                        })
                .build();
    }

    private static ScalarType type(
            dev.terrane.proto.entity.v1alpha1.FieldLayout field, String location) {
        return switch (field.getType()) {
            case SCALAR_TYPE_BOOL -> ScalarType.BOOL;
            case SCALAR_TYPE_INT32 -> ScalarType.INT32;
            case SCALAR_TYPE_UINT32 -> ScalarType.UINT32;
            case SCALAR_TYPE_INT64 -> ScalarType.INT64;
            case SCALAR_TYPE_UINT64 -> ScalarType.UINT64;
            case SCALAR_TYPE_FLOAT -> ScalarType.FLOAT;
            case SCALAR_TYPE_DOUBLE -> ScalarType.DOUBLE;
            case SCALAR_TYPE_STRING -> ScalarType.STRING;
            case SCALAR_TYPE_GUID -> ScalarType.GUID;
            case SCALAR_TYPE_UNSPECIFIED, UNRECOGNIZED ->
                    throw CodecException.rejected(
                            Reason.VALUE_TYPE, location + "." + field.getName());
        };
    }
}
