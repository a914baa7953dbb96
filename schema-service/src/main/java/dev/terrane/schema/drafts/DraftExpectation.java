package dev.terrane.schema.drafts;

/** What a writer believes a draft to be, so that nobody overwrites what they have not seen. */
public sealed interface DraftExpectation {
    /** There is no such draft. */
    record Absent() implements DraftExpectation {}

    /** It is exactly this. */
    record Exactly(DraftTag tag) implements DraftExpectation {}
}
