package dev.terrane.core.schema.diff;

/** What a change does to one thing, from harmless to impossible. */
public enum Verdict {
    /** Nothing. */
    OK,
    /** Nothing to what exists; what is new shows in streams that begin later. */
    NEW_STREAM,
    /** There is a condition, and the new document meets it. */
    CHECKED,
    /** Allowed; something may get lost or mean something else. */
    WARN,
    /** Allowed once somebody has confirmed it. */
    CONFIRM,
    /** What was made for the old document does not work any more. */
    BREAK,
    /** Never allowed. */
    REFUSED
}
