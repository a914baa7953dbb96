package dev.terrane.core.chunk;

/** Position of a chunk in its room's lattice, in chunks; x right, y down, z up. */
public record ChunkCoord(int cx, int cy, int cz) implements Comparable<ChunkCoord> {

    /** The order of listings: cz, then cy, then cx. */
    @Override
    public int compareTo(ChunkCoord other) {
        int byZ = Integer.compare(cz, other.cz);
        int byY = Integer.compare(cy, other.cy);
        return byZ != 0 ? byZ : byY != 0 ? byY : Integer.compare(cx, other.cx);
    }

    @Override
    public String toString() {
        return cx + "," + cy + "," + cz;
    }
}
