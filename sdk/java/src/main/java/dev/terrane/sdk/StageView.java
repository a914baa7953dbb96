package dev.terrane.sdk;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Everything this peer sees after one whole frame; immutable.
 *
 * @param frame number of the last applied frame; 0 before the first
 * @param tick its tick
 * @param entities entities by handle
 * @param peers who is here, by number, this peer left out
 */
public record StageView(
        long frame,
        long tick,
        SortedMap<Integer, EntityView> entities,
        Map<Integer, StagePeer> peers) {

    /** An entity by network id. */
    public Optional<EntityView> findByNetworkId(int networkId) {
        return entities.values().stream()
                .filter(entity -> entity.networkId() == networkId)
                .findFirst();
    }

    /** An entity by guid. */
    public Optional<EntityView> findByGuid(long guid) {
        return entities.values().stream()
                .filter(entity -> entity.guid().value() == guid)
                .findFirst();
    }
}
