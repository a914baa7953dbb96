package dev.terrane.world.definitions;

import static dev.terrane.world.WorldFixture.GRID;
import static dev.terrane.world.WorldFixture.ROOM;
import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import dev.terrane.world.BothDatabases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.definitions.RoomChange.Corner;
import dev.terrane.world.flags.Viewer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Changes of worlds and rooms, and what refuses them, on both databases. */
class DefinitionChangesStoreTest extends BothDatabases {
    private static final Box BOUNDS = new Box(-20, -20, 0, 20, 20, 1);
    private static final WorldId WORLD = ROOM.world();
    private static final ChunkSize WIDE = new ChunkSize(8, 8, 1);

    private static final Viewer GROWN_UP = Viewer.of(Map.of("violence", 3), true);

    private static RoomChange named(String name) {
        return new RoomChange(Optional.of(name), Optional.empty(), Optional.empty());
    }

    private static RoomChange reaching(double maxX, double maxY) {
        return new RoomChange(
                Optional.empty(), Optional.empty(), Optional.of(new Corner(maxX, maxY, 1)));
    }

    private static RoomChange bounds(Box box) {
        return new RoomChange(
                Optional.empty(),
                Optional.of(new Corner(box.minX(), box.minY(), box.minZ())),
                Optional.of(new Corner(box.maxX(), box.maxY(), box.maxZ())));
    }

    private static WorldChange sized(ChunkSize size) {
        return new WorldChange(Optional.empty(), Optional.of(size), Optional.empty());
    }

    private long revision() {
        return world.definitions.find(WORLD).orElseThrow().revision();
    }

    /** The current state if it has this revision, else one that never was. */
    private DefinitionTag at(WorldId id, long revision) {
        return world.definitions
                .find(id)
                .map(World::tag)
                .filter(tag -> tag.revision() == revision)
                .orElseGet(() -> new DefinitionTag(revision, "0123456789abcdef"));
    }

    private Changed<RoomState> change(RoomChange change) {
        return change(change, Viewer.LOWEST);
    }

    private Changed<RoomState> change(RoomChange change, Viewer viewer) {
        return world.definitionChanges.change(ROOM, change, at(WORLD, revision()), viewer);
    }

    private Room room() {
        return world.definitions.find(ROOM).orElseThrow();
    }

    @Test
    void whatIsStatedChangesAndTheRestStays() {
        Changed<RoomState> renamed = change(named("Hall"));
        DefinitionTag renamedTo = at(WORLD, 3);
        Changed<RoomState> grown = change(reaching(40, 24));

        assertThat(renamed)
                .isEqualTo(
                        new Changed.Done<>(
                                new RoomState(new Room(ROOM, "Hall", BOUNDS), renamedTo), true));
        Room now = new Room(ROOM, "Hall", new Box(-20, -20, 0, 40, 24, 1));
        assertThat(grown).isEqualTo(new Changed.Done<>(new RoomState(now, at(WORLD, 4)), true));
        assertThat(world.definitions.findState(ROOM)).contains(new RoomState(now, at(WORLD, 4)));
        assertThat(world.put(chunk(9, 5), Base.NONE, "beyond"))
                .as("where it grew")
                .isInstanceOf(EditResult.Applied.class);
    }

    @Test
    void aWorldIsRenamedAndItsGridIsChangedWhileItNeverHadAChunk() {
        WorldChange all =
                new WorldChange(
                        Optional.of("Isle"),
                        Optional.of(WIDE),
                        Optional.of(new ChunkGrid.Origin(-0.5, 2, 0)));

        World wanted =
                new World(
                        WORLD,
                        "Isle",
                        new ChunkGrid(WIDE, new ChunkGrid.Origin(-0.5, 2, 0)),
                        3,
                        Durability.COMMITTED,
                        WorldFixture.START.toEpochMilli());
        assertThat(world.definitionChanges.change(WORLD, all, at(WORLD, 2)))
                .isEqualTo(new Changed.Done<>(wanted, true));
        assertThat(world.definitions.find(WORLD)).contains(wanted);
        assertThat(world.put(chunk(0, 0), Base.NONE, "old grid"))
                .isInstanceOfSatisfying(
                        EditResult.Invalid.class,
                        fault -> assertThat(fault.pointer()).isEqualTo("/bounds"));
    }

