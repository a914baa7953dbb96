package dev.terrane.core.entity.canonical;

import com.google.protobuf.ByteString;
import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Value;
import dev.terrane.proto.entity.v1alpha1.ScalarField;
import java.util.List;

/** One scalar value to and from its record. */
final class ValueCodec {
    private ValueCodec() {}

    static ScalarField toMessage(Value value, long index, GuidWidth width) {
        var field = ScalarField.newBuilder().setIndex((int) index);
        switch (value) {
            case Value.Bool(boolean v) -> field.setBoolValue(v);
            case Value.Int32(int v) -> field.setInt32Value(v);
            case Value.UInt32(long v) -> field.setUint32Value((int) v);
            case Value.Int64(long v) -> field.setInt64Value(v);
            case Value.UInt64(long v) -> field.setUint64Value(v);
            case Value.Float32(float v) -> field.setFloatValue(v);
            case Value.Float64(double v) -> field.setDoubleValue(v);
            case Value.Text(ByteText v) ->
                    field.setStringValue(ByteString.copyFrom(v.toByteArray()));
            case Value.GuidRef(long v) -> {
                if (!width.holds(v)) {
                    throw CodecException.rejected(Reason.GUID_RANGE, "member " + index);
                }
                field.setGuidValue(v);
            }
        }
        return field.build();
    }

    static IndexMap<Value> fromMessages(
            List<ScalarField> fields, GuidWidth width, String location) {
        var values = new IndexMap.Builder<Value>();
        for (ScalarField field : fields) {
            long index = Indices.require(field.getIndex(), location);
            values.put(index, fromMessage(field, width, location));
        }
        return Indices.distinct(values, location);
    }

    private static Value fromMessage(ScalarField field, GuidWidth width, String location) {
        return switch (field.getValueCase()) {
            case BOOL_VALUE -> new Value.Bool(field.getBoolValue());
            case INT32_VALUE -> new Value.Int32(field.getInt32Value());
            case UINT32_VALUE -> new Value.UInt32(Integer.toUnsignedLong(field.getUint32Value()));
            case INT64_VALUE -> new Value.Int64(field.getInt64Value());
            case UINT64_VALUE -> new Value.UInt64(field.getUint64Value());
            case FLOAT_VALUE -> new Value.Float32(field.getFloatValue());
            case DOUBLE_VALUE -> new Value.Float64(field.getDoubleValue());
            case STRING_VALUE ->
                    new Value.Text(ByteText.copyOf(field.getStringValue().toByteArray()));
            case GUID_VALUE -> {
                if (!width.holds(field.getGuidValue())) {
                    throw CodecException.rejected(Reason.GUID_RANGE, location + "." + index(field));
                }
                yield new Value.GuidRef(field.getGuidValue());
            }
            case VALUE_NOT_SET ->
                    throw CodecException.rejected(
                            Reason.MISSING_VALUE, location + "." + index(field));
        };
    }

    private static String index(ScalarField field) {
        return Integer.toUnsignedString(field.getIndex());
    }
}
