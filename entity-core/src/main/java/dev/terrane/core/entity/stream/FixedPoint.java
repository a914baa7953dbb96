package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Value;
import dev.terrane.core.schema.ScalarType;

/**
 * Declared precision of a floating member in a projection class: multiples of {@code
 * 2^-fractionBits}. Applied when state is captured, so every codec sees the same values.
 *
 * <p>A value becomes the nearest multiple, ties to the even one; what is farther out than 2^53
 * steps ({@code double}) or 2^24 steps ({@code float}) becomes that bound. Every result is exact in
 * the member's own type, and -0.0 becomes 0.0.
 *
 * @param fractionBits -32..32; 8 means steps of 1/256, -1 steps of 2
 */
public record FixedPoint(int fractionBits) {
    /** Coarsest declaration: steps of 2^32. */
    public static final int BITS_MIN = -32;

    /** Finest declaration: steps of 2^-32. */
    public static final int BITS_MAX = 32;

    private static final long DOUBLE_STEPS_MAX = 1L << 53;
    private static final long FLOAT_STEPS_MAX = 1L << 24;

    public FixedPoint {
        if (fractionBits < BITS_MIN || fractionBits > BITS_MAX) {
            throw new IllegalArgumentException("fraction bits outside -32..32: " + fractionBits);
        }
    }

    /** Whether members of a type can be declared so. */
    public static boolean accepts(ScalarType type) {
        return type == ScalarType.DOUBLE || type == ScalarType.FLOAT;
    }

    /** Highest number of steps, either way, for a type that is accepted. */
    public static long stepsMax(ScalarType type) {
        return type == ScalarType.FLOAT ? FLOAT_STEPS_MAX : DOUBLE_STEPS_MAX;
    }

    /** The nearest value that is a multiple; other than floating values stay as they are. */
    public Value apply(Value value) {
        return switch (value) {
            case Value.Float64(double v) -> valueOf(nearest(v, DOUBLE_STEPS_MAX), value.type());
            case Value.Float32(float v) -> valueOf(nearest(v, FLOAT_STEPS_MAX), value.type());
            case Value.Bool _,
                    Value.Int32 _,
                    Value.UInt32 _,
                    Value.Int64 _,
                    Value.UInt64 _,
                    Value.Text _,
                    Value.GuidRef _ ->
                    value;
        };
    }

    /** Whether the value is what {@link #apply} makes of it. */
    public boolean holds(Value value) {
        return apply(value).equals(value);
    }

    /** Number of steps of a value that {@link #holds}. */
    public long stepsOf(Value value) {
        return switch (value) {
            case Value.Float64(double v) -> nearest(v, DOUBLE_STEPS_MAX);
            case Value.Float32(float v) -> nearest(v, FLOAT_STEPS_MAX);
            default -> throw new IllegalArgumentException("no floating value: " + value);
        };
    }

    /** Number of steps of the nearest multiple of a {@code double}. */
    public long stepsOf(double value) {
        return nearest(value, DOUBLE_STEPS_MAX);
    }

    /** Number of steps of the nearest multiple of a {@code float}. */
    public long stepsOf(float value) {
        return nearest(value, FLOAT_STEPS_MAX);
    }

    /** The value of a number of steps within {@link #stepsMax}. */
    public Value valueOf(long steps, ScalarType type) {
        double exact = Math.scalb((double) steps, -fractionBits);
        return type == ScalarType.FLOAT
                ? new Value.Float32((float) exact)
                : new Value.Float64(exact);
    }

    private long nearest(double value, long stepsMax) {
        double steps = Math.rint(Math.scalb(value, fractionBits));
        return (long) Math.clamp(steps, (double) -stepsMax, (double) stepsMax);
    }
}
