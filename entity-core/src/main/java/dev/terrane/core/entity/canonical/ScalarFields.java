package dev.terrane.core.entity.canonical;

import com.google.protobuf.ByteString;
import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.Value;
import dev.terrane.proto.entity.v1alpha1.ScalarField;
import java.util.Optional;

/** One value and its index as a {@code ScalarField}. Judges nothing: any index, any guid. */
public final class ScalarFields {
    private ScalarFields() {}

    /**
     * The message of a value.
     *
     * @param index unsigned 32-bit
     */
    public static ScalarField of(long index, Value value) {
        ScalarField.Builder field = ScalarField.newBuilder().setIndex((int) index);
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
            case Value.GuidRef(long v) -> field.setGuidValue(v);
        }
        return field.build();
    }

    /** The value of a message; empty when none is set. */
    public static Optional<Value> find(ScalarField field) {
        return switch (field.getValueCase()) {
            case BOOL_VALUE -> Optional.of(new Value.Bool(field.getBoolValue()));
            case INT32_VALUE -> Optional.of(new Value.Int32(field.getInt32Value()));
            case UINT32_VALUE ->
                    Optional.of(new Value.UInt32(Integer.toUnsignedLong(field.getUint32Value())));
            case INT64_VALUE -> Optional.of(new Value.Int64(field.getInt64Value()));
            case UINT64_VALUE -> Optional.of(new Value.UInt64(field.getUint64Value()));
            case FLOAT_VALUE -> Optional.of(new Value.Float32(field.getFloatValue()));
            case DOUBLE_VALUE -> Optional.of(new Value.Float64(field.getDoubleValue()));
            case STRING_VALUE ->
                    Optional.of(
                            new Value.Text(ByteText.copyOf(field.getStringValue().toByteArray())));
            case GUID_VALUE -> Optional.of(new Value.GuidRef(field.getGuidValue()));
            case VALUE_NOT_SET -> Optional.empty();
        };
    }
}
