package dev.terrane.core.schema.csv;

import dev.terrane.core.schema.ScalarText;
import dev.terrane.core.schema.ScalarType;
import dev.terrane.core.schema.ScalarValue;
import dev.terrane.core.schema.SchemaLimits;
import dev.terrane.core.schema.SchemaRule;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Cells as values. What begins with an apostrophe is taken to the letter; anything else was perhaps
 * typed into, or rewritten by, a spreadsheet, and is taken only if nothing can have been lost and
 * it means one thing. One instance reads one table.
 */
final class CellReader {
    /** More significant digits than this a spreadsheet rounds. */
    private static final int DIGITS_MAX = 15;

    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9]*[.,]?[0-9]+");
    private static final Pattern SCIENTIFIC =
            Pattern.compile("[+-]?[0-9]*[.,]?[0-9]+[eE][+-]?[0-9]+");

    /** Digits in groups: 1.000 and 1,234,567.5, and what may be one or a decimal. */
    private static final Pattern GROUPED =
            Pattern.compile("[+-]?[0-9]{1,3}([.,'’ \\u00A0\\u202F][0-9]{3})+([.,][0-9]+)?");

    private static final Pattern GROUPED_OR_DECIMAL =
            Pattern.compile("[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}");

    /** A cell that gave no value. */
    record Refusal(CsvRule rule, String message) {}

    /** What a cell gave: exactly one of both. */
    record Outcome(Optional<ScalarValue> value, Optional<Refusal> refusal) {
        static Outcome of(ScalarValue value) {
            return new Outcome(Optional.of(value), Optional.empty());
        }

        static Outcome refused(CsvRule rule, String message) {
            return new Outcome(Optional.empty(), Optional.of(new Refusal(rule, message)));
        }
    }

    private final boolean pointsMayGroup;
    private final SchemaLimits limits;

    /**
     * A reader for a table with this separator: where cells stand between semicolons or tabs, a
     * point may be the mark between thousands.
     */
    CellReader(char separator, SchemaLimits limits) {
        this.pointsMayGroup = separator != ',';
        this.limits = limits;
    }

    /** The value of a cell. */
    Outcome read(ScalarType type, String cell) {
        if (!cell.isEmpty() && cell.charAt(0) == CellWriter.EXACT) {
            return exact(type, lineFeeds(cell.substring(1)));
        }
        if (CellWords.isError(cell.strip())) {
            return Outcome.refused(
                    CsvRule.CSV_FORMULA_ERROR,
                    "the spreadsheet shows "
                            + CsvProblems.quote(cell)
                            + " instead of a value; mend the formula or widen the column, or write '"
                            + " before a text that is meant so");
        }
        if (type == ScalarType.STRING) {
            return exact(type, lineFeeds(cell));
        }
        String bare = strip(cell);
        if (bare.isEmpty()) {
            return Outcome.refused(
                    CsvRule.CSV_CELL_EMPTY, "a cell of type " + type.text() + " is not empty");
        }
        return switch (type) {
            case BOOL ->
                    CellWords.findBoolean(bare)
                            .<Outcome>map(value -> Outcome.of(new ScalarValue.Bool(value)))
                            .orElseGet(() -> wrong(type, "true or false", cell));
            case INT32, UINT32, INT64, UINT64, GUID -> integer(type, bare);
            case FLOAT, DOUBLE -> decimal(type, bare);
            case STRING -> throw new IllegalStateException("texts were read before");
        };
    }

    private Outcome exact(ScalarType type, String text) {
        if (type == ScalarType.STRING && text.indexOf('\r') >= 0) {
            return Outcome.refused(
                    CsvRule.CSV_TEXT, "the text has a carriage return without a line feed");
        }
        return switch (ScalarText.parse(type, text, limits)) {
            case ScalarText.Parsed.Value(ScalarValue value) -> Outcome.of(value);
            case ScalarText.Parsed.Refused(SchemaRule rule, String message) ->
                    Outcome.refused(ruleOf(rule), message);
        };
    }

    private static CsvRule ruleOf(SchemaRule rule) {
        return switch (rule) {
            case VALUE_RANGE -> CsvRule.CSV_RANGE;
            case TEXT_NUL, TEXT_SURROGATE, LIMIT_TEXT -> CsvRule.CSV_TEXT;
            default -> CsvRule.CSV_VALUE;
        };
    }

    private Outcome integer(ScalarType type, String bare) {
        if (SCIENTIFIC.matcher(bare).matches()) {
            return shortened(bare);
        }
        if (GROUPED.matcher(bare).matches()) {
            return Outcome.refused(
                    CsvRule.CSV_AMBIGUOUS,
                    bare
                            + " has a mark between its digits, which may be one of thousands or of"
                            + " decimals; write the digits alone");
        }
        if (!INTEGER.matcher(bare).matches()) {
            return wrong(type, "a whole number", bare);
        }
        return digits(bare) > DIGITS_MAX ? rounded(bare) : exact(type, plain(bare));
    }

    private Outcome decimal(ScalarType type, String bare) {
        if (SCIENTIFIC.matcher(bare).matches()) {
            return shortened(bare);
        }
        boolean ambiguous =
                GROUPED_OR_DECIMAL.matcher(bare).matches()
                        ? pointsMayGroup || bare.indexOf(',') >= 0
                        : GROUPED.matcher(bare).matches() && !DECIMAL.matcher(bare).matches();
        if (ambiguous) {
            return Outcome.refused(
                    CsvRule.CSV_AMBIGUOUS,
                    bare
                            + " may mean two numbers, with a mark of thousands or of decimals; write '"
                            + " before it and a point before decimals, such as '1234.5");
        }
        if (!DECIMAL.matcher(bare).matches()) {
            return wrong(type, "a number", bare);
        }
        return digits(bare) > DIGITS_MAX
                ? rounded(bare)
                : exact(type, plain(bare).replace(',', '.'));
    }

    /** A number as documents write it: no plus sign, no zeros before, a digit before the point. */
    private static String plain(String number) {
        boolean negative = number.charAt(0) == '-';
        String rest = number.replaceFirst("^[+-]", "").replaceFirst("^0+(?=[0-9])", "");
        if (!Character.isDigit(rest.charAt(0))) {
            rest = "0" + rest;
        }
        return negative ? "-" + rest : rest;
    }

    private static int digits(String number) {
        String digits = number.replaceAll("[^0-9]", "").replaceFirst("^0+", "");
        return digits.length();
    }

    private static Outcome shortened(String bare) {
        return Outcome.refused(
                CsvRule.CSV_PRECISION,
                bare
                        + " is how a spreadsheet shows a number it has no room for; digits may be"
                        + " lost: write ' before the number, with all its digits");
    }

    private static Outcome rounded(String bare) {
        return Outcome.refused(
                CsvRule.CSV_PRECISION,
                CsvProblems.quote(bare)
                        + " has more than "
                        + DIGITS_MAX
                        + " digits, which spreadsheets round; write ' before it if every digit is"
                        + " right");
    }

    private static Outcome wrong(ScalarType type, String wanted, String cell) {
        return Outcome.refused(
                CsvRule.CSV_VALUE,
                type.text() + " is written as " + wanted + ", not as " + CsvProblems.quote(cell));
    }

    /** Line ends inside a cell as texts have them. */
    private static String lineFeeds(String text) {
        return text.replace("\r\n", "\n");
    }

    /** Without the blanks that spreadsheets put around numbers, the one that breaks no line too. */
    private static String strip(String cell) {
        return cell.replace('\u00A0', ' ').strip();
    }
}
