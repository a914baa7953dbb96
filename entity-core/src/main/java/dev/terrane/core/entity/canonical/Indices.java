package dev.terrane.core.entity.canonical;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import java.nio.charset.StandardCharsets;

/** Judgement of indices, row numbers, guids and names that arrived. */
final class Indices {
    /** UTF-8 length of a class or member name in a schema document. */
    private static final int NAME_BYTES_MAX = 255;

    private Indices() {}

    /** The name; a layout repeats it in every location, so it is bounded before it is used. */
    static String name(String name) {
        int bytes = name.length();
        if (bytes <= NAME_BYTES_MAX) {
            bytes = name.getBytes(StandardCharsets.UTF_8).length;
        }
        if (bytes > NAME_BYTES_MAX) {
            throw CodecException.over(Refusal.Limit.STRING_BYTES, NAME_BYTES_MAX, bytes);
        }
        return name;
    }

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
