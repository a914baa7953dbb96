package dev.terrane.core.entity;

/**
 * Where an entity is: an instance of a map.
 *
 * @param map the map
 * @param instance the instance, 0 for the one that comes with the map
 */
public record MapPlace(int map, int instance) {
    /** The instance every kernel starts with. */
    public static final MapPlace HOME = new MapPlace(0, 0);

    @Override
    public String toString() {
        return "map " + map + " instance " + instance;
    }
}
