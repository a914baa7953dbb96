package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Decoded.LimitHit;
import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import org.jspecify.annotations.Nullable;

/** Unwinds an import; never leaves this package. */
final class ImportFault extends RuntimeException {
    private final transient ImportOutcome.Refused refused;

    ImportFault(ImportReason reason, Place place, String detail) {
        this(reason, place, detail, null);
    }

    private ImportFault(ImportReason reason, Place place, String detail, @Nullable LimitHit limit) {
        super(detail, null, false, false);
        this.refused = new ImportOutcome.Refused(reason, place, detail, limit);
    }

    static ImportFault over(Place place, String name, long limit, long actual) {
        return new ImportFault(
                ImportReason.OVER_LIMIT,
                place,
                name + " is " + limit + ", not " + actual,
                new LimitHit(name, limit, actual));
    }

    /** The same fault, its place told otherwise. */
    ImportFault at(Place place) {
        return new ImportFault(refused.reason(), place, refused.detail(), refused.limit());
    }

    ImportOutcome.Refused refused() {
        return refused;
    }
}
