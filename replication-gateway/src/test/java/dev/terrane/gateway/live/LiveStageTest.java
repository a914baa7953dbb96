package dev.terrane.gateway.live;

import static dev.terrane.gateway.live.StageFixture.COUNT;
import static dev.terrane.gateway.live.StageFixture.HP;
import static dev.terrane.gateway.live.StageFixture.INVENTORY;
import static dev.terrane.gateway.live.StageFixture.MP;
import static dev.terrane.gateway.live.StageFixture.NAME;
import static dev.terrane.gateway.live.StageFixture.X;
import static dev.terrane.gateway.live.StageFixture.Y;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.entity.Creation.Argument;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.canonical.Encoded;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.gateway.live.StageSpec.ViewRule;
import dev.terrane.gateway.live.StepInbox.Pose;
import dev.terrane.proto.stage.v1alpha1.Accepted;
import dev.terrane.proto.stage.v1alpha1.RemovalReason;
import dev.terrane.proto.stage.v1alpha1.StageEvent;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Role;
import dev.terrane.testing.Provokes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LiveStageTest {
    private final StageFixture fixture = new StageFixture();

    @Test
    void entryNamesThePeerItsEntityAndEverybodyHere() {
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        Accepted first = ada.only().getAccepted();
        assertThat(first.getPeerId()).isEqualTo(1);
        assertThat(first.getStageGeneration()).isEqualTo(3);
        assertThat(first.getSchemaId()).isEqualTo("guest@1");
        assertThat(first.getWireHash()).isEqualTo("abcd");
        assertThat(first.getOwnEntitiesCount()).isEqualTo(1);
        assertThat(first.getChunkSize().getX()).isEqualTo(32);
        assertThat(first.getPeersList())
                .singleElement()
                .satisfies(gateway -> assertThat(gateway.getPeerId()).isZero());

        Accepted second = fixture.join("bob", Role.PLAYER).read().only().getAccepted();
        assertThat(second.getPeersList())
                .extracting(p -> p.getDisplayName())
                .containsExactly("gateway", "ada");
        fixture.tick(ada);
        assertThat(ada.events)
                .anySatisfy(
                        event ->
                                assertThat(event.getPeerJoined().getDisplayName())
                                        .isEqualTo("bob"));
    }

    @Test
    void thePlayersBodyIsInTheSessionBeforeItIsLetIn() {
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        long guid = fixture.guidOf(ada);
        assertThat(fixture.io.spawned)
                .singleElement()
                .satisfies(
                        body -> {
                            assertThat(body.bodyId()).isEqualTo("lobby/" + guid);
                            assertThat(body.x()).isEqualTo(1);
                            assertThat(body.y()).isEqualTo(2);
                        });
        fixture.tick(ada);
        assertThat(ada.value(guid, X)).isEqualTo(new Value.Float64(1));
        assertThat(ada.value(guid, NAME)).isEqualTo(Value.Text.of("ada"));
    }

    @Test
    void ownerSeesItsOwnMembersAndOthersOnlyThePublicOnes() {
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        TestPeer bob = fixture.join("bob", Role.PLAYER).read();
        long guid = fixture.guidOf(ada);
        fixture.tick(ada, bob);
        assertThat(ada.entity(guid).fields().has(MP)).isTrue();
        assertThat(ada.entity(guid).tables().has(INVENTORY)).isTrue();
        assertThat(bob.entity(guid).fields().has(MP)).isFalse();
        assertThat(bob.entity(guid).tables().has(INVENTORY)).isFalse();
        assertThat(bob.entity(guid).fields().has(HP)).isTrue();
    }

    @Test
    void aVisibleChangeIsOneDeltaForEveryHolderAndAHiddenOneNothingAtAll() {
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        TestPeer bob = fixture.join("bob", Role.PLAYER).read();
        long guid = fixture.guidOf(ada);
        fixture.tick(ada, bob);

        fixture.set(guid, HP, new Value.UInt32(42));
        fixture.tick(ada, bob);
        assertThat(ada.value(guid, HP)).isEqualTo(new Value.UInt32(42));
        assertThat(bob.value(guid, HP)).isEqualTo(new Value.UInt32(42));
        assertThat(bob.deltas).isEqualTo(1);

        long framesBefore = bob.frame;
        for (int i = 1; i <= 100; i++) {
            fixture.set(guid, MP, new Value.UInt32(i));
            fixture.stage.tick();
            assertThat(bob.channel.messages()).isEmpty();
        }
        ada.read();
        assertThat(ada.value(guid, MP)).isEqualTo(new Value.UInt32(100));
        assertThat(bob.read().frame).isEqualTo(framesBefore);
    }

    @Test
    void rowsAreAddedReplacedAndRemovedForTheirOwner() {
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        long guid = fixture.guidOf(ada);
        fixture.tick(ada);
        put(guid, 0, 5);
        fixture.tick(ada);
        assertThat(ada.entity(guid).tables().get(INVENTORY).rows().get(1).columns().get(COUNT))
                .isEqualTo(new Value.Int32(5));
        put(guid, 1, 6);
        put(guid, 9, 7);
        fixture.tick(ada);
        assertThat(ada.entity(guid).tables().get(INVENTORY).rows().size()).isEqualTo(2);
        fixture.stage
                .apply(List.of(new StageChange.RemoveRow(new Guid(guid), INVENTORY, 1)))
                .join();
        fixture.tick(ada);
        assertThat(ada.entity(guid).tables().get(INVENTORY).rows().has(1)).isFalse();
    }

    private void put(long guid, long row, int count) {
        fixture.stage
                .apply(
                        List.of(
                                new StageChange.PutRow(
                                        new Guid(guid),
                                        INVENTORY,
                                        row,
                                        List.of(new Argument(COUNT, new Value.Int32(count))))))
                .join();
    }

    @Test
    void leavingDestroysTheEntityItsBodyAndTellsTheOthers() {
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        TestPeer bob = fixture.join("bob", Role.PLAYER).read();
        long guid = fixture.guidOf(ada);
        fixture.tick(ada, bob);
        ada.handle.left();
        fixture.tick(bob);
        assertThat(bob.removals).containsExactly(RemovalReason.REMOVAL_REASON_DESTROYED);
        assertThat(bob.holds(guid)).isFalse();
        assertThat(fixture.io.removed).containsExactly("lobby/" + guid);
        assertThat(bob.events)
                .extracting(StageEvent::getEventCase)
                .contains(StageEvent.EventCase.PEER_LEFT);
        assertThat(fixture.stage.census().join().peers()).isEqualTo(1);
    }

    @Test
    void boundFieldsFollowTheSession() {
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        long guid = fixture.guidOf(ada);
        fixture.tick(ada);
        fixture.stage.steps().add(Map.of("lobby/" + guid, new Pose(3.5, 4.5, 0)), List.of());
        fixture.stage.steps().add(Map.of("somebody-else", new Pose(9, 9, 0)), List.of());
        fixture.tick(ada);
        assertThat(ada.value(guid, X)).isEqualTo(new Value.Float64(3.5));
        assertThat(ada.value(guid, Y)).isEqualTo(new Value.Float64(4.5));
    }

    @Test
    @Provokes("FIELD_BOUND")
    void nobodyElseWritesABoundFieldAndTheBatchIsLeftOut() {
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        long guid = fixture.guidOf(ada);
        assertThatThrownBy(
                        () ->
                                fixture.stage
                                        .apply(
                                                List.of(
                                                        new StageChange.SetField(
                                                                new Guid(guid),
                                                                HP,
                                                                new Value.UInt32(1)),
                                                        new StageChange.SetField(
                                                                new Guid(guid),
                                                                X,
                                                                new Value.Float64(1))))
                                        .join())
                .cause()
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(StageError.FIELD_BOUND);
                            assertThat(e.info().getField()).isEqualTo("changes[1]");
                        });
        fixture.tick(ada);
        assertThat(ada.value(guid, HP)).isEqualTo(new Value.UInt32(0));
    }

    @Test
    @Provokes("CHANGE_INVALID")
    void anImpossibleChangeLeavesOutTheWholeBatch() {
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        long guid = fixture.guidOf(ada);
        List<StageChange> impossible =
                List.of(
                        new StageChange.SetField(new Guid(77), HP, new Value.UInt32(1)),
                        new StageChange.SetField(new Guid(guid), 999, new Value.UInt32(1)),
                        new StageChange.SetField(new Guid(guid), HP, new Value.Int32(1)),
                        new StageChange.RemoveRow(new Guid(guid), INVENTORY, 1),
                        new StageChange.PutRow(new Guid(guid), 999, 1, List.of()),
                        new StageChange.Destroy(new Guid(77)));
        for (StageChange change : impossible) {
            assertThatThrownBy(
                            () ->
                                    fixture.stage
                                            .apply(
                                                    List.of(
                                                            new StageChange.SetField(
                                                                    new Guid(guid),
                                                                    HP,
                                                                    new Value.UInt32(1)),
                                                            change))
                                            .join())
                    .as(change.toString())
                    .cause()
                    .isInstanceOfSatisfying(
                            TerraneException.class,
                            e -> assertThat(e.code()).isEqualTo(StageError.CHANGE_INVALID));
        }
        fixture.tick(ada);
        assertThat(ada.value(guid, HP)).isEqualTo(new Value.UInt32(0));
    }

    @Test
    @Provokes("STAGE_DENIED")
    void deniedSubjectsAndOtherRolesAreDeclined() {
        TestPeer mallory = fixture.join("mallory", Role.PLAYER).read();
        assertThat(mallory.only().getDeclined().getError().getCode()).isEqualTo("STAGE_DENIED");
        assertThat(mallory.channel.closeCode()).isEqualTo(4404);

        StageFixture editorsOnly = new StageFixture(List.of(), Set.of("editor"), 8);
        TestPeer ada = editorsOnly.join("ada", Role.PLAYER).read();
        assertThat(ada.only().getDeclined().getError().getCode()).isEqualTo("STAGE_DENIED");
        assertThat(editorsOnly.join("eve", Role.EDITOR).read().only().hasAccepted()).isTrue();
        assertThat(editorsOnly.join("root", Role.ADMIN).read().only().hasAccepted()).isTrue();
    }

    @Test
    @Provokes("STAGE_FULL")
    void slotsAreBounded() {
        StageFixture small = new StageFixture(List.of(), Set.of(), 1);
        TestPeer ada = small.join("ada", Role.PLAYER).read();
        TestPeer bob = small.join("bob", Role.PLAYER).read();
        assertThat(bob.only().getDeclined().getError().getCode()).isEqualTo("STAGE_FULL");
        ada.handle.left();
        assertThat(small.join("bob", Role.PLAYER).read().only().hasAccepted()).isTrue();
    }

    @Test
    @Provokes("JOIN_REFUSED")
    void aRefusedBodyDeclinesTheEntryAndFreesItsSlot() {
        fixture.io.spawnRefusal =
                TerraneException.of(CommonError.UNAVAILABLE, "no session").toException();
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        assertThat(ada.only().getDeclined().getError().getCode()).isEqualTo("JOIN_REFUSED");
        assertThat(fixture.stage.census().join()).isEqualTo(new LiveStage.Census(0, 0, 0));
    }

    @Test
    void spectatorsAndOtherRolesGetNoEntity() {
        TestPeer watcher = fixture.join(fixture.caller("w", Role.PLAYER), true).read();
        assertThat(watcher.only().getAccepted().getOwnEntitiesCount()).isZero();
        TestPeer editor = fixture.join("e", Role.EDITOR).read();
        assertThat(editor.only().getAccepted().getOwnEntitiesCount()).isZero();
        assertThat(fixture.io.spawned).isEmpty();
    }

    @Test
    void viewRulesHideAMemberFromOneRole() {
        StageFixture ruled =
                new StageFixture(
                        List.of(
                                new ViewRule("Player", "", false, List.of("name", "x", "y")),
                                new ViewRule("Player", "operator", false, List.of("hp")),
                                new ViewRule("Player", "", true, List.of("inventory"))),
                        Set.of(),
                        8);
        TestPeer ada = ruled.join("ada", Role.PLAYER).read();
        TestPeer op = ruled.join("op", Role.OPERATOR).read();
        long guid = ruled.stage.entities().join().getFirst().guid();
        ruled.stage.tick();
        ada.read();
        op.read();
        assertThat(ada.entity(guid).fields().has(HP)).isFalse();
        assertThat(ada.entity(guid).tables().has(INVENTORY)).isTrue();
        assertThat(op.entity(guid).fields().has(HP)).isTrue();
        assertThat(op.entity(guid).tables().has(INVENTORY)).isFalse();
        ruled.set(guid, HP, new Value.UInt32(3));
        ruled.stage.tick();
        assertThat(ada.channel.messages()).isEmpty();
        assertThat(op.read().value(guid, HP)).isEqualTo(new Value.UInt32(3));
    }

    @Test
    void aCongestedPeerGetsTheLatestStateOnceItHasCaughtUp() {
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        TestPeer bob = fixture.join("bob", Role.PLAYER).read();
        long guid = fixture.guidOf(ada);
        fixture.tick(ada, bob);
        bob.channel.owe(70 << 10);
        for (int i = 1; i <= 5; i++) {
            fixture.set(guid, HP, new Value.UInt32(i));
            fixture.tick(ada, bob);
        }
        assertThat(ada.value(guid, HP)).isEqualTo(new Value.UInt32(5));
        assertThat(bob.deltas).isZero();
        bob.channel.owe(0);
        fixture.tick(bob);
        assertThat(bob.value(guid, HP)).isEqualTo(new Value.UInt32(5));
        assertThat(bob.removals).containsExactly(RemovalReason.REMOVAL_REASON_REBOUND);
        assertThat(
                        bob.held.values().stream()
                                .filter(h -> h.bind().getGuid() == guid)
                                .findFirst()
                                .orElseThrow()
                                .bind()
                                .getGeneration())
                .isEqualTo(2);
        fixture.set(guid, HP, new Value.UInt32(9));
        fixture.tick(bob);
        assertThat(bob.value(guid, HP)).isEqualTo(new Value.UInt32(9));
    }

    @Test
    void aLateJoinersStreamStartsAtRevisionOneWhateverHappenedBefore() {
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        long guid = fixture.guidOf(ada);
        fixture.tick(ada);
        for (int i = 1; i <= 10; i++) {
            fixture.set(guid, HP, new Value.UInt32(i));
            fixture.tick(ada);
        }
        TestPeer bob = fixture.join("bob", Role.PLAYER).read();
        fixture.tick(ada, bob);
        TestPeer.Held stream =
                bob.held.values().stream()
                        .filter(h -> h.bind().getGuid() == guid)
                        .findFirst()
                        .orElseThrow();
        assertThat(stream.bind().getBaseline().getRevision()).isEqualTo(1);
        assertThat(stream.bind().getGeneration()).isEqualTo(1);
        fixture.set(guid, HP, new Value.UInt32(99));
        fixture.tick(ada, bob);
        assertThat(bob.value(guid, HP)).isEqualTo(new Value.UInt32(99));
        assertThat(stream.replica().revision()).isEqualTo(2);
    }

    @Test
    @Provokes("STAGE_FAULTED")
    void aFailingTickEndsTheStageAndEverybodyIsToldSo() {
        BodyCodec broken =
                new BodyCodec() {
                    @Override
                    public Encoded<EncodedBody> encodeSnapshot(
                            Publication.Baseline baseline, StreamBinding binding) {
                        throw new UnsupportedOperationException("on purpose");
                    }

                    @Override
                    public Encoded<EncodedBody> encodePatch(
                            Publication.Delta delta, StreamBinding binding) {
                        throw new UnsupportedOperationException("on purpose");
                    }
                };
        StageFixture faulty = new StageFixture(List.of(), Set.of(), 8, broken);
        TestPeer ada = faulty.join("ada", Role.PLAYER).read();
        ada.only();
        faulty.stage.tick();
        assertThat(ada.read().only().getGoodbye().getError().getCode()).isEqualTo("STAGE_FAULTED");
        assertThat(ada.channel.closeCode()).isEqualTo(4412);
        assertThat(faulty.stage.ended()).isCompleted();
    }

    @Test
    void baselinesArePacedOverSeveralFrames() {
        String big = "n".repeat(20_000);
        for (int i = 0; i < 6; i++) {
            fixture.set(
                    fixture.guidOf(fixture.join("p" + i, Role.PLAYER).read()),
                    NAME,
                    Value.Text.of(big));
        }
        TestPeer late = fixture.join("late", Role.PLAYER).read();
        fixture.tick(late);
        assertThat(late.binds).isEqualTo(3);
        fixture.tick(late);
        fixture.tick(late);
        assertThat(late.binds).isEqualTo(7);
        assertThat(late.held).hasSize(7);
    }

    @Test
    void aHiddenDifferenceGivesByteIdenticalMessages() {
        List<List<byte[]>> sequences = IntStream.of(0, 1).mapToObj(LiveStageTest::watch).toList();
        assertThat(sequences.get(0)).isNotEmpty();
        assertThat(sequences.get(0)).hasSameSizeAs(sequences.get(1));
        for (int i = 0; i < sequences.get(0).size(); i++) {
            assertThat(sequences.get(0).get(i)).isEqualTo(sequences.get(1).get(i));
        }
    }

    /** What bob is sent while ada's hidden members change in one of two ways. */
    private static List<byte[]> watch(int variant) {
        StageFixture world = new StageFixture();
        world.join("ada", Role.PLAYER).read();
        TestPeer bob = world.join("bob", Role.PLAYER);
        long guid = world.stage.entities().join().getFirst().guid();
        for (int i = 0; i < 50; i++) {
            if (i % 3 == 0) {
                world.set(guid, HP, new Value.UInt32(i));
            }
            if (variant == 1) {
                world.set(guid, MP, new Value.UInt32(1000 + i));
                world.stage
                        .apply(
                                List.of(
                                        new StageChange.PutRow(
                                                new Guid(guid), INVENTORY, 0, List.of())))
                        .join();
            }
            world.stage.tick();
        }
        return bob.channel.messages();
    }
}
