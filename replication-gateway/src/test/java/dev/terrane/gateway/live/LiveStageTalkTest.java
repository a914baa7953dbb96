package dev.terrane.gateway.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.proto.stage.v1alpha1.StageEvent;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.Role;
import dev.terrane.testing.Provokes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LiveStageTalkTest {
    private final StageFixture fixture = new StageFixture();

    @Test
    @Provokes("ACTION_UNKNOWN")
    @Provokes("ACTION_INVALID")
    void actionsAreAnsweredOnceByTheirId() {
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        ada.handle.act("a1", "terrane.ping", new byte[] {1, 2});
        ada.handle.act("a1", "terrane.ping", new byte[] {9, 9});
        ada.handle.act("a2", "open.door", new byte[0]);
        ada.handle.act("a3", "terrane.ping", new byte[1025]);
        ada.handle.act("a b", "terrane.ping", new byte[0]);
        fixture.tick(ada);
        var replies =
                ada.events.stream()
                        .filter(StageEvent::hasActionReply)
                        .map(StageEvent::getActionReply)
                        .toList();
        assertThat(replies).hasSize(5);
        assertThat(replies.get(0).getResult().toByteArray()).containsExactly(1, 2);
        assertThat(replies.get(1)).isEqualTo(replies.get(0));
        assertThat(replies.get(2).getError().getCode()).isEqualTo("ACTION_UNKNOWN");
        assertThat(replies.get(3).getError().getCode()).isEqualTo("ACTION_INVALID");
        assertThat(replies.get(3).getError().getLimit()).isEqualTo(1024);
        assertThat(replies.get(4).getError().getCode()).isEqualTo("ACTION_INVALID");
    }

    @Test
    void relaysReachTheNamedPeersOrEverybodyElse() {
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        TestPeer bob = fixture.join("bob", Role.PLAYER).read();
        TestPeer eve = fixture.join("eve", Role.PLAYER).read();
        ada.handle.relay("r1", List.of(2, 99, 1), "to bob".getBytes(StandardCharsets.UTF_8));
        ada.handle.relay("r2", List.of(), "to all".getBytes(StandardCharsets.UTF_8));
        ada.handle.relay("r3", List.of(), new byte[1025]);
        fixture.tick(ada, bob, eve);
        assertThat(relayed(bob)).containsExactly("to bob", "to all");
        assertThat(relayed(eve)).containsExactly("to all");
        assertThat(relayed(ada)).isEmpty();
        var results =
                ada.events.stream()
                        .filter(StageEvent::hasRelayResult)
                        .map(StageEvent::getRelayResult)
                        .toList();
        assertThat(results).extracting(r -> r.getDelivered()).containsExactly(1, 2, 0);
        assertThat(results.get(2).getError().getCode()).isEqualTo("ACTION_INVALID");
    }

    private static List<String> relayed(TestPeer peer) {
        return peer.events.stream()
                .filter(StageEvent::hasRelay)
                .map(e -> e.getRelay().getPayload().toStringUtf8())
                .toList();
    }

    @Test
    void contactsGoToPeersThatHoldBothAndNeverNameSessionIds() {
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        TestPeer bob = fixture.join("bob", Role.PLAYER).read();
        long a = fixture.guidOf(ada);
        long b = fixture.guidOf(bob);
        fixture.tick(ada, bob);
        var touch = new ContactFact.Touch(1, 2, 1, 0, -3);
        fixture.stage
                .steps()
                .add(
                        Map.of(),
                        List.of(
                                new ContactFact(
                                        ContactFact.Kind.BEGIN,
                                        moving("lobby/" + a),
                                        moving("lobby/" + b),
                                        touch),
                                new ContactFact(
                                        ContactFact.Kind.BEGIN,
                                        moving("lobby/" + a),
                                        fixed("wall"),
                                        touch),
                                new ContactFact(
                                        ContactFact.Kind.END,
                                        moving("lobby/" + a),
                                        moving("stranger"),
                                        null),
                                new ContactFact(
                                        ContactFact.Kind.END,
                                        fixed("wall"),
                                        fixed("wall2"),
                                        null)));
        fixture.tick(ada, bob);
        var notices =
                ada.events.stream()
                        .filter(StageEvent::hasContact)
                        .map(StageEvent::getContact)
                        .toList();
        assertThat(notices).hasSize(2);
        assertThat(notices).extracting(n -> n.getNumber()).containsExactly(1L, 2L);
        assertThat(notices.get(1).getHandleB()).isZero();
        assertThat(notices.get(0).getHandleA()).isPositive();
        assertThat(notices.get(0).getRelativeSpeed()).isEqualTo(-3);
    }

    private static ContactFact.Side moving(String bodyId) {
        return new ContactFact.Side(bodyId, false);
    }

    private static ContactFact.Side fixed(String bodyId) {
        return new ContactFact.Side(bodyId, true);
    }

    @Test
    void aPeerWhoseTokenHasExpiredIsPartedWith() {
        Caller brief =
                new Caller(
                        "ada",
                        Set.of(Role.PLAYER),
                        Map.of(),
                        false,
                        "",
                        "",
                        fixture.now.plusSeconds(10));
        TestPeer ada = fixture.join(brief, false).read();
        ada.only();
        fixture.tick(ada);
        fixture.now = fixture.now.plusSeconds(11);
        fixture.tick(ada);
        assertThat(ada.only().getGoodbye().getError().getCode()).isEqualTo("UNAUTHENTICATED");
        assertThat(ada.channel.closeCode()).isEqualTo(4401);
        assertThat(fixture.stage.census().join().peers()).isZero();
    }

    @Test
    void aCutChannelIsNoticedAtTheNextTick() {
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        ada.channel.cut();
        fixture.tick();
        assertThat(fixture.stage.census().join()).isEqualTo(new LiveStage.Census(1, 0, 0));
    }

    @Test
    @Provokes("STAGE_CLOSED")
    void closingPartsWithEverybodyAndDeclinesNewcomers() {
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        ada.only();
        fixture.stage
                .close(TerraneException.of(StageError.STAGE_CLOSED, "deleted").toException())
                .join();
        assertThat(ada.read().only().getGoodbye().getError().getCode()).isEqualTo("STAGE_CLOSED");
        assertThat(ada.channel.closeCode()).isEqualTo(4411);
        assertThat(fixture.io.removed).hasSize(1);
        assertThat(fixture.io.closed).isTrue();
        TestPeer bob = fixture.join("bob", Role.PLAYER).read();
        assertThat(bob.only().getDeclined().getError().getCode()).isEqualTo("STAGE_CLOSED");
    }

    @Test
    void drainingClosesWith1012() {
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        ada.only();
        fixture.stage.drain().join();
        assertThat(ada.read().only().getGoodbye().getError().getCode()).isEqualTo("UNAVAILABLE");
        assertThat(ada.channel.closeCode()).isEqualTo(1012);
    }
}