    @Test
    void aChangeForAnotherRevisionIsRefusedAndChangesNothing() {
        world.definitionChanges.change(ROOM, named("Hall"), at(WORLD, 2), Viewer.LOWEST);

        assertThat(
                        world.definitionChanges.change(
                                ROOM, named("Attic"), at(WORLD, 2), Viewer.LOWEST))
                .isEqualTo(new Changed.Stale<>(at(WORLD, 3)));
        assertThat(
                        world.definitionChanges.change(
                                ROOM, reaching(-30, 0), at(WORLD, 2), Viewer.LOWEST))
                .as("judged when it is made for what there is")
                .isEqualTo(new Changed.Stale<>(at(WORLD, 3)));
        assertThat(
                        world.definitionChanges.change(
                                ROOM, named("Attic"), at(WORLD, 9), Viewer.LOWEST))
                .isEqualTo(new Changed.Stale<>(at(WORLD, 3)));
        assertThat(world.definitionChanges.change(WORLD, sized(WIDE), at(WORLD, 2)))
                .as("one revision counts a world and its rooms")
                .isEqualTo(new Changed.Stale<>(at(WORLD, 3)));
        RoomChange nothing = new RoomChange(Optional.empty(), Optional.empty(), Optional.empty());
        assertThat(world.definitionChanges.change(ROOM, nothing, at(WORLD, 2), Viewer.LOWEST))
                .isEqualTo(new Changed.Stale<>(at(WORLD, 3)));
        assertThat(room()).isEqualTo(new Room(ROOM, "Hall", BOUNDS));
        assertThat(revision()).isEqualTo(3);
    }

    @Test
    void theSameChangeAgainIsDoneAndWritesNothing() {
        RoomChange larger = reaching(40, 40);
        world.definitionChanges.change(ROOM, larger, at(WORLD, 2), Viewer.LOWEST);
        WorldChange name = new WorldChange(Optional.of("Isle"), Optional.empty(), Optional.empty());
        world.definitionChanges.change(WORLD, name, at(WORLD, 3));

        RoomState there = world.definitions.findState(ROOM).orElseThrow();
        assertThat(world.definitionChanges.change(ROOM, larger, at(WORLD, 2), Viewer.LOWEST))
                .as("a retry")
                .isEqualTo(new Changed.Done<>(there, false));
        World now = world.definitions.find(WORLD).orElseThrow();
        assertThat(world.definitionChanges.change(WORLD, name, at(WORLD, 3)))
                .isEqualTo(new Changed.Done<>(now, false));
        assertThat(revision()).isEqualTo(4);
    }

    @Test
    void whatIsNotThereIsMissing() {
        RoomKey none = RoomKey.of("w", "none");
        RoomKey nowhere = RoomKey.of("none", "r");

        assertThat(world.definitionChanges.change(none, named("x"), at(WORLD, 2), Viewer.LOWEST))
                .isEqualTo(new Changed.Missing<>());
        assertThat(world.definitionChanges.change(nowhere, named("x"), at(WORLD, 1), Viewer.LOWEST))
                .isEqualTo(new Changed.Missing<>());
        assertThat(
                        world.definitionChanges.change(
                                nowhere.world(), sized(WIDE), at(nowhere.world(), 1)))
                .isEqualTo(new Changed.Missing<>());
    }

    @Test
    void aRoomKeepsALengthAlongEachAxis() {
        assertThat(change(reaching(-20, 20))).isEqualTo(new Changed.Flat<>(Side.MAX_X));
        assertThat(
                        change(
                                new RoomChange(
                                        Optional.empty(),
                                        Optional.of(new Corner(-20, 21, 0)),
                                        Optional.empty())))
                .isEqualTo(new Changed.Flat<>(Side.MIN_Y));
        assertThat(room().bounds()).isEqualTo(BOUNDS);
    }

    @Test
    void aNameIsOneRooms() {
        world.definitions.create(new Room(RoomKey.of("w", "s"), "Hall", BOUNDS));

        assertThat(change(named("Hall"))).isEqualTo(new Changed.NameTaken<>("Hall"));
        assertThat(change(named("Room"))).isInstanceOf(Changed.Done.class);
        assertThat(room().name()).isEqualTo("Room");
    }

