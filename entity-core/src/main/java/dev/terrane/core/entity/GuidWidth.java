package dev.terrane.core.entity;

/**
 * Range of guids in a deployment ({@code guidBits}). Values outside are refused when loaded and by
 * codecs.
 */
public enum GuidWidth {
    BITS_32(Integer.MIN_VALUE, Integer.MAX_VALUE),
    BITS_64(Long.MIN_VALUE, Long.MAX_VALUE);

    private final long min;
    private final long max;

    GuidWidth(long min, long max) {
        this.min = min;
        this.max = max;
    }

    /** Whether the number is in the range; 0 is, because a guid value may be 0. */
    public boolean holds(long value) {
        return value >= min && value <= max;
    }
}
