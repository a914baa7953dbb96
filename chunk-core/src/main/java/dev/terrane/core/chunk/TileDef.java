package dev.terrane.core.chunk;

import org.jspecify.annotations.Nullable;

/**
 * One palette entry.
 *
 * @param id value the cells hold, 0..65,535; 0 is air
 * @param assetId tile asset; empty for air only
 * @param solid whether the cell blocks bodies
 * @param flags 32 bits: 0 walkable, 1 climbable, 2 liquid, 8 flip x, 9 flip y, 10 flip diagonal,
 *     16..31 free for the game; all others 0
 * @param variants number of visual variants, 0..255
 */
public record TileDef(int id, String assetId, boolean solid, int flags, int variants) {
    public static final int WALKABLE = 1;
    public static final int CLIMBABLE = 1 << 1;
    public static final int LIQUID = 1 << 2;
    public static final int FLIP_X = 1 << 8;
    public static final int FLIP_Y = 1 << 9;
    public static final int FLIP_DIAGONAL = 1 << 10;

    /** Bits that must be 0. */
    public static final int RESERVED = 0xF8F8;

    /** Entry 0 of every palette. */
    public static final TileDef AIR = new TileDef(0, "", false, 0, 1);

    public TileDef {
        Texts.require(fault(id, assetId, solid, flags, variants), "tile", id);
    }

    /** What is wrong with these values, or null. */
    public static @Nullable String fault(
            int id, String assetId, boolean solid, int flags, int variants) {
        if (id < 0 || id > 65_535) {
            return "a palette id is 0 to 65,535";
        }
        if (variants < 0 || variants > 255) {
            return "variants is 0 to 255";
        }
        if (id == 0) {
            return assetId.isEmpty() && !solid && flags == 0 && variants == 1
                    ? null
                    : "entry 0 is air: empty asset, not solid, flags 0, variants 1";
        }
        if ((flags & RESERVED) != 0) {
            return "flag bits 3-7 and 11-15 are reserved and must be 0";
        }
        return Texts.assetFault(assetId);
    }
}
