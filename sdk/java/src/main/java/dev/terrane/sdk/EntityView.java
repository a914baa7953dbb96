package dev.terrane.sdk;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.Snapshot;
import java.util.Optional;

/**
 * One entity as this peer may see it; immutable.
 *
 * @param handle number of the stream for this peer
 * @param guid identity
 * @param networkId identity in this stage generation
 * @param ownerPeerId peer that owns it; 0 for none
 * @param generation how many streams of this guid this peer has been given
 * @param revision revision of the state
 * @param layout the members it carries
 * @param snapshot their values
 */
public record EntityView(
        int handle,
        Guid guid,
        int networkId,
        int ownerPeerId,
        long generation,
        long revision,
        EntityLayout layout,
        Snapshot snapshot) {

    /** The class. */
    public String className() {
        return layout.name();
    }

    /** A field by name; empty when this peer may not see it or there is none. */
    public Optional<Value> find(String field) {
        return layout.findIndex(field).flatMap(index -> snapshot.root().fields().find(index));
    }

    /** A table by name; empty when this peer may not see it or there is none. */
    public Optional<EntitySnapshot.TableSnapshot> findTable(String table) {
        return layout.findIndex(table).flatMap(index -> snapshot.root().tables().find(index));
    }

    /**
     * A field of type double, float, uint32 or int32; 0 when it is of another type or cannot be
     * seen.
     */
    public double number(String field) {
        return find(field)
                .map(
                        value ->
                                switch (value) {
                                    case Value.Float64(double v) -> v;
                                    case Value.Float32(float v) -> (double) v;
                                    case Value.UInt32(long v) -> (double) v;
                                    case Value.Int32(int v) -> (double) v;
                                    default -> 0.0;
                                })
                .orElse(0.0);
    }
}
