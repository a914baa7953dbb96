package dev.terrane.core.chunk;

import java.util.Optional;

/**
 * Address of a chunk, {@code world:room:cx:cy:cz} as text. Coordinates are canonical decimal int32:
 * no plus sign, no minus zero, no leading zeros.
 */
public record ChunkKey(RoomKey room, ChunkCoord coord) {

    /** Makes a key from its parts. */
    public static ChunkKey of(String world, String room, int cx, int cy, int cz) {
        return new ChunkKey(RoomKey.of(world, room), new ChunkCoord(cx, cy, cz));
    }

    /** Reads the text form strictly; anything but five canonical parts is empty. */
    public static Optional<ChunkKey> find(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 5
                || Texts.idFault(parts[0]) != null
                || Texts.idFault(parts[1]) != null) {
            return Optional.empty();
        }
        return findCoord(parts[2], parts[3], parts[4])
                .map(coord -> new ChunkKey(RoomKey.of(parts[0], parts[1]), coord));
    }

    /** Reads {@code cx,cy,cz} of a path strictly. */
    public static Optional<ChunkCoord> findCoord(String commaSeparated) {
        String[] parts = commaSeparated.split(",", -1);
        return parts.length == 3 ? findCoord(parts[0], parts[1], parts[2]) : Optional.empty();
    }

    private static Optional<ChunkCoord> findCoord(String x, String y, String z) {
        return canonical(x) && canonical(y) && canonical(z)
                ? Optional.of(
                        new ChunkCoord(
                                Integer.parseInt(x), Integer.parseInt(y), Integer.parseInt(z)))
                : Optional.empty();
    }

    private static boolean canonical(String text) {
        if (text.isEmpty() || text.length() > 11) {
            return false;
        }
        for (int i = text.charAt(0) == '-' ? 1 : 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        if (text.equals("-")) {
            return false;
        }
        long value = Long.parseLong(text);
        return value == (int) value && Long.toString(value).equals(text);
    }

    /** The world's id. */
    public WorldId world() {
        return room.world();
    }

    @Override
    public String toString() {
        return room + ":" + coord.cx() + ":" + coord.cy() + ":" + coord.cz();
    }
}
