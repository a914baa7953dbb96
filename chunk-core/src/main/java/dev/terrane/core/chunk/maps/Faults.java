package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.ImportOutcome.Place;

/** Makes faults that name the place a reader is at. */
interface Faults {
    /** Where the reader is. */
    Place place();

    /** A fault there. */
    default ImportFault fault(ImportReason reason, String detail) {
        return new ImportFault(reason, place(), detail);
    }

    /** A limit passed there. */
    default ImportFault over(String name, long limit, long actual) {
        return ImportFault.over(place(), name, limit, actual);
    }
}
