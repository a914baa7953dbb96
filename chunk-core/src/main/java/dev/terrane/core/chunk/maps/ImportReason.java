package dev.terrane.core.chunk.maps;

/** Why a map was refused. Numbers are stable. */
public enum ImportReason {
    NOT_WELL_FORMED(1),
    DOCTYPE(2),
    NOT_A_MAP(3),
    UNSUPPORTED_ORIENTATION(4),
    UNSUPPORTED_ENCODING(5),
    UNSUPPORTED_FEATURE(6),
    MISSING_FILE(7),
    BAD_PATH(8),
    BAD_ATTRIBUTE(9),
    BAD_DATA(10),
    UNKNOWN_TILE(11),
    DUPLICATE_NAME(12),
    BAD_PROPERTY(13),
    OUTSIDE_MAP(14),
    OVER_LIMIT(15),
    BAD_CHUNK(16);

    private final int number;

    ImportReason(int number) {
        this.number = number;
    }

    /** The stable number. */
    public int number() {
        return number;
    }
}
