package dev.terrane.core.schema.csv;

/**
 * How a table is written; any of it is read.
 *
 * @param separator what stands between cells
 * @param byteOrderMark whether the file begins with one, by which Excel knows UTF-8
 */
public record CsvFormat(Separator separator, boolean byteOrderMark) {
    /** Commas, with byte order mark. */
    public static final CsvFormat DEFAULT = new CsvFormat(Separator.COMMA, true);

    /** What stands between cells. */
    public enum Separator {
        /** What spreadsheets expect where decimals have a point. */
        COMMA(','),
        /** What spreadsheets expect where decimals have a comma. */
        SEMICOLON(';'),
        /** What they expect everywhere, in files that do not end in .csv. */
        TAB('\t');

        private final char character;

        Separator(char character) {
            this.character = character;
        }

        /** The character. */
        public char character() {
            return character;
        }
    }
}
