package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;

/** Unwinds inside this package; every public method turns it into its result. */
final class CompactException extends RuntimeException {
    private final transient Refusal refusal;

    CompactException(Refusal refusal) {
        super(refusal.toString(), null, false, false);
        this.refusal = refusal;
    }

    static CompactException rejected(Reason reason, String location) {
        return new CompactException(new Refusal.Rejected(reason, location));
    }

    static CompactException malformed(int position) {
        return rejected(Reason.MALFORMED, "byte " + position);
    }

    static CompactException over(Refusal.Limit limit, long max, long actual, String location) {
        return new CompactException(new Refusal.OverLimit(limit, max, actual, location));
    }

    Refusal refusal() {
        return refusal;
    }
}
