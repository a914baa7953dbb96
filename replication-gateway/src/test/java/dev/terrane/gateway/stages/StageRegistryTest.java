package dev.terrane.gateway.stages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.gateway.live.ActorPool;
import dev.terrane.gateway.live.FakeIo;
import dev.terrane.gateway.live.LiveStage;
import dev.terrane.gateway.live.SpawnPlaces.Place;
import dev.terrane.gateway.live.StageFacts;
import dev.terrane.gateway.live.StageFacts.Corner;
import dev.terrane.gateway.live.StageFacts.RoomFacts;
import dev.terrane.gateway.live.StageFixture;
import dev.terrane.gateway.live.StageIo;
import dev.terrane.gateway.live.StageMetrics;
import dev.terrane.gateway.live.StageSchema;
import dev.terrane.gateway.live.StageSpec;
import dev.terrane.gateway.live.wire.CanonicalBodies;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.testing.Provokes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class StageRegistryTest {
    private final MemoryStageStore store = new MemoryStageStore();
    private final World world = new World();
    private final ActorPool pool = new ActorPool("test", 1);
    private StageRegistry registry = registry();

    @AfterEach
    void stop() {
        pool.close();
    }

    private StageRegistry registry() {
        StagesProperties properties =
                new StagesProperties(
                        2,
                        1,
                        100,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        100,
                        DataSize.ofKilobytes(64),
                        Duration.ofSeconds(1),
                        DataSize.ofKilobytes(256),
                        Duration.ofSeconds(10),
                        DataSize.ofMegabytes(1),
                        DataSize.ofKilobytes(64));
        StageOpener opener =
                new StageOpener(
                        world,
                        new SchemaHolds(world),
                        world,
                        new GuidPool(store),
                        pool,
                        new CanonicalBodies(),
                        properties,
                        InstantSource.system(),
                        StageMetrics.NONE);
        return new StageRegistry(store, opener, InstantSource.system(), 2, Runnable::run);
    }

    private static StageSpec spec(String id, String rest) {
        return StageDocument.read(
                ("{\"id\":\"" + id + "\",\"schema\":\"guest@1\"" + rest + "}")
                        .getBytes(StandardCharsets.UTF_8));
    }

    private void delete(String id, String key) {
        registry.delete(StageDeletion.of(id, new StageDeletion.Key("ada", "request_id", key)));
    }

    private static void assertCode(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        TerraneException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void theSameDefinitionGivesTheStageThatIsThere() {
        StageRegistry.Created first = registry.create(spec("a", ""), "ada");
        StageRegistry.Created again = registry.create(spec("a", ",\"slots\":64"), "bob");
        assertThat(first.created()).isTrue();
        assertThat(again.created()).isFalse();
        assertThat(again.stage()).isSameAs(first.stage());
        assertCode(StageError.STAGE_EXISTS, () -> registry.create(spec("a", ",\"slots\":3"), "b"));
    }

    @Test
    @Provokes("STAGE_LIMIT")
    void theNumberOfStagesIsBounded() {
        registry.create(spec("a", ""), "ada");
        registry.create(spec("b", ""), "ada");
        assertCode(StageError.STAGE_LIMIT, () -> registry.create(spec("c", ""), "ada"));
        delete("a", "r1");
        assertThat(registry.create(spec("c", ""), "ada").created()).isTrue();
    }

    @Test
    void nothingIsKeptOfADefinitionThatCannotBeOpened() {
        world.sessionRefusal =
                TerraneException.of(CommonError.NOT_FOUND, "no session").toException();
        assertCode(
                CommonError.NOT_FOUND,
                () -> registry.create(spec("a", ",\"session\":\"s\""), "ada"));
        assertThat(store.find("a")).isEmpty();
        assertCode(CommonError.NOT_FOUND, () -> registry.get("a"));
    }

    @Test
    void aStageThatFailedToOpenIsTriedAgain() {
        registry.create(spec("a", ",\"session\":\"s\""), "ada");
        registry = registry();
        world.sessionRefusal =
                TerraneException.of(CommonError.UNAVAILABLE, "starting").toException();
        assertCode(CommonError.UNAVAILABLE, () -> registry.get("a"));
        world.sessionRefusal = null;
        assertThat(registry.get("a").facts().generation()).isEqualTo(3);
    }

    @Test
    void aStageThatEndedIsRebuiltInANewGeneration() {
        LiveStage first = registry.create(spec("a", ""), "ada").stage();
        first.close(TerraneException.of(StageError.STAGE_FAULTED, "on purpose").toException())
                .join();
        LiveStage second = registry.get("a");
        assertThat(second).isNotSameAs(first);
        assertThat(second.facts().generation()).isEqualTo(first.facts().generation() + 1);
    }

    @Test
    void deletingClosesTheStageAndARetryIsAnsweredAlike() {
        LiveStage stage = registry.create(spec("a", ""), "ada").stage();
        delete("a", "r1");
        stage.ended().join();
        delete("a", "r1");
        registry.create(spec("b", ""), "ada");
        assertCode(CommonError.IDEMPOTENCY_MISMATCH, () -> delete("b", "r1"));
        assertCode(CommonError.NOT_FOUND, () -> delete("a", "r2"));
        assertCode(CommonError.INVALID_ARGUMENT, () -> delete("a", "not an id"));
    }

    @Test
    void aDrainingGatewayOpensNothing() {
        LiveStage stage = registry.create(spec("a", ""), "ada").stage();
        registry.drain().join();
        assertThat(stage.ended()).isCompleted();
        assertCode(CommonError.UNAVAILABLE, () -> registry.get("a"));
    }

    @Test
    void mapObjectsBecomeEntitiesBeforeAnybodyEnters() {
        world.objects = List.of(new Place(3, 4), new Place(5, 6));
        LiveStage stage =
                registry.create(
                                spec(
                                        "a",
                                        ",\"world\":\"w\",\"room\":\"r\",\"objects\":[{\"type\":\"chest\","
                                                + "\"class\":\"Player\",\"x\":\"x\",\"y\":\"y\"}]"),
                                "ada")
                        .stage();
        assertThat(stage.entities().join()).hasSize(2);
        assertThat(stage.entities().join()).allSatisfy(e -> assertThat(e.ownerPeerId()).isZero());
    }

    @Test
    void withoutASpawnObjectTheFreeCellIsTaken() {
        String rest =
                ",\"world\":\"w\",\"room\":\"r\",\"join\":{\"class\":\"Player\",\"at\":\"spawn\"}";
        world.freeCell = Optional.empty();
        assertThatThrownBy(() -> registry.create(spec("a", rest), "ada"))
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        e -> assertThat(e.info().getPointer()).isEqualTo("/join/at"));
        world.freeCell = Optional.of(new Place(0.5, 0.5));
        assertThat(registry.create(spec("a", rest), "ada").created()).isTrue();
    }

    @Test
    void aStageHoldsItsSchemaFromItsOpeningToItsDeletion() {
        StageSpec spec = spec("a", "");
        registry.create(spec, "ada");
        assertThat(world.held).containsExactly("a " + spec.schemaId());
        registry = registry();
        registry.get("a");
        assertThat(world.held).hasSize(2);
        delete("a", "r1");
        assertThat(world.held).hasSize(1);
    }

    /** The other services, as the test wants them. */
    private static final class World implements StageSources, StageServices, SchemaUses {
        private final List<String> held = new CopyOnWriteArrayList<>();
        private List<Place> objects = List.of();
        private Optional<Place> freeCell = Optional.empty();
        private @Nullable TerraneException sessionRefusal;

        @Override
        public StageSchema getSchema(String schemaId) {
            return StageFixture.schema();
        }

        @Override
        public RoomFacts getRoom(String world, String room) {
            return new RoomFacts(
                    world, room, 32, 32, 1, 0, 0, new Corner(0, 0, 0), new Corner(64, 64, 1));
        }

        @Override
        public List<Place> listObjects(RoomFacts room, String type) {
            return objects;
        }

        @Override
        public Optional<Place> findFreeCell(RoomFacts room) {
            return freeCell;
        }

        @Override
        public SessionFacts getSession(String name) {
            if (sessionRefusal != null) {
                throw sessionRefusal;
            }
            return new SessionFacts(name, "00", "00", "", "", 0);
        }

        @Override
        public Map<String, Set<Long>> hold(String stageId, String schemaId) {
            held.add(stageId + " " + schemaId);
            return Map.of();
        }

        @Override
        public void release(String stageId, String schemaId) {
            held.remove(stageId + " " + schemaId);
        }

        @Override
        public StageIo ioOf(
                StageFacts facts,
                Instant createdAt,
                @Nullable SessionFacts session,
                GuidPool guids) {
            return new FakeIo();
        }

        @Override
        public void connect(LiveStage stage, StageIo io, @Nullable SessionFacts session) {}
    }
}
