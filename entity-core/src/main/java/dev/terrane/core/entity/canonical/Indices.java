package dev.terrane.core.entity.canonical;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;

/** Judgement of indices, row numbers and guids that arrived. */
final class Indices {
    private Indices() {}

    /** The unsigned number; 0 is refused. */
    static long require(int wire, String location) {
        if (wire == 0) {
            throw CodecException.rejected(Reason.INDEX_RANGE, location + ".0");
        }
        return Integer.toUnsignedLong(wire);
    }

    /** The map; a repeated index is refused. */
    static <V> IndexMap<V> distinct(IndexMap.Builder<V> builder, String location) {
        long repeated = builder.findDuplicate();
        if (repeated != 0) {
            throw CodecException.rejected(Reason.DUPLICATE, location + "." + repeated);
        }
        return builder.build();
    }

    static Guid guid(long wire, GuidWidth width, String location) {
        if (wire == 0 || !width.holds(wire)) {
            throw CodecException.rejected(Reason.GUID_RANGE, location + " guid " + wire);
        }
        return new Guid(wire);
    }
}
