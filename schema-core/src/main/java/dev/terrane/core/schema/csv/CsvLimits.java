package dev.terrane.core.schema.csv;

import dev.terrane.core.schema.SchemaLimits;

/**
 * How much a reader takes, checked before memory is spent on it.
 *
 * @param bytesMax length of a file
 * @param rowsMax rows, the header included
 * @param columnsMax cells of a row
 * @param document limits of the document the rows become part of, texts and problems among them
 */
public record CsvLimits(int bytesMax, int rowsMax, int columnsMax, SchemaLimits document) {
    /** The defaults: 8 MiB, 100,000 rows, 4,096 columns, and those of documents. */
    public static final CsvLimits DEFAULT =
            new CsvLimits(
                    8 << 20, 100_000, SchemaLimits.DEFAULT.membersMax(), SchemaLimits.DEFAULT);

    public CsvLimits {
        int least = Math.min(bytesMax, Math.min(rowsMax, columnsMax));
        if (least < 1) {
            throw new IllegalArgumentException("every limit is at least 1, not " + least);
        }
    }
}
