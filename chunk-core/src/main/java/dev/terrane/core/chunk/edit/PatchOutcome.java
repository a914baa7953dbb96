package dev.terrane.core.chunk.edit;

/** What became of a patch: all of it or nothing. */
public sealed interface PatchOutcome<T> {
    /** Every operation succeeded. */
    record Done<T>(T value) implements PatchOutcome<T> {}

    /** The first fault; the document is as it was. */
    record Refused<T>(PatchRefusal refusal) implements PatchOutcome<T> {}
}
