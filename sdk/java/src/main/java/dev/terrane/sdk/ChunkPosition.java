package dev.terrane.sdk;

import dev.terrane.proto.stage.v1alpha1.ChunkAt;

/**
 * Where a chunk lies in the stage's room.
 *
 * @param cx chunk coordinate, x
 * @param cy chunk coordinate, y
 * @param cz chunk coordinate, z
 */
public record ChunkPosition(int cx, int cy, int cz) {
    static ChunkPosition of(ChunkAt at) {
        return new ChunkPosition(at.getCx(), at.getCy(), at.getCz());
    }

    ChunkAt toMessage() {
        return ChunkAt.newBuilder().setCx(cx).setCy(cy).setCz(cz).build();
    }

    @Override
    public String toString() {
        return "(" + cx + ", " + cy + ", " + cz + ")";
    }
}