    @Test
    void aRoomDoesNotShrinkOverAChunk() {
        created(4, 0);
        created(0, 0);

        Changed<RoomState> refused = change(reaching(16, 20));

        assertThat(refused)
                .isEqualTo(
                        new Changed.Outside<>(
                                new Box(-20, -20, 0, 16, 20, 1),
                                List.of(new OutsideRoom.WholeChunk(key(4, 0), Side.MAX_X)),
                                false));
        assertThat(room().bounds()).isEqualTo(BOUNDS);
        assertThat(revision()).isEqualTo(2);
        assertThat(change(reaching(17, 20)))
                .as("the chunk still meets it, and its object stands at 16")
                .isInstanceOf(Changed.Done.class);
    }

    @Test
    void aRoomDoesNotShrinkOverAnObject() {
        ChunkHead head = created(4, 4);
        applied(world.put(chunk(4, 4, 18.5f, 17), base(head), "move"));

        assertThat(outside(change(reaching(18.5, 20))))
                .as("the highest side is outside")
                .containsExactly(
                        new OutsideRoom.StandingObject(key(4, 4), Side.MAX_X, "sign", 18.5, 17, 0));
        assertThat(change(bounds(new Box(18.5, 17, 0, 19, 18, 1))))
                .as("the lowest side is inside")
                .isInstanceOf(Changed.Done.class);
        assertThat(world.put(chunk(4, 4, 18, 17), base(world.get(key(4, 4)).head()), "out"))
                .isInstanceOf(EditResult.Invalid.class);
    }

    @Test
    void theFirstPlacesAreListedAndThatThereAreMore() {
        for (int cy = -5; cy < 5; cy++) {
            for (int cx = -5; cx < 5; cx++) {
                created(cx, cy);
            }
        }

        Changed.Outside<RoomState> refused = refused(change(bounds(new Box(0, 0, 0, 4, 4, 1))));

        assertThat(refused.first())
                .hasSize(DefinitionChanges.LISTED_MAX)
                .startsWith(
                        new OutsideRoom.WholeChunk(key(-5, -5), Side.MIN_X),
                        new OutsideRoom.WholeChunk(key(-4, -5), Side.MIN_X));
        assertThat(refused.more()).isTrue();
    }

    private static Changed.Outside<RoomState> refused(Changed<RoomState> changed) {
        assertThat(changed).isInstanceOf(Changed.Outside.class);
        return (Changed.Outside<RoomState>) changed;
    }

    @Test
    void deletedChunksDoNotHoldARoomButTheirHistoryStaysOutside() {
        ChunkHead head = created(4, 0);
        applied(world.change(key(4, 0), base(head), new EditRequest.Change.Delete(), "gone"));

        assertThat(change(reaching(16, 20))).isInstanceOf(Changed.Done.class);
        assertThat(world.change(key(4, 0), Base.NONE, new EditRequest.Change.Rollback(1), "back"))
                .isInstanceOfSatisfying(
                        EditResult.Invalid.class,
                        fault -> assertThat(fault.pointer()).isEqualTo("/coord"));
    }

    /** Two rooms that differ in what a viewer may not see: whether the object stands in the cut. */
    @Test
    void whatStandsInAChunkSomebodyMayNotSeeMakesNoDifferenceToThem() {
        world.flag("tiles/gore", ContentCategory.VIOLENCE, Severity.SEVERE);
        List<List<OutsideRoom>> told = new ArrayList<>();
        for (float x : new float[] {17, 19}) {
            putGated(x);
            told.add(outside(change(reaching(18, 20))));
        }
        putGated(16);

        assertThat(told.get(0))
                .isEqualTo(told.get(1))
                .containsExactly(new OutsideRoom.GatedChunk(key(4, 0), Side.MAX_X));
        assertThat(change(reaching(18, 20), GROWN_UP))
                .as("who may see it")
                .isInstanceOf(Changed.Done.class);
        assertThat(
                        change(
                                new RoomChange(
                                        Optional.empty(),
                                        Optional.of(new Corner(-19, -19, 0)),
                                        Optional.empty())))
                .as("what cuts nothing of it off")
                .isInstanceOf(Changed.Done.class);
    }

    private void putGated(float x) {
        Base base = world.chunks.findHead(key(4, 0)).map(head -> base(head)).orElse(Base.NONE);
        Chunk content = gated(chunk(4, 0, x, 0));
        applied(
                world.submit(
                        EditRequest.of(
                                content.key(),
                                base,
                                new EditRequest.Change.Put(
                                        content, AgpcCodec.encode(content).contentHash()),
                                EditRequest.Id.ofChunk("put-" + x),
                                new EditRequest.Editor("eve", GROWN_UP))));
    }

