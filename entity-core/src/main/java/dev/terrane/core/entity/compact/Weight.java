package dev.terrane.core.entity.compact;

/**
 * How much published entities may count towards the limits of one state: an upper bound, since a
 * class may show less of them.
 */
final class Weight {
    private long entities;
    private long rows;
    private long tables;
    private long members;
    private long textBytes;
    private long longTexts;

    /** Takes the measure of one entity, of texts longer than that apart. */
    void measure(PublishedEntity entity, int valueBytesMax) {
        EntityShape shape = entity.shape();
        entities = 1;
        rows = 0;
        tables = 0;
        members = shape.memberCount();
        textBytes = shape.nameBytes();
        longTexts = 0;
        for (int i = 0; shape.fields().hasTexts() && i < shape.fields().size(); i++) {
            if (shape.fields().isText(i)) {
                addText(entity.fields().text(i).size(), valueBytesMax);
            }
        }
        for (int i = 0; i < shape.tableCount(); i++) {
            PublishedTable table = entity.findTable(i);
            if (table != null) {
                tables++;
                rows += table.size();
                members += (long) table.size() * table.columns();
                addText(table.textBytes(), valueBytesMax);
            }
        }
    }

    void clear() {
        subtract(this);
    }

    void add(Weight other) {
        entities += other.entities;
        rows += other.rows;
        tables += other.tables;
        members += other.members;
        textBytes += other.textBytes;
        longTexts += other.longTexts;
    }

    void subtract(Weight other) {
        entities -= other.entities;
        rows -= other.rows;
        tables -= other.tables;
        members -= other.members;
        textBytes -= other.textBytes;
        longTexts -= other.longTexts;
    }

    long entities() {
        return entities;
    }

    long rows() {
        return rows;
    }

    /** What a receiver remembers of it: entities, tables and rows. */
    long lifetimes() {
        return entities + tables + rows;
    }

    /** Fields, tables, containers and columns of rows. */
    long members() {
        return members;
    }

    /** Bytes of texts and of names of classes. */
    long textBytes() {
        return textBytes;
    }

    /** Whether any text may be longer than one may be. */
    boolean hasLongTexts() {
        return longTexts > 0;
    }

    private void addText(long bytes, int valueBytesMax) {
        textBytes += bytes;
        longTexts += bytes > valueBytesMax ? 1 : 0;
    }
}
