package dev.terrane.core.chunk.codec;

import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.Decoded.LimitHit;
import dev.terrane.core.chunk.Decoded.Location;
import dev.terrane.core.chunk.RejectReason;
import org.jspecify.annotations.Nullable;

/** Unwinds a decoder; never leaves this package. */
final class DecodeFault extends RuntimeException {
    private final RejectReason reason;
    private final transient Location location;
    private final String detail;
    private final transient @Nullable LimitHit limit;

    private DecodeFault(
            RejectReason reason, Location location, String detail, @Nullable LimitHit limit) {
        super(detail, null, false, false);
        this.reason = reason;
        this.location = location;
        this.detail = detail;
        this.limit = limit;
    }

    static DecodeFault at(long offset, RejectReason reason, String detail) {
        return new DecodeFault(reason, new Location.Offset(offset), detail, null);
    }

    static DecodeFault at(String pointer, RejectReason reason, String detail) {
        return new DecodeFault(reason, new Location.Pointer(pointer), detail, null);
    }

    static DecodeFault at(Location location, RejectReason reason, String detail) {
        return new DecodeFault(reason, location, detail, null);
    }

    static DecodeFault over(Location location, String name, long limit, long actual) {
        return new DecodeFault(
                RejectReason.OVER_LIMIT,
                location,
                name + " is " + limit + ", not " + actual,
                new LimitHit(name, limit, actual));
    }

    <T> Decoded.Rejected<T> toRejected() {
        return new Decoded.Rejected<>(reason, location, detail, limit);
    }
}
