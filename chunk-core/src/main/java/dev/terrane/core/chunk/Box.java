package dev.terrane.core.chunk;

/** An axis-aligned box in world units, half-open: the minimum is inside, the maximum is not. */
public record Box(double minX, double minY, double minZ, double maxX, double maxY, double maxZ) {
    public Box {
        if (!(minX <= maxX && minY <= maxY && minZ <= maxZ)
                || !Double.isFinite(maxX - minX)
                || !Double.isFinite(maxY - minY)
                || !Double.isFinite(maxZ - minZ)) {
            throw new IllegalArgumentException(
                    "not a box: %s, %s, %s to %s, %s, %s"
                            .formatted(minX, minY, minZ, maxX, maxY, maxZ));
        }
    }

    /** Whether a point lies inside. */
    public boolean contains(double x, double y, double z) {
        return x >= minX && x < maxX && y >= minY && y < maxY && z >= minZ && z < maxZ;
    }

    /** Whether the two boxes share more than a boundary. */
    public boolean intersects(Box other) {
        return minX < other.maxX
                && other.minX < maxX
                && minY < other.maxY
                && other.minY < maxY
                && minZ < other.maxZ
                && other.minZ < maxZ;
    }

    /** Whether the other box lies inside this one, boundaries included. */
    public boolean encloses(Box other) {
        return other.minX >= minX
                && other.maxX <= maxX
                && other.minY >= minY
                && other.maxY <= maxY
                && other.minZ >= minZ
                && other.maxZ <= maxZ;
    }

    /** As in refusals: its corners. */
    @Override
    public String toString() {
        return "%s, %s, %s to %s, %s, %s".formatted(minX, minY, minZ, maxX, maxY, maxZ);
    }

    /** The smallest box that encloses both. */
    public Box union(Box other) {
        return new Box(
                Math.min(minX, other.minX),
                Math.min(minY, other.minY),
                Math.min(minZ, other.minZ),
                Math.max(maxX, other.maxX),
                Math.max(maxY, other.maxY),
                Math.max(maxZ, other.maxZ));
    }
}
