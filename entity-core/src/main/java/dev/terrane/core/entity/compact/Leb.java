package dev.terrane.core.entity.compact;

/** Unsigned LEB128 of at most eight bytes in one word, first byte lowest. */
final class Leb {
    private static final long ONE_BYTE = 0x7F;
    private static final long TWO_BYTES = 0x3FFF;

    private Leb() {}

    /** Bits its bytes take: 8 to 80. */
    static int bits(long value) {
        if ((value & ~ONE_BYTE) == 0) {
            return Byte.SIZE;
        }
        if ((value & ~TWO_BYTES) == 0) {
            return Byte.SIZE * 2;
        }
        return (70 - Long.numberOfLeadingZeros(value)) / 7 * Byte.SIZE;
    }

    /** The bytes of a value that takes at most eight. */
    static long word(long value) {
        if ((value & ~ONE_BYTE) == 0) {
            return value;
        }
        if ((value & ~TWO_BYTES) == 0) {
            return (value & ONE_BYTE) | 0x80 | (value >>> 7 << Byte.SIZE);
        }
        long word = 0;
        long rest = value;
        int shift = 0;
        while ((rest & ~ONE_BYTE) != 0) {
            word |= ((rest & ONE_BYTE) | 0x80) << shift;
            rest >>>= 7;
            shift += Byte.SIZE;
        }
        return word | (rest << shift);
    }
}