    private static Chunk gated(Chunk chunk) {
        WorldObject sign = chunk.objects().getFirst();
        return chunk.withContent(
                chunk.layers(),
                List.of(
                        new WorldObject(
                                sign.id(),
                                sign.type(),
                                "tiles/gore",
                                sign.transform(),
                                sign.properties(),
                                sign.dynamic(),
                                sign.flags())));
    }

    private static List<OutsideRoom> outside(Changed<RoomState> changed) {
        return changed instanceof Changed.Outside<RoomState>(Box _, var first, boolean _)
                ? first
                : List.of();
    }

    @Test
    void aGridIsFixedByAChunkAndByItsHistory() {
        ChunkHead head = created(0, 0);
        assertThat(world.definitionChanges.change(WORLD, sized(WIDE), at(WORLD, 2)))
                .isEqualTo(new Changed.GridFixed<>(true, "a chunk"));
        applied(world.change(key(0, 0), base(head), new EditRequest.Change.Delete(), "gone"));

        WorldChange origin =
                new WorldChange(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(new ChunkGrid.Origin(1, 0, 0)));
        assertThat(world.definitionChanges.change(WORLD, origin, at(WORLD, 2)))
                .isEqualTo(new Changed.GridFixed<>(false, "the history of a chunk"));
        assertThat(world.definitionChanges.change(WORLD, sized(GRID.size()), at(WORLD, 2)))
                .as("as it is")
                .isInstanceOf(Changed.Done.class);
        WorldId empty = new WorldId("w-");
        world.definitions.create(new World(empty, "Next to it", GRID, 1));
        assertThat(world.definitionChanges.change(empty, sized(WIDE), at(empty, 1)))
                .isInstanceOf(Changed.Done.class);
    }

    /** Compared with a look at every chunk. */
    @Test
    void aRoomShrinksExactlyWhenNothingWouldLieOutside() {
        SeededRandom random = Seeds.printed();
        List<Chunk> chunks = new ArrayList<>();
        for (int cy = -5; cy < 5; cy++) {
            for (int cx = -5; cx < 5; cx++) {
                if (random.nextInt(3) == 0) {
                    float x = cx * 4 + random.nextInt(8) / 2f;
                    float y = cy * 4 + random.nextInt(8) / 2f;
                    Chunk chunk = chunk(cx, cy, x, y);
                    applied(world.put(chunk, Base.NONE, "create-" + cx + "-" + cy));
                    chunks.add(chunk);
                }
            }
        }
        Coverage coverage = new Coverage();
        for (int round = 0; round < 400; round++) {
            Box box =
                    new Box(
                            -20 + random.nextInt(60) / 4.0,
                            -20 + random.nextInt(60) / 4.0,
                            0,
                            20 - random.nextInt(60) / 4.0,
                            20 - random.nextInt(60) / 4.0,
                            random.nextInt(2) + 0.5);
            List<String> expected = naive(chunks, box);
            Changed<RoomState> changed = change(bounds(box));
            List<OutsideRoom> told = outside(changed);
            assertThat(told.stream().map(DefinitionChangesStoreTest::text).toList())
                    .as(box.toString())
                    .isEqualTo(
                            expected.subList(
                                    0, Math.min(DefinitionChanges.LISTED_MAX, expected.size())));
            told.forEach(one -> coverage.count(one.getClass().getSimpleName()));
            if (changed instanceof Changed.Done) {
                coverage.count("done");
                change(bounds(BOUNDS));
            }
        }
        System.out.println(engine + ": " + coverage);
        coverage.requireAtLeast(100, "WholeChunk", "StandingObject");
    }

    private static String text(OutsideRoom one) {
        return one instanceof OutsideRoom.StandingObject object
                ? object.chunk() + "/" + object.id()
                : one.chunk().toString();
    }

    private static List<String> naive(List<Chunk> chunks, Box box) {
        List<String> outside = new ArrayList<>();
        for (Chunk chunk : chunks) {
            if (!chunk.bounds().intersects(box)) {
                outside.add(chunk.key().toString());
            } else if (!Chunk.stands(chunk.objects().getFirst(), box)) {
                outside.add(chunk.key() + "/sign");
            }
        }
        return outside;
    }
}
