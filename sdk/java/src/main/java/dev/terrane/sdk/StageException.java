package dev.terrane.sdk;

/** A connection that did not come about, or ended while an answer was awaited. */
public final class StageException extends RuntimeException {
    private final transient CloseReason reason;

    /** With the reason. */
    public StageException(CloseReason reason) {
        super(reason.toString());
        this.reason = reason;
    }

    /** Why. */
    public CloseReason reason() {
        return reason;
    }
}
