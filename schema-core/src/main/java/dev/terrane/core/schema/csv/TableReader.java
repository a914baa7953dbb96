package dev.terrane.core.schema.csv;

import dev.terrane.core.schema.ClassDefinition;
import dev.terrane.core.schema.ConfigDefinition;
import dev.terrane.core.schema.ConfigRow;
import dev.terrane.core.schema.FieldDefinition;
import dev.terrane.core.schema.HintCheck;
import dev.terrane.core.schema.HintViolation;
import dev.terrane.core.schema.ScalarType;
import dev.terrane.core.schema.ScalarValue;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaHints;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one table into the rows of a class. One instance reads one file. */
final class TableReader {
    private static final char[] SEPARATORS = {',', ';', '\t'};

    private final SchemaDocument document;
    private final ClassDefinition type;
    private final SchemaHints hints;
    private final CsvLimits limits;
    private final CsvProblems problems;
    private final Map<String, FieldDefinition> fields = new HashMap<>();

    /** What a row id is taken by. */
    private final Map<Long, String> ids = new HashMap<>();

    /** Field of each column; null where the header is empty or unknown. */
    private final List<@Nullable FieldDefinition> columns = new ArrayList<>();

    private final Map<String, Integer> columnOf = new HashMap<>();
    private final List<ConfigRow> rows = new ArrayList<>();

    /** Row of the table of each of {@link #rows}. */
    private final List<Integer> rowNumbers = new ArrayList<>();

    TableReader(
            SchemaDocument document, ClassDefinition type, SchemaHints hints, CsvLimits limits) {
        this.document = document;
        this.type = type;
        this.hints = hints;
        this.limits = limits;
        this.problems = new CsvProblems(limits.document().problemsMax());
        type.fields().forEach(field -> fields.put(field.name(), field));
        for (ConfigDefinition config : document.configs()) {
            if (!config.className().equals(type.name())) {
                config.rows().forEach(row -> ids.put(row.id(), "a row of " + config.className()));
            }
        }
    }

    CsvResult<SchemaDocument> read(byte[] bytes) {
        boolean hasId =
                type.findField(ConfigRow.ID)
                        .filter(field -> field.type() == ScalarType.UINT32)
                        .isPresent();
        if (!hasId) {
            problems.add(
                    CsvRule.CSV_CLASS,
                    0,
                    0,
                    "",
                    "a class with rows declares a field \"id\" of type uint32; "
                            + CsvProblems.quote(type.name())
                            + " does not");
            return problems.toRejected();
        }
        Optional<String> text = CsvText.decode(bytes, limits, problems);
        if (text.isPresent()) {
            char separator = separator(text.get());
            table(new CsvSyntax(text.get(), separator, limits, problems), separator);
        }
        return problems.isEmpty() ? checked() : problems.toRejected();
    }

    private CsvResult<SchemaDocument> checked() {
        SchemaDocument changed = document.withRows(new ConfigDefinition(type.name(), rows));
        for (HintViolation violation :
                HintCheck.check(changed, hints, limits.document().problemsMax())) {
            // Other classes' values were not in this table, whatever is wrong with them.
            if (violation.className().equals(type.name())) {
                problems.add(
                        CsvRule.CSV_HINT,
                        rowNumbers.get(violation.row()),
                        columnOf.getOrDefault(violation.field(), 0),
                        violation.field(),
                        violation.message());
            }
        }
        return problems.isEmpty() ? new CsvResult.Ok<>(changed) : problems.toRejected();
    }

    /** The separator by which most cells of the header name fields. */
    private char separator(String text) {
        char best = SEPARATORS[0];
        long most = -1;
        for (char candidate : SEPARATORS) {
            CsvProblems unheard = new CsvProblems(1);
            List<String> cells = new CsvSyntax(text, candidate, limits, unheard).next();
            long known =
                    cells == null
                            ? 0
                            : cells.stream().filter(cell -> fields.containsKey(name(cell))).count();
            if (known > most) {
                most = known;
                best = candidate;
            }
        }
        return best;
    }

