package dev.terrane.core.schema;

import java.util.Map;
import java.util.Optional;

/**
 * Reads and writes a single row of static configuration as JSON, by the rules of its document.
 * Stateless.
 */
public final class RowReader {
    private RowReader() {}

    /** The row a text is; whether its id is free, the document knows. */
    public static RowResult read(byte[] utf8, ClassDefinition type, SchemaLimits limits) {
        Problems problems = new Problems(limits.problemsMax());
        SourceNode root = SchemaReader.readTree(utf8, limits, problems);
        Optional<ConfigRow> row =
                root == null
                        ? Optional.empty()
                        : ObjectView.of(root, JsonPath.ROOT, limits, problems)
                                .flatMap(view -> read(view, type, limits, problems));
        return row.isPresent() && problems.isEmpty()
                ? new RowResult.Ok(row.get())
                : new RowResult.Rejected(problems.toRejected().problems());
    }

    private static Optional<ConfigRow> read(
            ObjectView view, ClassDefinition type, SchemaLimits limits, Problems problems) {
        ClassDraft draft = ClassDraft.of(type);
        return new ConfigReader(Map.of(type.name(), draft), true, limits, problems)
                .row(view, draft);
    }
}
