package dev.terrane.core.chunk;

import org.jspecify.annotations.Nullable;

/** Where an object stands: absolute position, rotation and scale, all float32. */
public record Transform(Vector position, Rotation rotation, Vector scale) {
    /** No rotation, scale 1. */
    public static Transform at(double x, double y, double z) {
        return new Transform(
                new Vector((float) x, (float) y, (float) z), Rotation.NONE, Vector.ONE);
    }

    public Transform {
        Texts.require(scaleFault(scale), "scale", scale);
        Texts.require(rotation.fault(), "rotation", rotation);
    }

    /** What is wrong with a scale, or null. */
    public static @Nullable String scaleFault(Vector scale) {
        return scale.x() == 0 || scale.y() == 0 || scale.z() == 0
                ? "no component of a scale may be 0"
                : null;
    }

    /** Three finite float32; minus zero becomes zero. */
    public record Vector(float x, float y, float z) {
        /** (1,1,1). */
        public static final Vector ONE = new Vector(1, 1, 1);

        public Vector {
            x = settled(x);
            y = settled(y);
            z = settled(z);
        }
    }

    /** A quaternion whose length is 1 within 1e-3. */
    public record Rotation(float x, float y, float z, float w) {
        /** No rotation. */
        public static final Rotation NONE = new Rotation(0, 0, 0, 1);

        public Rotation {
            x = settled(x);
            y = settled(y);
            z = settled(z);
            w = settled(w);
        }

        /** These four; the usual one is shared. */
        public static Rotation of(float x, float y, float z, float w) {
            return x == 0 && y == 0 && z == 0 && w == 1 ? NONE : new Rotation(x, y, z, w);
        }

        /** About z by an angle in radians, 0 to +x, clockwise on screen. */
        public static Rotation ofAngle(double radians) {
            return new Rotation(
                    0, 0, (float) StrictMath.sin(radians / 2), (float) StrictMath.cos(radians / 2));
        }

        /** What is wrong with this rotation, or null. */
        public @Nullable String fault() {
            if (w == 1 && x == 0 && y == 0 && z == 0) {
                return null;
            }
            double square = (double) x * x + (double) y * y + (double) z * z + (double) w * w;
            return Math.abs(StrictMath.sqrt(square) - 1) <= 1e-3
                    ? null
                    : "a rotation is a quaternion of length 1";
        }
    }

    private static float settled(float value) {
        if (!Float.isFinite(value)) {
            throw new IllegalArgumentException("not finite: " + value);
        }
        return value + 0.0f;
    }
}
