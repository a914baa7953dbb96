package dev.terrane.core.entity;

import dev.terrane.core.schema.ScalarType;

/**
 * One scalar value with its type. Equality is by bits: {@code 0.0} and {@code -0.0} differ, so a
 * stream carries either exactly.
 */
public sealed interface Value {
    /** The type this value has in a schema. */
    ScalarType type();

    /** Whether the value may be stored and sent: floating values must be finite. */
    default boolean isFinite() {
        return true;
    }

    /** Bytes of text in the value, 0 for everything but strings. */
    default int textBytes() {
        return 0;
    }

    /** The 64 bits of a value that is no string; see {@link Cells#bitsAt}. */
    default long bits() {
        return switch (this) {
            case Bool(boolean value) -> value ? 1 : 0;
            case Int32(int value) -> value;
            case UInt32(long value) -> value;
            case Int64(long value) -> value;
            case UInt64(long bits) -> bits;
            case Float32(float value) -> Integer.toUnsignedLong(Float.floatToRawIntBits(value));
            case Float64(double value) -> Double.doubleToRawLongBits(value);
            case GuidRef(long value) -> value;
            case Text text -> throw new IllegalArgumentException("a string has no bits: " + text);
        };
    }

    /** The value of a type, not string, with these bits. */
    static Value ofBits(ScalarType type, long bits) {
        return switch (type) {
            case BOOL -> bits != 0 ? Bool.TRUE : Bool.FALSE;
            case INT32 -> bits == 0 ? Int32.ZERO : new Int32((int) bits);
            case UINT32 -> bits == 0 ? UInt32.ZERO : new UInt32(bits);
            case INT64 -> bits == 0 ? Int64.ZERO : new Int64(bits);
            case UINT64 -> bits == 0 ? UInt64.ZERO : new UInt64(bits);
            case FLOAT -> bits == 0 ? Float32.ZERO : new Float32(Float.intBitsToFloat((int) bits));
            case DOUBLE -> bits == 0 ? Float64.ZERO : new Float64(Double.longBitsToDouble(bits));
            case GUID -> bits == 0 ? GuidRef.NONE : new GuidRef(bits);
            case STRING -> throw new IllegalArgumentException("a string has no bits");
        };
    }

    /** The zero, empty or false value of a type: what an untouched member reads as. */
    static Value zero(ScalarType type) {
        return switch (type) {
            case BOOL -> Bool.FALSE;
            case INT32 -> Int32.ZERO;
            case UINT32 -> UInt32.ZERO;
            case INT64 -> Int64.ZERO;
            case UINT64 -> UInt64.ZERO;
            case FLOAT -> Float32.ZERO;
            case DOUBLE -> Float64.ZERO;
            case STRING -> Text.EMPTY;
            case GUID -> GuidRef.NONE;
        };
    }

    /**
     * Schema type {@code bool}.
     *
     * @param value the truth value
     */
    record Bool(boolean value) implements Value {
        static final Bool FALSE = new Bool(false);
        static final Bool TRUE = new Bool(true);

        @Override
        public ScalarType type() {
            return ScalarType.BOOL;
        }
    }

    /**
     * Schema type {@code int32}.
     *
     * @param value the number
     */
    record Int32(int value) implements Value {
        static final Int32 ZERO = new Int32(0);

        @Override
        public ScalarType type() {
            return ScalarType.INT32;
        }
    }

    /**
     * Schema type {@code uint32}.
     *
     * @param value the number, 0..2^32-1
     */
    record UInt32(long value) implements Value {
        static final UInt32 ZERO = new UInt32(0);

        public UInt32 {
            if (value < 0 || value > 0xFFFF_FFFFL) {
                throw new IllegalArgumentException("no uint32: " + value);
            }
        }

        @Override
        public ScalarType type() {
            return ScalarType.UINT32;
        }
    }

    /**
     * Schema type {@code int64}.
     *
     * @param value the number
     */
    record Int64(long value) implements Value {
        static final Int64 ZERO = new Int64(0);

        @Override
        public ScalarType type() {
            return ScalarType.INT64;
        }
    }

    /**
     * Schema type {@code uint64}.
     *
     * @param bits the number's 64 bits, to be read unsigned
     */
    record UInt64(long bits) implements Value {
        static final UInt64 ZERO = new UInt64(0);

        @Override
        public ScalarType type() {
            return ScalarType.UINT64;
        }

        @Override
        public String toString() {
            return "UInt64[" + Long.toUnsignedString(bits) + "]";
        }
    }

    /**
     * Schema type {@code float}.
     *
     * @param value the number
     */
    record Float32(float value) implements Value {
        static final Float32 ZERO = new Float32(0);

        @Override
        public ScalarType type() {
            return ScalarType.FLOAT;
        }

        @Override
        public boolean isFinite() {
            return Float.isFinite(value);
        }
    }

    /**
     * Schema type {@code double}.
     *
     * @param value the number
     */
    record Float64(double value) implements Value {
        static final Float64 ZERO = new Float64(0);

        @Override
        public ScalarType type() {
            return ScalarType.DOUBLE;
        }

        @Override
        public boolean isFinite() {
            return Double.isFinite(value);
        }
    }

    /**
     * Schema type {@code string}: raw bytes.
     *
     * @param value the bytes
     */
    record Text(ByteText value) implements Value {
        static final Text EMPTY = new Text(ByteText.EMPTY);

        /** The UTF-8 bytes of a text. */
        public static Text of(String text) {
            return new Text(ByteText.of(text));
        }

        @Override
        public ScalarType type() {
            return ScalarType.STRING;
        }

        @Override
        public int textBytes() {
            return value.size();
        }
    }

    /**
     * Schema type {@code guid}.
     *
     * @param value the guid's number; 0 names nothing
     */
    record GuidRef(long value) implements Value {
        static final GuidRef NONE = new GuidRef(0);

        @Override
        public ScalarType type() {
            return ScalarType.GUID;
        }
    }
}
