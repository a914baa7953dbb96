package dev.terrane.core.schema.csv;

import dev.terrane.core.schema.ScalarValue;
import dev.terrane.core.schema.SchemaWriter;
import java.util.Optional;

/**
 * Values as cells that no spreadsheet reads as something else. A cell that begins with an
 * apostrophe is text in every spreadsheet, and what follows is the value, exactly; it is used
 * wherever a spreadsheet could take the cell for a formula, a date, a number of its own locale, or
 * a number with fewer digits. Whole numbers of at most ten digits, {@code true}, {@code false} and
 * words without digits stay as they are.
 */
final class CellWriter {
    /** What begins an exact cell. */
    static final char EXACT = '\'';

    /** Longest text a cell of Excel holds, in UTF-16 units. */
    static final int TEXT_MAX = 32_767;

    /** Whole doubles below this keep their digits in every spreadsheet. */
    private static final double WHOLE_MAX = 1e9;

    private CellWriter() {}

    /** The cell of a value, before quoting. */
    static String write(ScalarValue value) {
        return switch (value) {
            case ScalarValue.Bool(boolean bool) -> Boolean.toString(bool);
            case ScalarValue.Int32(int number) -> Integer.toString(number);
            case ScalarValue.UInt32(long number) -> Long.toString(number);
            case ScalarValue.Int64(long number) -> EXACT + Long.toString(number);
            case ScalarValue.UInt64(long bits) -> EXACT + Long.toUnsignedString(bits);
            case ScalarValue.Guid(long number) -> EXACT + Long.toString(number);
            case ScalarValue.Float32(float number) -> floating(value, number);
            case ScalarValue.Float64(double number) -> floating(value, number);
            case ScalarValue.Text(String text) -> text(text);
        };
    }

    /** A text as a cell; header cells are written like it too. */
    static String text(String text) {
        return text.isEmpty() || isPlain(text) ? text : EXACT + text;
    }

    /** Why no spreadsheet is sure to keep this text, if so. */
    static Optional<String> faultOf(String text) {
        if (text.length() > TEXT_MAX) {
            return Optional.of(
                    "spreadsheets cut a text after "
                            + TEXT_MAX
                            + " characters, this one has "
                            + text.length()
                            + "; edit it in the JSON document");
        }
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (!isKept(unit)) {
                return Optional.of(
                        String.format(
                                "spreadsheets do not keep the character U+%04X; edit this text in"
                                        + " the JSON document",
                                (int) unit));
            }
        }
        return Optional.empty();
    }

    /** Controls but line feed are changed on the way, and so are the two that are no characters. */
    private static boolean isKept(char unit) {
        return unit == '\n'
                || (unit >= 0x20 && unit != 0x7F && unit != '\uFFFE' && unit != '\uFFFF');
    }

    private static String floating(ScalarValue value, double number) {
        boolean whole =
                number == Math.rint(number)
                        && Math.abs(number) < WHOLE_MAX
                        && Double.doubleToRawLongBits(number) != Double.doubleToRawLongBits(-0.0);
        return whole ? Long.toString((long) number) : EXACT + SchemaWriter.writeValue(value);
    }

    /**
     * Whether a spreadsheet leaves a text alone: it begins with a letter, has no digit, so that it
     * is neither number nor date, and is no word for true or false.
     */
    private static boolean isPlain(String text) {
        return Character.isLetter(text.codePointAt(0))
                && text.codePoints().noneMatch(Character::isDigit)
                && !CellWords.isBoolean(text.strip());
    }
}
