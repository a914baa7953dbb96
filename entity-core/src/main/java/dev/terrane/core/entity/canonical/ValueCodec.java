package dev.terrane.core.entity.canonical;

import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Value;
import dev.terrane.proto.entity.v1alpha1.ScalarField;
import java.util.List;

/** Values to and from their records, of indices and guids that may stand there. */
final class ValueCodec {
    private ValueCodec() {}

    static ScalarField toMessage(Value value, long index, GuidWidth width) {
        if (value instanceof Value.GuidRef(long guid) && !width.holds(guid)) {
            throw CodecException.rejected(Reason.GUID_RANGE, "member " + index);
        }
        return ScalarFields.of(index, value);
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
        Value value =
                ScalarFields.find(field)
                        .orElseThrow(() -> refused(Reason.MISSING_VALUE, field, location));
        if (value instanceof Value.GuidRef(long guid) && !width.holds(guid)) {
            throw refused(Reason.GUID_RANGE, field, location);
        }
        return value;
    }

    private static CodecException refused(Reason reason, ScalarField field, String location) {
        return CodecException.rejected(
                reason, location + "." + Integer.toUnsignedString(field.getIndex()));
    }
}
