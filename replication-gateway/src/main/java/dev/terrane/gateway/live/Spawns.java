package dev.terrane.gateway.live;

import dev.terrane.core.entity.Guid;
import dev.terrane.gateway.live.SpawnPlaces.Place;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What an entity needs before it can be made. Owned by the stage's thread; what goes on when an
 * identity has come runs on any thread and reads only what never changes.
 */
final class Spawns {
    private final StageIo io;
    private final BodyBinding bodies;

    Spawns(StageIo io, BodyBinding bodies) {
        this.io = io;
        this.bodies = bodies;
    }

    /** Gets an identity, and puts the body into the session when the class has one. */
    CompletableFuture<Spawned> spawn(String className, Place place) {
        return io.newGuid()
                .thenCompose(
                        guid -> {
                            Optional<BodyBinding.Bound> bound = bodies.find(className);
                            if (bound.isEmpty()) {
                                return CompletableFuture.completedFuture(
                                        new Spawned(guid, place, ""));
                            }
                            String bodyId = bodies.bodyId(guid);
                            return io.spawnBody(
                                            new StageIo.BodySpawn(
                                                    bodyId,
                                                    place.x(),
                                                    place.y(),
                                                    bound.get().rule()))
                                    .thenApply(_ -> new Spawned(guid, place, bodyId));
                        });
    }

    /**
     * An entity-to-be whose body is in the session.
     *
     * @param bodyId id of the body; empty when the class has none
     */
    record Spawned(Optional<Guid> guid, Place place, String bodyId) {
        /** Nothing was needed. */
        static final Spawned NOTHING = new Spawned(Optional.empty(), new Place(0, 0), "");

        private Spawned(Guid guid, Place place, String bodyId) {
            this(Optional.of(guid), place, bodyId);
        }
    }
}
