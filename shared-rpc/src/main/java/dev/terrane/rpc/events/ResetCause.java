package dev.terrane.rpc.events;

import dev.terrane.proto.events.v1alpha1.ResetReason;

/** Why a subscriber must read the state anew before it goes on with events. */
public enum ResetCause {
    /** It has just subscribed and knows nothing yet. */
    START(ResetReason.RESET_REASON_UNSPECIFIED),
    /** The events it wants are older than what is kept. */
    RETENTION(ResetReason.RESET_REASON_RETENTION),
    /** The numbering began anew. */
    EPOCH(ResetReason.RESET_REASON_EPOCH),
    /** It named a number that was never given. */
    UNKNOWN_CURSOR(ResetReason.RESET_REASON_UNKNOWN_CURSOR);

    private final ResetReason wire;

    ResetCause(ResetReason wire) {
        this.wire = wire;
    }

    ResetReason toProto() {
        return wire;
    }

    static ResetCause of(ResetReason reason) {
        return switch (reason) {
            case RESET_REASON_RETENTION -> RETENTION;
            case RESET_REASON_UNKNOWN_CURSOR -> UNKNOWN_CURSOR;
            case RESET_REASON_EPOCH, RESET_REASON_UNSPECIFIED, UNRECOGNIZED -> EPOCH;
        };
    }
}
