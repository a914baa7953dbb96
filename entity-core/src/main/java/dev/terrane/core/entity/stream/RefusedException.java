package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;

/** Unwinds a check inside this package; every public method turns it into its result. */
final class RefusedException extends RuntimeException {
    private final transient Refusal refusal;

    RefusedException(Refusal refusal) {
        super(refusal.toString(), null, false, false);
        this.refusal = refusal;
    }

    static RefusedException rejected(Reason reason, String location) {
        return new RefusedException(new Refusal.Rejected(reason, location));
    }

    Refusal refusal() {
        return refusal;
    }
}
