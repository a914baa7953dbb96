package dev.terrane.core.schema.rows;

import dev.terrane.core.schema.ClassDefinition;
import dev.terrane.core.schema.ConfigRow;
import dev.terrane.core.schema.FieldDefinition;
import dev.terrane.core.schema.ScalarOrder;
import dev.terrane.core.schema.ScalarText;
import dev.terrane.core.schema.ScalarType;
import dev.terrane.core.schema.ScalarValue;
import dev.terrane.core.schema.SchemaLimits;
import java.util.Locale;
import java.util.Optional;

/**
 * A condition on one field of a row, written FIELD, operator, VALUE: {@code hp>=100}, {@code
 * name~orc}.
 *
 * @param field name of the field
 * @param operator how it is compared
 * @param value what with, of the field's type; a text for {@link Operator#CONTAINS}
 */
public record RowFilter(String field, Operator operator, ScalarValue value) {
    /** How values are compared; numbers by size, texts by code units. */
    public enum Operator {
        /** Not the same. */
        NOT_EQUAL("!="),
        /** Less or the same. */
        AT_MOST("<="),
        /** More or the same. */
        AT_LEAST(">="),
        /** Exactly the same. */
        EQUAL("="),
        /** Less. */
        LESS("<"),
        /** More. */
        MORE(">"),
        /** A text that holds this one, in whatever case. */
        CONTAINS("~");

        private final String symbol;

        Operator(String symbol) {
            this.symbol = symbol;
        }

        /** How it is written. */
        public String symbol() {
            return symbol;
        }
    }

    /** What a text gave. */
    public sealed interface Parsed {
        /** A condition. */
        record Ok(RowFilter filter) implements Parsed {}

        /** No condition on this class. */
        record Refused(String message) implements Parsed {}
    }

    /** The condition a text is. The field is the longest name of one the text begins with. */
    public static Parsed parse(ClassDefinition type, String text, SchemaLimits limits) {
        Optional<FieldDefinition> field = Optional.empty();
        Optional<Operator> operator = Optional.empty();
        for (FieldDefinition candidate : type.fields()) {
            String name = candidate.name();
            boolean longer = field.map(found -> found.name().length() < name.length()).orElse(true);
            Optional<Operator> next =
                    text.startsWith(name) ? operatorAt(text, name.length()) : Optional.empty();
            if (longer && next.isPresent()) {
                field = Optional.of(candidate);
                operator = next;
            }
        }
        if (field.isEmpty() || operator.isEmpty()) {
            return new Parsed.Refused(
                    "a condition is FIELD, one of = != < <= > >= ~, and VALUE; no field of "
                            + type.name()
                            + " begins this one");
        }
        String value =
                text.substring(field.get().name().length() + operator.get().symbol().length());
        boolean contains = operator.get() == Operator.CONTAINS;
        if (contains && field.get().type() != ScalarType.STRING) {
            return new Parsed.Refused(
                    "~ is for texts; " + field.get().name() + " is a " + field.get().type().text());
        }
        return switch (ScalarText.parse(field.get().type(), value, limits)) {
            case ScalarText.Parsed.Value(ScalarValue parsed) ->
                    new Parsed.Ok(new RowFilter(field.get().name(), operator.get(), parsed));
            case ScalarText.Parsed.Refused(var rule, String message) ->
                    new Parsed.Refused(field.get().name() + ": " + message);
        };
    }

    private static Optional<Operator> operatorAt(String text, int at) {
        for (Operator operator : Operator.values()) {
            if (text.startsWith(operator.symbol(), at)) {
                return Optional.of(operator);
            }
        }
        return Optional.empty();
    }

    /** Whether a row of the class meets the condition. */
    public boolean accepts(ConfigRow row) {
        ScalarValue actual = row.get(field);
        return switch (operator) {
            case EQUAL -> ScalarOrder.compare(actual, value) == 0;
            case NOT_EQUAL -> ScalarOrder.compare(actual, value) != 0;
            case LESS -> ScalarOrder.compare(actual, value) < 0;
            case AT_MOST -> ScalarOrder.compare(actual, value) <= 0;
            case MORE -> ScalarOrder.compare(actual, value) > 0;
            case AT_LEAST -> ScalarOrder.compare(actual, value) >= 0;
            case CONTAINS ->
                    actual instanceof ScalarValue.Text(String text)
                            && value instanceof ScalarValue.Text(String part)
                            && fold(text).contains(fold(part));
        };
    }

    private static String fold(String text) {
        return text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }
}