    private void table(CsvSyntax syntax, char separator) {
        List<String> header = syntax.next();
        if (header == null || isBlank(header)) {
            if (problems.isEmpty()) {
                problems.add(
                        CsvRule.CSV_COLUMN_MISSING,
                        1,
                        0,
                        "",
                        "the first row names the fields: "
                                + String.join(
                                        ", ",
                                        type.fields().stream()
                                                .map(FieldDefinition::name)
                                                .toList()));
            }
            return;
        }
        header(header);
        CellReader reader = new CellReader(separator, limits.document());
        boolean headerIsGood = problems.isEmpty();
        for (List<String> cells = syntax.next(); cells != null; cells = syntax.next()) {
            if (headerIsGood && !problems.isFull() && !isBlank(cells)) {
                if ((long) rows.size() * fields.size() >= limits.document().valuesMax()) {
                    problems.add(
                            CsvRule.CSV_LIMIT_ROWS,
                            syntax.row(),
                            0,
                            "",
                            "a document has at most " + limits.document().valuesMax() + " values");
                    return;
                }
                row(syntax.row(), cells, reader);
            }
        }
    }

    private void header(List<String> header) {
        for (int i = 0; i < header.size(); i++) {
            String name = name(header.get(i));
            FieldDefinition field = fields.get(name);
            columns.add(field);
            if (field == null && !name.isBlank()) {
                problems.add(
                        CsvRule.CSV_COLUMN_UNKNOWN,
                        1,
                        i + 1,
                        "",
                        "the class "
                                + CsvProblems.quote(type.name())
                                + " has no field "
                                + CsvProblems.quote(name));
            }
            if (field != null && columnOf.putIfAbsent(name, i + 1) != null) {
                problems.add(
                        CsvRule.CSV_COLUMN_DUPLICATE,
                        1,
                        i + 1,
                        name,
                        "this field is already in column "
                                + CsvProblem.letters(columnOf.getOrDefault(name, 1)));
            }
        }
        for (FieldDefinition field : type.fields()) {
            if (!columnOf.containsKey(field.name())) {
                problems.add(
                        CsvRule.CSV_COLUMN_MISSING,
                        1,
                        0,
                        field.name(),
                        "there is no column for this field; rows have no defaults");
            }
        }
    }

    private void row(int number, List<String> cells, CellReader reader) {
        Map<String, ScalarValue> values = new HashMap<>();
        for (int i = 0; i < Math.max(cells.size(), columns.size()); i++) {
            String cell = i < cells.size() ? cells.get(i) : "";
            FieldDefinition field = i < columns.size() ? columns.get(i) : null;
            if (field != null) {
                cell(number, i + 1, field, cell, reader, values);
            } else if (!cell.isBlank()) {
                problems.add(
                        CsvRule.CSV_CELL_EXTRA,
                        number,
                        i + 1,
                        "",
                        "the header has no field above " + CsvProblems.quote(cell));
            }
        }
        if (values.size() < type.fields().size()) {
            return;
        }
        Map<String, ScalarValue> ordered = LinkedHashMap.newLinkedHashMap(values.size());
        for (FieldDefinition field : type.fields()) {
            ScalarValue value = values.get(field.name());
            if (value != null) {
                ordered.put(field.name(), value);
            }
        }
        rows.add(new ConfigRow(ordered));
        rowNumbers.add(number);
    }

    private void cell(
            int row,
            int column,
            FieldDefinition field,
            String cell,
            CellReader reader,
            Map<String, ScalarValue> values) {
        CellReader.Outcome outcome = reader.read(field.type(), cell);
        outcome.refusal()
                .ifPresent(
                        refusal ->
                                problems.add(
                                        refusal.rule(),
                                        row,
                                        column,
                                        field.name(),
                                        refusal.message()));
        outcome.value()
                .filter(value -> !field.name().equals(ConfigRow.ID) || isFree(row, column, value))
                .ifPresent(value -> values.put(field.name(), value));
    }

    private boolean isFree(int row, int column, ScalarValue value) {
        if (!(value instanceof ScalarValue.UInt32(long id))) {
            throw new IllegalStateException("a row id is a uint32: " + value);
        }
        if (id == 0) {
            problems.add(
                    CsvRule.CSV_ID_POSITIVE,
                    row,
                    column,
                    ConfigRow.ID,
                    "a row id is positive, not 0");
            return false;
        }
        String first = ids.putIfAbsent(id, "row " + row);
        if (first != null) {
            problems.add(
                    CsvRule.CSV_ID_DUPLICATE,
                    row,
                    column,
                    ConfigRow.ID,
                    "the id " + id + " is already used by " + first);
        }
        return first == null;
    }

    /** The field a header cell names. */
    private static String name(String cell) {
        return !cell.isEmpty() && cell.charAt(0) == CellWriter.EXACT ? cell.substring(1) : cell;
    }

    private static boolean isBlank(List<String> cells) {
        return cells.stream().allMatch(String::isEmpty);
    }
}
