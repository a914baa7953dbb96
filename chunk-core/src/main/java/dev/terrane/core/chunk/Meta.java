package dev.terrane.core.chunk;

import java.time.Instant;

/**
 * Who wrote a chunk when. Kept by the server; part of the checksum but not of the content hash.
 *
 * @param createdAt to the millisecond, years 0000 to 9999
 * @param updatedAt to the millisecond, years 0000 to 9999
 * @param revision 1..4,294,967,295; 0 only before the first write
 * @param author subject of the last writer, a plain string
 */
public record Meta(Instant createdAt, Instant updatedAt, long revision, String author) {
    /** First and last millisecond a timestamp may name. */
    public static final long MILLIS_MIN = -62_167_219_200_000L;

    public static final long MILLIS_MAX = 253_402_300_799_999L;
    public static final long REVISION_MAX = 0xFFFF_FFFFL;

    /** What a chunk carries before it is stored. */
    public static final Meta NONE = new Meta(Instant.EPOCH, Instant.EPOCH, 0, "");

    public Meta {
        createdAt = checked(createdAt);
        updatedAt = checked(updatedAt);
        if (revision < 0 || revision > REVISION_MAX) {
            throw new IllegalArgumentException("revision " + revision);
        }
        Texts.require(Texts.textFault(author), "author", author);
    }

    private static Instant checked(Instant time) {
        long millis = time.toEpochMilli();
        if (millis < MILLIS_MIN || millis > MILLIS_MAX) {
            throw new IllegalArgumentException("time " + time);
        }
        return Instant.ofEpochMilli(millis);
    }
}
