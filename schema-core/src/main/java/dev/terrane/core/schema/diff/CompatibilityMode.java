package dev.terrane.core.schema.diff;

/**
 * What a new version of a schema must keep. Transitive modes compare it with every earlier version,
 * the others with the newest. Authorisation is judged in every mode but {@link #NONE}.
 */
public enum CompatibilityMode {
    /** Nothing, but a retired index stays reserved. */
    NONE(false, false, false, false),
    /** A new reader accepts old streams and stored data. */
    BACKWARD(true, false, true, false),
    /** As {@link #BACKWARD}, of all versions. */
    BACKWARD_TRANSITIVE(true, false, true, true),
    /** An old client's source and wire accept the new version. */
    FORWARD(true, true, false, false),
    /** As {@link #FORWARD}, of all versions. */
    FORWARD_TRANSITIVE(true, true, false, true),
    /** Both. */
    FULL(true, true, true, false),
    /** Both, of all versions; the default. */
    FULL_TRANSITIVE(true, true, true, true);

    private final boolean wire;
    private final boolean source;
    private final boolean data;
    private final boolean transitive;

    CompatibilityMode(boolean wire, boolean source, boolean data, boolean transitive) {
        this.wire = wire;
        this.source = source;
        this.data = data;
        this.transitive = transitive;
    }

    /** Whether all earlier versions count. */
    public boolean isTransitive() {
        return transitive;
    }

    /** Whether the mode forbids a change. */
    boolean forbids(SchemaChange change) {
        Impact impact = change.impact();
        return change.rule() == ChangeRule.RETIRED_INDEX_REUSED
                || (wire && breaks(impact.wire()))
                || (source && breaks(impact.source()))
                || (data && breaks(impact.data()))
                || (this != NONE && breaks(impact.authorisation()));
    }

    /** Whether the mode wants a change confirmed. */
    boolean asks(SchemaChange change) {
        return this != NONE && change.impact().authorisation() == Verdict.CONFIRM;
    }

    private static boolean breaks(Verdict verdict) {
        return verdict == Verdict.BREAK || verdict == Verdict.REFUSED;
    }
}
