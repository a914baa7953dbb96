package dev.terrane.gateway.live;

import java.util.List;

/**
 * Where joining peers are put, in turn. Immutable.
 *
 * @param places world units; at least one when the stage spawns at all
 */
public record SpawnPlaces(List<Place> places) {
    public SpawnPlaces {
        places = List.copyOf(places);
    }

    /** The place of the peer with this number; the numbers go round the places. */
    public Place of(int peerId) {
        if (places.isEmpty()) {
            throw new IllegalStateException("there is no place to spawn at");
        }
        return places.get(Math.floorMod(peerId - 1, places.size()));
    }

    /**
     * A point.
     *
     * @param x to the right
     * @param y down
     */
    public record Place(double x, double y) {}
}
