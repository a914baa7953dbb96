package dev.terrane.core.schema.csv;

/**
 * One mistake in a table, named as a spreadsheet names its cells.
 *
 * @param rule the rule that is broken
 * @param row row, the header being 1; 0 for the whole file
 * @param column column, from 1; 0 for the whole row
 * @param field name of the column's field, empty when there is none
 * @param message what is wrong, with the values, for people
 */
public record CsvProblem(CsvRule rule, int row, int column, String field, String message) {
    /** The cell as spreadsheets name it, for example {@code AB12}; a row or file otherwise. */
    public String cell() {
        if (row == 0) {
            return "";
        }
        return column == 0 ? Integer.toString(row) : letters(column) + row;
    }

    /** Letters of a column: A to Z, AA, AB, … */
    static String letters(int column) {
        StringBuilder letters = new StringBuilder();
        for (int rest = column; rest > 0; rest = (rest - 1) / 26) {
            letters.insert(0, (char) ('A' + (rest - 1) % 26));
        }
        return letters.toString();
    }

    /** One line: row, column, field, rule id and message. */
    @Override
    public String toString() {
        String place =
                row == 0
                        ? "(file)"
                        : column == 0 ? "row " + row : "row " + row + ", column " + letters(column);
        String name = field.isEmpty() ? "" : " (" + field + ")";
        return place + name + " [" + rule.id() + "] " + message;
    }
}
