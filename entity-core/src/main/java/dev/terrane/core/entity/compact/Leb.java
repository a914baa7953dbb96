package dev.terrane.core.entity.compact;

/** Unsigned LEB128 of at most eight bytes in one word, first byte lowest. */
final class Leb {
    private Leb() {}

    /** Bytes a value takes, 1..10. */
    static int length(long value) {
        return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
    }

    /** The bytes of a value that takes at most eight. */
    static long word(long value) {
        long word = 0;
        long rest = value;
        int shift = 0;
        while ((rest & ~0x7FL) != 0) {
            word |= ((rest & 0x7F) | 0x80) << shift;
            rest >>>= 7;
            shift += 8;
        }
        return word | (rest << shift);
    }
}
