package dev.terrane.core.schema;

/**
 * A value of a static configuration row, exactly typed. Values of different types are never equal,
 * whatever their numbers.
 */
public sealed interface ScalarValue {
    /** The type this value belongs to. */
    ScalarType type();

    /** A {@code bool}. */
    record Bool(boolean value) implements ScalarValue {
        @Override
        public ScalarType type() {
            return ScalarType.BOOL;
        }
    }

    /** An {@code int32}. */
    record Int32(int value) implements ScalarValue {
        @Override
        public ScalarType type() {
            return ScalarType.INT32;
        }
    }

    /**
     * A {@code uint32}.
     *
     * @param value 0..2³²−1
     */
    record UInt32(long value) implements ScalarValue {
        /** The largest value. */
        public static final long MAX = 0xFFFF_FFFFL;

        public UInt32 {
            if (value < 0 || value > MAX) {
                throw new IllegalArgumentException("not a uint32: " + value);
            }
        }

        @Override
        public ScalarType type() {
            return ScalarType.UINT32;
        }
    }

    /** An {@code int64}. */
    record Int64(long value) implements ScalarValue {
        @Override
        public ScalarType type() {
            return ScalarType.INT64;
        }
    }

    /**
     * A {@code uint64}.
     *
     * @param bits the value as an unsigned number, see {@link Long#toUnsignedString(long)}
     */
    record UInt64(long bits) implements ScalarValue {
        @Override
        public ScalarType type() {
            return ScalarType.UINT64;
        }
    }

    /**
     * A {@code float}.
     *
     * @param value finite
     */
    record Float32(float value) implements ScalarValue {
        public Float32 {
            if (!Float.isFinite(value)) {
                throw new IllegalArgumentException("not a finite float: " + value);
            }
        }

        @Override
        public ScalarType type() {
            return ScalarType.FLOAT;
        }
    }

    /**
     * A {@code double}.
     *
     * @param value finite
     */
    record Float64(double value) implements ScalarValue {
        public Float64 {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("not a finite double: " + value);
            }
        }

        @Override
        public ScalarType type() {
            return ScalarType.DOUBLE;
        }
    }

    /**
     * A {@code string}.
     *
     * @param value Unicode without NUL and without lone surrogates
     */
    record Text(String value) implements ScalarValue {
        public Text {
            UnicodeText.require(value, "text");
        }

        @Override
        public ScalarType type() {
            return ScalarType.STRING;
        }
    }

    /** A {@code guid}. */
    record Guid(long value) implements ScalarValue {
        @Override
        public ScalarType type() {
            return ScalarType.GUID;
        }
    }
}
