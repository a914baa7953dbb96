package dev.terrane.core.schema.csv;

import java.util.Locale;

/** What a table can get wrong. The ids are stable. */
public enum CsvRule {
    /** Bytes that are neither UTF-8 nor UTF-16 with a byte order mark. */
    CSV_ENCODING,
    /** A quote that is not closed, or text after the closing one. */
    CSV_QUOTE,
    /** The class cannot have rows, because it declares no {@code id} of type uint32. */
    CSV_CLASS,
    /** A header cell that names no field of the class. */
    CSV_COLUMN_UNKNOWN,
    /** Two columns of one field. */
    CSV_COLUMN_DUPLICATE,
    /** A field without a column. */
    CSV_COLUMN_MISSING,
    /** A cell beyond the last column of the header. */
    CSV_CELL_EXTRA,
    /** An empty cell where the type has no empty value. */
    CSV_CELL_EMPTY,
    /** A cell that is not a value of the field's type. */
    CSV_VALUE,
    /** A number two readers could understand differently. */
    CSV_AMBIGUOUS,
    /** A number that a spreadsheet has, or may have, rounded. */
    CSV_PRECISION,
    /** A number outside the type's range. */
    CSV_RANGE,
    /** An error of the spreadsheet in place of a value. */
    CSV_FORMULA_ERROR,
    /** A text that a document, or a spreadsheet, does not hold. */
    CSV_TEXT,
    /** A row id of 0. */
    CSV_ID_POSITIVE,
    /** A row id used twice, in the table or by another class. */
    CSV_ID_DUPLICATE,
    /** A value the hints do not allow. */
    CSV_HINT,
    /** The file is too long. */
    CSV_LIMIT_BYTES,
    /** There are too many rows. */
    CSV_LIMIT_ROWS,
    /** There are too many columns. */
    CSV_LIMIT_COLUMNS;

    private final String id = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Stable lower-case id, for example {@code csv-precision}. */
    public String id() {
        return id;
    }
}
