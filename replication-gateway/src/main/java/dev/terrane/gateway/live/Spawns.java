package dev.terrane.gateway.live;

import dev.terrane.core.entity.Catalog;
import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Kernel;
import dev.terrane.gateway.live.SpawnPlaces.Place;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What an entity needs before it can be made, and the way back. Owned by the stage's thread; what
 * goes on when an identity has come runs on any thread and reads only what never changes.
 */
final class Spawns {
    private final StageIo io;
    private final Catalog catalog;
    private final BodyBinding bodies;
    private final Kernel kernel;
    private final Changes changes;

    Spawns(StageIo io, Catalog catalog, BodyBinding bodies, Kernel kernel, Changes changes) {
        this.io = io;
        this.catalog = catalog;
        this.bodies = bodies;
        this.kernel = kernel;
        this.changes = changes;
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

    /** How the entity of a peer that joins is created. */
    Creation creation(StageSpec.JoinRule join, Spawned made, String displayName) {
        return EntityForms.creation(
                catalog,
                bodies,
                join.className(),
                made.guid().orElseThrow(),
                join.configId(),
                made.place(),
                join.nameField(),
                displayName);
    }

    /** Undoes what was made for a peer that does not come in; nothing when it is undone already. */
    void takeBack(Spawned made) {
        Optional<Guid> guid = made.guid();
        if (guid.filter(id -> kernel.find(id).isPresent()).isPresent()) {
            changes.destroy(guid.get());
        } else if (!made.bodyId().isEmpty()) {
            io.removeBody(made.bodyId());
        }
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
