package dev.terrane.core.schema;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Values as bare text, as they stand in cells, queries and command lines: what {@link SchemaWriter}
 * writes, without the quotes of strings and guids. Nothing is converted. Stateless.
 */
public final class ScalarText {
    private static final Pattern NUMBER =
            Pattern.compile("-?(?:0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private ScalarText() {}

    /** What a text gave. */
    public sealed interface Parsed {
        /** The value. */
        record Value(ScalarValue value) implements Parsed {}

        /**
         * No value.
         *
         * @param rule the rule of documents that is broken
         * @param message what is wrong, for people
         */
        record Refused(SchemaRule rule, String message) implements Parsed {}
    }

    /** The value of a type that a text is. */
    public static Parsed parse(ScalarType type, String text, SchemaLimits limits) {
        Problems problems = new Problems(1);
        Optional<SourceNode> node = node(type, text);
        if (node.isEmpty()) {
            return new Parsed.Refused(
                    SchemaRule.VALUE_TYPE,
                    type.text()
                            + " is written as "
                            + (type == ScalarType.BOOL ? "true or false" : form(type))
                            + ", not as "
                            + Problems.quote(text));
        }
        if (UnicodeText.faultOf(text.replace('\0', ' ')) == UnicodeText.Fault.LONE_SURROGATE) {
            return new Parsed.Refused(
                    SchemaRule.TEXT_SURROGATE,
                    "half of a surrogate pair in " + Problems.quote(text));
        }
        Optional<ScalarValue> value =
                new ScalarReader(limits, problems).read(type, node.get(), JsonPath.ROOT);
        if (value.isPresent()) {
            return new Parsed.Value(value.get());
        }
        SchemaProblem problem = problems.toRejected().problems().getFirst();
        return new Parsed.Refused(problem.rule(), problem.message());
    }

    /** The text of a value. */
    public static String write(ScalarValue value) {
        return switch (value) {
            case ScalarValue.Text(String text) -> text;
            case ScalarValue.Guid(long number) -> Long.toString(number);
            case ScalarValue.Bool _,
                    ScalarValue.Int32 _,
                    ScalarValue.UInt32 _,
                    ScalarValue.Int64 _,
                    ScalarValue.UInt64 _,
                    ScalarValue.Float32 _,
                    ScalarValue.Float64 _ ->
                    SchemaWriter.writeValue(value);
        };
    }

    private static Optional<SourceNode> node(ScalarType type, String text) {
        SourcePosition at = SourcePosition.START;
        return switch (type) {
            case STRING, GUID -> Optional.of(new SourceNode.TextNode(at, text));
            case BOOL ->
                    text.equals("true") || text.equals("false")
                            ? Optional.of(new SourceNode.BooleanNode(at, text.equals("true")))
                            : Optional.empty();
            case INT32, UINT32, INT64, UINT64, FLOAT, DOUBLE -> {
                var number = NUMBER.matcher(text);
                yield number.matches()
                        ? Optional.of(
                                new SourceNode.NumberNode(
                                        at,
                                        text,
                                        number.group(1) == null && number.group(2) == null))
                        : Optional.empty();
            }
        };
    }

    private static String form(ScalarType type) {
        return type == ScalarType.FLOAT || type == ScalarType.DOUBLE
                ? "a number with a point before decimals"
                : "an integer";
    }
}
