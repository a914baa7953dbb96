package dev.terrane.gateway.stages.wire;

import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.Creation.Argument;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.canonical.ScalarFields;
import dev.terrane.gateway.live.StageChange;
import dev.terrane.proto.entity.v1alpha1.ScalarField;
import dev.terrane.proto.stage.v1alpha1.Change;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import java.util.List;

/** Changes of messages. */
final class ChangeMessages {
    private ChangeMessages() {}

    /**
     * A change.
     *
     * @param place how a refusal names it
     */
    static StageChange toChange(Change message, String place) {
        return switch (message.getChangeCase()) {
            case SET_FIELD -> {
                Argument field = argument(message.getSetField().getField(), place);
                yield new StageChange.SetField(
                        guid(message.getSetField().getGuid(), place), field.index(), field.value());
            }
            case PUT_ROW -> {
                var row = message.getPutRow();
                yield new StageChange.PutRow(
                        guid(row.getGuid(), place),
                        Integer.toUnsignedLong(row.getTable()),
                        Integer.toUnsignedLong(row.getRow()),
                        arguments(row.getColumnsList(), place));
            }
            case REMOVE_ROW -> {
                var row = message.getRemoveRow();
                yield new StageChange.RemoveRow(
                        guid(row.getGuid(), place),
                        Integer.toUnsignedLong(row.getTable()),
                        Integer.toUnsignedLong(row.getRow()));
            }
            case CREATE_ENTITY -> {
                var create = message.getCreateEntity();
                yield new StageChange.Create(
                        new Creation(
                                create.getClassName(),
                                null,
                                Integer.toUnsignedLong(create.getConfigId()),
                                arguments(create.getFieldsList(), place)));
            }
            case DESTROY_ENTITY ->
                    new StageChange.Destroy(guid(message.getDestroyEntity().getGuid(), place));
            case CHANGE_NOT_SET -> throw invalid(place, "it says nothing");
        };
    }

    private static Guid guid(long value, String place) {
        if (value == 0) {
            throw invalid(place, "a guid is not 0");
        }
        return new Guid(value);
    }

    private static List<Argument> arguments(List<ScalarField> fields, String place) {
        return fields.stream().map(field -> argument(field, place)).toList();
    }

    private static Argument argument(ScalarField field, String place) {
        return new Argument(Integer.toUnsignedLong(field.getIndex()), value(field, place));
    }

    private static Value value(ScalarField field, String place) {
        return ScalarFields.find(field).orElseThrow(() -> invalid(place, "a field has no value"));
    }

    private static TerraneException invalid(String place, String text) {
        return TerraneException.of(StageError.CHANGE_INVALID, place + ": " + text)
                .field(place)
                .toException();
    }
}
