package dev.terrane.core.chunk;

/** Why a chunk was refused. Numbers are stable. */
public enum RejectReason {
    TRUNCATED(1),
    BAD_MAGIC(2),
    UNSUPPORTED_VERSION(3),
    BAD_HEADER(4),
    UNKNOWN_FLAG(5),
    CHECKSUM_MISMATCH(6),
    BAD_COMPRESSION(7),
    BAD_SECTION(8),
    TRAILING_BYTES(9),
    BAD_TEXT(10),
    BAD_VALUE(11),
    NOT_CANONICAL(12),
    OVER_LIMIT(13),
    BAD_JSON(14),
    UNKNOWN_MEMBER(15),
    MISSING_MEMBER(16),
    MISMATCH(17),
    DUPLICATE(18);

    private final int number;

    RejectReason(int number) {
        this.number = number;
    }

    /** The stable number. */
    public int number() {
        return number;
    }
}
