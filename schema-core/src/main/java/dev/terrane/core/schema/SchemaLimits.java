package dev.terrane.core.schema;

/**
 * How much a reader takes. Everything is checked before memory is spent on it.
 *
 * @param documentBytesMax length of a document
 * @param depthMax nested objects and arrays; the format itself needs 6
 * @param valuesMax JSON values in a document, objects and arrays included
 * @param nameBytesMax UTF-8 length of a class or member name
 * @param textBytesMax UTF-8 length of a description or string value
 * @param classesMax classes in a document
 * @param membersMax fields, tables and containers of a class
 * @param problemsMax problems listed in a refusal
 */
public record SchemaLimits(
        int documentBytesMax,
        int depthMax,
        int valuesMax,
        int nameBytesMax,
        int textBytesMax,
        int classesMax,
        int membersMax,
        int problemsMax) {
    /** The defaults: 4 MiB, depth 16, 500,000 values, names 255 B, texts 64 KiB, 100 problems. */
    public static final SchemaLimits DEFAULT =
            new SchemaLimits(4 << 20, 16, 500_000, 255, 64 << 10, 4096, 4096, 100);

    public SchemaLimits {
        int least =
                Math.min(
                        Math.min(
                                Math.min(documentBytesMax, depthMax),
                                Math.min(valuesMax, nameBytesMax)),
                        Math.min(
                                Math.min(textBytesMax, classesMax),
                                Math.min(membersMax, problemsMax)));
        if (least < 1) {
            throw new IllegalArgumentException("every limit is at least 1, not " + least);
        }
    }
}
