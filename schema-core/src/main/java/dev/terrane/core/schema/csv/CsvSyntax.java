package dev.terrane.core.schema.csv;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows and cells of a text (RFC 4180), whatever they mean. Rows end with CRLF, LF or CR; a cell
 * in quotes holds separators, line ends and doubled quotes. A line without a character is a row
 * with one empty cell, as spreadsheets count. One instance reads one text.
 */
final class CsvSyntax {
    private final String text;
    private final char separator;
    private final CsvLimits limits;
    private final CsvProblems problems;
    private int at;
    private int row;

    CsvSyntax(String text, char separator, CsvLimits limits, CsvProblems problems) {
        this.text = text;
        this.separator = separator;
        this.limits = limits;
        this.problems = problems;
    }

    /** Number of the row last read, from 1. */
    int row() {
        return row;
    }

    /** The next row's cells, or null at the end or after a problem that was reported. */
    @Nullable List<String> next() {
        if (at >= text.length()) {
            return null;
        }
        row++;
        if (row > limits.rowsMax()) {
            problems.add(
                    CsvRule.CSV_LIMIT_ROWS,
                    row,
                    0,
                    "",
                    "a table has at most " + limits.rowsMax() + " rows");
            at = text.length();
            return null;
        }
        List<String> cells = new ArrayList<>();
        while (true) {
            if (cells.size() == limits.columnsMax()) {
                return refuse(
                        CsvRule.CSV_LIMIT_COLUMNS,
                        cells.size() + 1,
                        "a row has at most " + limits.columnsMax() + " cells");
            }
            String cell = at < text.length() && text.charAt(at) == '"' ? quoted(cells) : plain();
            if (cell == null) {
                return null;
            }
            cells.add(cell);
            if (at < text.length() && text.charAt(at) == separator) {
                at++;
            } else {
                skipLineEnd();
                return cells;
            }
        }
    }

    private String plain() {
        int begin = at;
        while (at < text.length() && text.charAt(at) != separator && !isLineEnd(text.charAt(at))) {
            at++;
        }
        return text.substring(begin, at);
    }

    /** A cell in quotes; null after a problem was reported. */
    private @Nullable String quoted(List<String> before) {
        StringBuilder cell = new StringBuilder();
        int begin = ++at;
        while (true) {
            int end = text.indexOf('"', begin);
            if (end < 0) {
                refuse(
                        CsvRule.CSV_QUOTE,
                        before.size() + 1,
                        "the quote that opens this cell is never closed");
                return null;
            }
            cell.append(text, begin, end);
            at = end + 1;
            if (at == text.length() || text.charAt(at) != '"') {
                break;
            }
            cell.append('"');
            begin = at + 1;
        }
        boolean ended =
                at == text.length() || text.charAt(at) == separator || isLineEnd(text.charAt(at));
        if (!ended) {
            refuse(
                    CsvRule.CSV_QUOTE,
                    before.size() + 1,
                    "there is text after the closing quote; a quote inside a cell is doubled");
            return null;
        }
        return cell.toString();
    }

    private @Nullable List<String> refuse(CsvRule rule, int column, String message) {
        problems.add(rule, row, column, "", message);
        at = text.length();
        return null;
    }

    private void skipLineEnd() {
        if (at < text.length()) {
            at += text.startsWith("\r\n", at) ? 2 : 1;
        }
    }

    private static boolean isLineEnd(char unit) {
        return unit == '\n' || unit == '\r';
    }
}
