package dev.terrane.gateway.stages;

import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.gateway.live.Actor;
import dev.terrane.gateway.live.ActorPool;
import dev.terrane.gateway.live.BodyCodec;
import dev.terrane.gateway.live.EntityForms;
import dev.terrane.gateway.live.LiveStage;
import dev.terrane.gateway.live.NetworkIds;
import dev.terrane.gateway.live.SpawnPlaces;
import dev.terrane.gateway.live.SpawnPlaces.Place;
import dev.terrane.gateway.live.StageFacts;
import dev.terrane.gateway.live.StageFacts.RoomFacts;
import dev.terrane.gateway.live.StageIo;
import dev.terrane.gateway.live.StageMetrics;
import dev.terrane.gateway.live.StageSchema;
import dev.terrane.gateway.live.StageSetup;
import dev.terrane.gateway.live.StageSpec;
import dev.terrane.gateway.live.StageSpec.ObjectRule;
import dev.terrane.gateway.stages.StageSources.SessionFacts;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Makes live stages of definitions: reads schema, room and session, checks the rules against them,
 * puts the map's entities on the stage and starts its clock. Blocks; for request threads.
 */
public final class StageOpener {
    private static final int KEY_BYTES = 32;

    private final StageSources sources;
    private final SchemaHolds holds;
    private final StageServices services;
    private final GuidPool guids;
    private final ActorPool pool;
    private final BodyCodec codec;
    private final StagesProperties properties;
    private final InstantSource clock;
    private final StageMetrics metrics;
    private final SecureRandom random = new SecureRandom();

    /** An opener; every part is shared by all stages. */
    public StageOpener(
            StageSources sources,
            SchemaHolds holds,
            StageServices services,
            GuidPool guids,
            ActorPool pool,
            BodyCodec codec,
            StagesProperties properties,
            InstantSource clock,
            StageMetrics metrics) {
        this.sources = sources;
        this.holds = holds;
        this.services = services;
        this.guids = guids;
        this.pool = pool;
        this.codec = codec;
        this.properties = properties;
        this.clock = clock;
        this.metrics = metrics;
    }

    /**
     * Checks a definition against what it names, without opening anything.
     *
     * @throws TerraneException STAGE_INVALID, or the other services' refusals
     */
    public void requireOpenable(StageSpec spec) {
        read(spec);
    }

    /** Opens a stage. */
    LiveStage open(StoredStage stored) {
        StageSpec spec = stored.spec();
        // Before it is read, so that what is read cannot vanish.
        Map<String, Set<Long>> retired = holds.hold(spec.id(), spec.schemaId());
        Ground ground = read(spec);
        StageSchema schema = ground.schema().without(retired);
        StageFacts facts =
                new StageFacts(
                        spec.id(),
                        stored.generation(),
                        spec.schemaId(),
                        schema.wireHash(),
                        spec.tickRateHertz(),
                        ground.room());
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        Actor actor = pool.newActor("stage " + spec.id(), properties.mailboxMax());
        StageIo io = services.ioOf(facts, stored.createdAt(), ground.session(), guids);
        AtomicReference<@Nullable ScheduledFuture<?>> timer = new AtomicReference<>();
        LiveStage stage =
                new LiveStage(
                        new StageSetup(
                                facts,
                                spec,
                                schema,
                                ground.places(),
                                new NetworkIds(key),
                                StreamLimits.defaults(),
                                codec,
                                properties.debtLimits(),
                                new ClosingIo(io, timer),
                                actor,
                                clock,
                                metrics));
        stage.furnish(furniture(ground));
        services.connect(stage, io, ground.session());
        timer.set(pool.every(Duration.ofSeconds(1).dividedBy(spec.tickRateHertz()), stage::tick));
        return stage;
    }

    /** Lets go what a deleted stage held. */
    void release(StageSpec spec) {
        holds.release(spec.id(), spec.schemaId());
    }

    private Ground read(StageSpec spec) {
        StageSchema schema = sources.getSchema(spec.schemaId());
        StageSpecCheck.requireFits(spec, schema);
        RoomFacts room = spec.hasRoom() ? sources.getRoom(spec.world(), spec.room()) : null;
        SessionFacts session = spec.hasSession() ? sources.getSession(spec.session()) : null;
        List<Furniture> furniture = new ArrayList<>();
        for (ObjectRule rule : spec.objects()) {
            if (room != null) {
                sources.listObjects(room, rule.objectType())
                        .forEach(place -> furniture.add(new Furniture(rule, place)));
            }
        }
        return new Ground(schema, room, session, places(spec, room), furniture);
    }

    private SpawnPlaces places(StageSpec spec, @Nullable RoomFacts room) {
        if (!spec.join().spawns()) {
            return new SpawnPlaces(List.of());
        }
        if (room == null) {
            return new SpawnPlaces(List.of(new Place(0, 0)));
        }
        List<Place> places =
                spec.join().at().isEmpty()
                        ? List.of()
                        : sources.listObjects(room, spec.join().at());
        if (!places.isEmpty()) {
            return new SpawnPlaces(places);
        }
        Place free =
                sources.findFreeCell(room)
                        .orElseThrow(
                                () ->
                                        TerraneException.of(
                                                        StageError.STAGE_INVALID,
                                                        "the room has no object of type "
                                                                + spec.join().at()
                                                                + " and no free cell near its centre")
                                                .pointer("/join/at")
                                                .toException());
        return new SpawnPlaces(List.of(free));
    }

    private List<Creation> furniture(Ground ground) {
        List<Creation> creations = new ArrayList<>();
        for (Furniture piece : ground.furniture()) {
            creations.add(
                    EntityForms.ofObject(
                            ground.schema().catalog(),
                            piece.rule().className(),
                            guids.take(),
                            piece.rule().configId(),
                            new EntityForms.Coordinates(
                                    piece.rule().x(), piece.rule().y(), piece.place())));
        }
        return creations;
    }

    /** What a stage stands on. */
    private record Ground(
            StageSchema schema,
            @Nullable RoomFacts room,
            @Nullable SessionFacts session,
            SpawnPlaces places,
            List<Furniture> furniture) {}

    private record Furniture(ObjectRule rule, Place place) {}
}
