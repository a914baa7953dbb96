package dev.terrane.session.hosting;

import static dev.terrane.session.hosting.HostingFixtures.NAME;
import static dev.terrane.session.hosting.HostingFixtures.STEP;
import static dev.terrane.session.hosting.HostingFixtures.command;
import static dev.terrane.session.hosting.HostingFixtures.draft;
import static dev.terrane.session.hosting.HostingFixtures.generations;
import static dev.terrane.session.hosting.HostingFixtures.properties;
import static dev.terrane.session.hosting.HostingFixtures.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.model.FactKind;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.JournalRecord;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A room's change becomes commands of the host's, once, at the chunk's revision. */
class RoomChangeTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final RoomColliders.RoomName ROOM = new RoomColliders.RoomName("w", "r");

    private final SimStore store = new SimStore();
    private final RecordingSteps published = new RecordingSteps();
    private final Rooms rooms = new Rooms();
    private SessionRegistry registry = open();

    /** A room the test changes. */
    private static final class Rooms implements RoomColliders {
        private volatile Colliders now = Colliders.NONE;
        private volatile @Nullable Consumer<Colliders> listener;

        @Override
        public Colliders fetch(RoomName room) {
            return now;
        }

        @Override
        public Runnable follow(RoomName room, Consumer<Colliders> onChange) {
            listener = onChange;
            onChange.accept(now);
            return () -> listener = null;
        }

        void change(Colliders colliders) {
            now = colliders;
            Consumer<Colliders> told = listener;
            if (told != null) {
                told.accept(colliders);
            }
        }
    }

    private SessionRegistry open() {
        SessionRegistry opened =
                new SessionRegistry(properties(), store, rooms, published, generations());
        opened.recover();
        return opened;
    }

    @AfterEach
    void close() {
        store.release();
        registry.close();
    }

    private static BodyDefinition box(int x, double halfWidth) {
        return new BodyDefinition(
                new BodyId("~tile:" + x + ":3"),
                BodyKind.STATIC,
                new Shape.Box(new Vec2(halfWidth, 0.5)),
                0,
                0,
                BodyDefinition.Motion.at(x + halfWidth, 3.5),
                BodyDefinition.Profile.DEFAULT);
    }

    private static RoomColliders.Colliders room(
            List<BodyDefinition> boxes, RoomColliders.PinnedChunk... pins) {
        return new RoomColliders.Colliders(boxes, List.of(pins));
    }

    private static RoomColliders.PinnedChunk pin(int cx, long revision) {
        return new RoomColliders.PinnedChunk(cx, 0, 0, revision, "c" + revision);
    }

    private Generation create() {
        SessionDraft plain = draft(NAME, null);
        return registry.create(
                        new SessionDraft(
                                NAME, plain.specHash(), plain.bodies(), Vec2.ZERO, ROOM, null))
                .view()
                .generation();
    }

    /** Every id in the journal so far. */
    private List<String> journal() {
        List<String> ids = new ArrayList<>();
        for (SessionStore.Commit commit : store.commits(NAME)) {
            for (JournalRecord entry : JournalRows.decode(commit.chunk()).records()) {
                ids.add(
                        switch (entry) {
                            case JournalRecord.Accepted accepted -> accepted.id().text();
                            case JournalRecord.StepRun run -> run.first().text();
                            case JournalRecord.Rejected rejected ->
                                    "rejected " + rejected.receipt().commandId().text();
                        });
            }
        }
        return ids;
    }

    private List<String> boxes() {
        return registry.ask(
                        NAME,
                        session -> {
                            List<String> ids = new ArrayList<>();
                            session.forEachBody(
                                    body -> {
                                        if (body.isBox()) {
                                            ids.add(body.id().value());
                                        }
                                    });
                            return ids;
                        })
                .join();
    }

    private void awaitPinned(RoomColliders.PinnedChunk... pins) {
        Await.until(
                SOON,
                "pinned " + List.of(pins),
                () -> registry.pinned(registry.get(NAME)).equals(List.of(pins)));
    }

    @Test
    void anEditTakesBoxesAwayAndAddsThemUnderTheChunksRevision() {
        rooms.now = room(List.of(box(0, 1), box(4, 1)), pin(-1, 7), pin(0, 3));
        create();
        assertThat(boxes()).containsExactly("~tile:0:3", "~tile:4:3");
        rooms.change(room(List.of(box(0, 2), box(4, 1)), pin(-1, 8), pin(0, 3)));
        awaitPinned(pin(0, 3), pin(-1, 8));
        long first = 8L << 21;
        assertThat(journal()).containsExactly("~room-n1-0:" + first, "~room-n1-0:" + (first + 1));
        assertThat(boxes()).containsExactly("~tile:0:3", "~tile:4:3");
        assertThat(store.commits(NAME)).hasSize(1);
        // The same again is no change.
        rooms.change(rooms.now);
        assertThat(boxes()).hasSize(2);
        assertThat(journal()).hasSize(2);
    }

    @Test
    void aChunkThatIsGoneTakesItsBoxesAlongAndMayComeBack() {
        rooms.now = room(List.of(box(0, 1)), pin(0, 3));
        create();
        rooms.change(RoomColliders.Colliders.NONE);
        Await.until(SOON, "no box", () -> boxes().isEmpty());
        rooms.change(room(List.of(box(0, 1)), pin(0, 5)));
        awaitPinned(pin(0, 5));
        assertThat(boxes()).hasSize(1);
        assertThat(journal()).containsExactly("~room-0-0:" + (4L << 21), "~room-0-0:" + (5L << 21));
    }

    @Test
    void theEndOfAContactWithARemovedBoxIsAFactOfTheNextStep() {
        rooms.now = room(List.of(box(-1, 1)), pin(0, 1));
        BodyDefinition under =
                new BodyDefinition(
                        new BodyId("ball"),
                        BodyKind.DYNAMIC,
                        new Shape.Circle(0.5),
                        1,
                        0,
                        BodyDefinition.Motion.at(0, 2.6),
                        BodyDefinition.Profile.DEFAULT);
        SessionDraft plain = draft(NAME, null);
        Generation generation =
                registry.create(
                                new SessionDraft(
                                        NAME,
                                        plain.specHash(),
                                        List.of(under),
                                        Vec2.ZERO,
                                        ROOM,
                                        null))
                        .view()
                        .generation();
        submit(registry, NAME, generation, command(generation, "s1", STEP));
        assertThat(published.steps().getFirst().facts())
                .extracting(dev.terrane.core.session.model.ContactFact::kind)
                .contains(FactKind.BEGIN);
        rooms.change(RoomColliders.Colliders.NONE);
        Await.until(SOON, "no box", () -> boxes().isEmpty());
        submit(registry, NAME, generation, command(generation, "s2", STEP));
        assertThat(published.steps().getLast().facts())
                .extracting(dev.terrane.core.session.model.ContactFact::kind)
                .containsExactly(FactKind.END);
        assertThat(published.steps().getLast().facts().getFirst().stepIndex()).isEqualTo(1);
    }

    @Test
    void aChangeWhoseCommitIsLostIsMadeAgainUnderTheSameIds() {
        rooms.now = room(List.of(box(0, 1)), pin(0, 1));
        create();
        store.hold();
        rooms.change(room(List.of(), pin(0, 2)));
        Await.until(SOON, "held", () -> store.heldBack() == 1);
        store.decide(SimStore.Fate.LOST);
        store.release();
        awaitPinned(pin(0, 2));
        assertThat(journal()).containsExactly("~room-0-0:" + (2L << 21));
    }

    @Test
    void aRestartTakesUpWhatChangedMeanwhile() {
        rooms.now = room(List.of(box(0, 1)), pin(0, 1));
        create();
        registry.close();
        rooms.now = room(List.of(box(0, 1), box(9, 1)), pin(0, 4), pin(1, 1));
        registry = open();
        awaitPinned(pin(0, 4), pin(1, 1));
        assertThat(boxes()).containsExactly("~tile:0:3", "~tile:9:3");
        assertThat(journal()).containsExactly("~room-0-0:" + (4L << 21));
    }
}
