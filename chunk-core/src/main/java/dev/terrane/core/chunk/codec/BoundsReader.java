package dev.terrane.core.chunk.codec;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.RejectReason;
import java.util.Optional;
import java.util.Set;

/** Bounds in JSON: derived on output, compared on input. */
final class BoundsReader {
    static final Set<String> MEMBERS = Set.of("min_x", "min_y", "min_z", "max_x", "max_y", "max_z");

    private BoundsReader() {}

    static void requireSame(JsonObjectReader in, Box box) {
        require(in, "min_x", box.minX());
        require(in, "min_y", box.minY());
        require(in, "min_z", box.minZ());
        require(in, "max_x", box.maxX());
        require(in, "max_y", box.maxY());
        require(in, "max_z", box.maxZ());
    }

    private static void require(JsonObjectReader in, String name, double derived) {
        double stated = in.real(name);
        if (stated != derived) {
            throw DecodeFault.at(
                    in.pointer(name),
                    RejectReason.MISMATCH,
                    stated + " where the key gives " + derived);
        }
    }

    /** The lattice that gives these bounds at this key. */
    static ChunkGrid grid(JsonObjectReader in, ChunkKey key) {
        double sizeX = in.real("max_x") - in.real("min_x");
        double sizeY = in.real("max_y") - in.real("min_y");
        double sizeZ = in.real("max_z") - in.real("min_z");
        Optional<ChunkGrid> grid = Optional.empty();
        if (sizeX == (int) sizeX
                && sizeY == (int) sizeY
                && sizeZ == (int) sizeZ
                && ChunkSize.fault((int) sizeX, (int) sizeY, (int) sizeZ) == null) {
            ChunkSize size = new ChunkSize((int) sizeX, (int) sizeY, (int) sizeZ);
            grid = findGrid(in, key, size);
        }
        return grid.orElseThrow(
                () ->
                        DecodeFault.at(
                                in.pointer(),
                                RejectReason.BAD_VALUE,
                                "bounds that no lattice gives at this key"));
    }

    private static Optional<ChunkGrid> findGrid(JsonObjectReader in, ChunkKey key, ChunkSize size) {
        double x = in.real("min_x") - (double) key.coord().cx() * size.x();
        double y = in.real("min_y") - (double) key.coord().cy() * size.y();
        double z = in.real("min_z") - (double) key.coord().cz() * size.z();
        return (float) x == x && (float) y == y && (float) z == z
                ? Optional.of(new ChunkGrid(size, new ChunkGrid.Origin(x, y, z)))
                : Optional.empty();
    }
}
