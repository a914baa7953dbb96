package dev.terrane.core.entity.canonical;

import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;

/** Unwinds inside this package; every public method turns it into its result. */
final class CodecException extends RuntimeException {
    private final transient Refusal refusal;

    CodecException(Refusal refusal) {
        super(refusal.toString(), null, false, false);
        this.refusal = refusal;
    }

    static CodecException rejected(Reason reason, String location) {
        return new CodecException(new Refusal.Rejected(reason, location));
    }

    static CodecException over(Refusal.Limit limit, long max, long actual) {
        return new CodecException(new Refusal.OverLimit(limit, max, actual, "message"));
    }

    Refusal refusal() {
        return refusal;
    }
}
