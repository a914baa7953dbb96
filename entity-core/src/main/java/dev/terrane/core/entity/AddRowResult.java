package dev.terrane.core.entity;

/** What became of adding a row. */
public sealed interface AddRowResult {
    /**
     * The row exists, with zeros.
     *
     * @param row the row
     */
    record Added(Row row) implements AddRowResult {}

    /**
     * The table is unchanged and no incarnation was used.
     *
     * @param refusal why
     */
    record Refused(Refusal refusal) implements AddRowResult {}
}
