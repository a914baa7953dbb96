package dev.terrane.core.schema;

import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/** Turns a JSON value into a value of a scalar type, without any conversion. */
final class ScalarReader {
    private static final Pattern GUID = Pattern.compile("0|-?[1-9][0-9]{0,18}");
    private static final BigInteger INT32_MIN = BigInteger.valueOf(Integer.MIN_VALUE);
    private static final BigInteger INT32_MAX = BigInteger.valueOf(Integer.MAX_VALUE);
    private static final BigInteger UINT32_MAX = BigInteger.valueOf(ScalarValue.UInt32.MAX);
    private static final BigInteger INT64_MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger INT64_MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger UINT64_MAX =
            BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    private final SchemaLimits limits;
    private final Problems problems;

    ScalarReader(SchemaLimits limits, Problems problems) {
        this.limits = limits;
        this.problems = problems;
    }

    /** The value, or nothing after the reason was reported. */
    Optional<ScalarValue> read(ScalarType type, SourceNode node, JsonPath path) {
        return switch (type) {
            case BOOL -> bool(node, path);
            case INT32 ->
                    integer(type, node, path, INT32_MIN, INT32_MAX)
                            .map(value -> new ScalarValue.Int32(value.intValueExact()));
            case UINT32 ->
                    integer(type, node, path, BigInteger.ZERO, UINT32_MAX)
                            .map(value -> new ScalarValue.UInt32(value.longValueExact()));
            case INT64 ->
                    integer(type, node, path, INT64_MIN, INT64_MAX)
                            .map(value -> new ScalarValue.Int64(value.longValueExact()));
            case UINT64 ->
                    integer(type, node, path, BigInteger.ZERO, UINT64_MAX)
                            .map(value -> new ScalarValue.UInt64(value.longValue()));
            case FLOAT -> floating(node, path);
            case DOUBLE -> doubling(node, path);
            case STRING -> text(node, path);
            case GUID -> guid(node, path);
        };
    }

    private Optional<ScalarValue> bool(SourceNode node, JsonPath path) {
        if (node instanceof SourceNode.BooleanNode(var at, boolean value)) {
            return Optional.of(new ScalarValue.Bool(value));
        }
        return wrongKind(ScalarType.BOOL, "a boolean", node, path);
    }

    private Optional<BigInteger> integer(
            ScalarType type, SourceNode node, JsonPath path, BigInteger least, BigInteger most) {
        if (!(node instanceof SourceNode.NumberNode number) || !number.integral()) {
            wrongKind(type, "an integer", node, path);
            return Optional.empty();
        }
        Optional<BigInteger> value = IntegerText.within(number.literal(), least, most);
        if (value.isEmpty()) {
            problems.add(
                    SchemaRule.VALUE_RANGE,
                    path,
                    node.at(),
                    type.text()
                            + " is "
                            + least
                            + ".."
                            + most
                            + ", not "
                            + IntegerText.shorten(number));
        }
        return value;
    }

    /**
     * A float is the double nearest to the text, rounded once more to single precision: what every
     * JSON reader with double numbers arrives at.
     */
    private Optional<ScalarValue> floating(SourceNode node, JsonPath path) {
        if (!(node instanceof SourceNode.NumberNode number)) {
            return wrongKind(ScalarType.FLOAT, "a number", node, path);
        }
        float value = (float) Double.parseDouble(number.literal());
        return Float.isFinite(value)
                ? Optional.of(new ScalarValue.Float32(value))
                : beyond(ScalarType.FLOAT, number, path);
    }

    private Optional<ScalarValue> doubling(SourceNode node, JsonPath path) {
        if (!(node instanceof SourceNode.NumberNode number)) {
            return wrongKind(ScalarType.DOUBLE, "a number", node, path);
        }
        double value = Double.parseDouble(number.literal());
        return Double.isFinite(value)
                ? Optional.of(new ScalarValue.Float64(value))
                : beyond(ScalarType.DOUBLE, number, path);
    }

    private Optional<ScalarValue> text(SourceNode node, JsonPath path) {
        if (!(node instanceof SourceNode.TextNode(var at, String value))) {
            return wrongKind(ScalarType.STRING, "a string", node, path);
        }
        int bytes = UnicodeText.utf8Length(value);
        if (bytes > limits.textBytesMax()) {
            problems.add(
                    SchemaRule.LIMIT_TEXT,
                    path,
                    at,
                    "a text has at most " + limits.textBytesMax() + " bytes, this one " + bytes);
            return Optional.empty();
        }
        return switch (UnicodeText.faultOf(value)) {
            case NONE -> Optional.of(new ScalarValue.Text(value));
            case NUL -> {
                problems.add(SchemaRule.TEXT_NUL, path, at, "a text holds no NUL");
                yield Optional.empty();
            }
            // Already reported where the text was read.
            case LONE_SURROGATE -> Optional.empty();
        };
    }

    private Optional<ScalarValue> guid(SourceNode node, JsonPath path) {
        if (!(node instanceof SourceNode.TextNode(var at, String value))) {
            return wrongKind(ScalarType.GUID, "a string with a decimal number", node, path);
        }
        if (!GUID.matcher(value).matches()) {
            problems.add(
                    SchemaRule.GUID_FORM,
                    path,
                    at,
                    "a guid is a decimal number without plus sign, leading zeros or blanks, not "
                            + Problems.quote(value));
            return Optional.empty();
        }
        Optional<BigInteger> number = IntegerText.within(value, INT64_MIN, INT64_MAX);
        if (number.isEmpty()) {
            problems.add(
                    SchemaRule.VALUE_RANGE,
                    path,
                    at,
                    "guid is " + INT64_MIN + ".." + INT64_MAX + ", not " + value);
        }
        return number.map(exact -> new ScalarValue.Guid(exact.longValueExact()));
    }

    private Optional<ScalarValue> wrongKind(
            ScalarType type, String wanted, SourceNode node, JsonPath path) {
        problems.add(
                SchemaRule.VALUE_TYPE,
                path,
                node.at(),
                type.text() + " is written as " + wanted + ", not as " + node.kind());
        return Optional.empty();
    }

    private Optional<ScalarValue> beyond(
            ScalarType type, SourceNode.NumberNode number, JsonPath path) {
        problems.add(
                SchemaRule.VALUE_RANGE,
                path,
                number.at(),
                IntegerText.shorten(number) + " is beyond the range of " + type.text());
        return Optional.empty();
    }
}
