package dev.terrane.gateway.stages.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.gateway.live.StageFixture;
import dev.terrane.gateway.live.TestPeer;
import dev.terrane.proto.session.v1alpha1.Body;
import dev.terrane.proto.session.v1alpha1.BodyKind;
import dev.terrane.proto.session.v1alpha1.BodyState;
import dev.terrane.proto.session.v1alpha1.ContactFact;
import dev.terrane.proto.session.v1alpha1.ContactKind;
import dev.terrane.proto.session.v1alpha1.ListFactsResponse;
import dev.terrane.proto.session.v1alpha1.StepEvent;
import dev.terrane.proto.session.v1alpha1.Vec2;
import dev.terrane.proto.stage.v1alpha1.StageEvent;
import dev.terrane.rpc.server.Role;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StepFeedTest {
    private final StageFixture fixture = new StageFixture();
    private final StepFeed feed =
            new StepFeed(
                    fixture.stage.steps(),
                    new MissedFacts("s", _ -> ListFactsResponse.getDefaultInstance()));
    private TestPeer ada;
    private String body;

    @BeforeEach
    void join() {
        ada = fixture.join("ada", Role.PLAYER).read();
        fixture.stage.tick();
        ada.read();
        body = "lobby/" + fixture.stage.entities().join().getFirst().guid();
    }

    private static BodyState state(String id, BodyKind kind) {
        return BodyState.newBuilder()
                .setBody(
                        Body.newBuilder()
                                .setId(id)
                                .setKind(kind)
                                .setPosition(Vec2.newBuilder().setX(7).setY(8)))
                .build();
    }

    private ContactFact touch(String other) {
        return ContactFact.newBuilder()
                .setKind(ContactKind.CONTACT_KIND_HIT)
                .setBodyA(body)
                .setBodyB(other)
                .setPoint(Vec2.newBuilder().setX(1))
                .setNormal(Vec2.newBuilder().setY(1))
                .setRelativeSpeed(-2)
                .build();
    }

    private List<StageEvent> contacts() {
        fixture.stage.tick();
        ada.read();
        return ada.events.stream().filter(StageEvent::hasContact).toList();
    }

    @Test
    void staticBodiesAreToldFromMovingOnesByWhatTheStreamSaid() {
        feed.accept(
                StepEvent.newBuilder()
                        .setComplete(true)
                        .addChangedBodies(state("wall", BodyKind.BODY_KIND_STATIC))
                        .addChangedBodies(state("crate", BodyKind.BODY_KIND_DYNAMIC))
                        .build()
                        .toByteArray());
        feed.accept(
                StepEvent.newBuilder()
                        .addFacts(touch("wall"))
                        .addFacts(touch("crate"))
                        .build()
                        .toByteArray());
        assertThat(contacts())
                .singleElement()
                .satisfies(
                        event -> {
                            assertThat(event.getContact().getHandleB()).isZero();
                            assertThat(event.getContact().getHandleA()).isPositive();
                            assertThat(event.getContact().getRelativeSpeed()).isEqualTo(-2);
                        });
    }

    @Test
    void aRemovedWallIsNoPartOfTheMapAnyMore() {
        feed.accept(
                StepEvent.newBuilder()
                        .addChangedBodies(state("wall", BodyKind.BODY_KIND_STATIC))
                        .build()
                        .toByteArray());
        feed.accept(
                StepEvent.newBuilder()
                        .addFacts(touch("wall"))
                        .addRemovedBodyIds("wall")
                        .build()
                        .toByteArray());
        feed.accept(StepEvent.newBuilder().addFacts(touch("wall")).build().toByteArray());
        assertThat(contacts()).hasSize(1);
    }

    @Test
    void posesOfTheStagesOwnBodiesReachTheirEntities() {
        feed.accept(
                StepEvent.newBuilder()
                        .addChangedBodies(state(body, BodyKind.BODY_KIND_DYNAMIC))
                        .build()
                        .toByteArray());
        fixture.stage.tick();
        ada.read();
        long guid = Long.parseLong(body.substring("lobby/".length()));
        assertThat(ada.value(guid, StageFixture.X).toString()).contains("7.0");
    }

    @Test
    void whatDoesNotParseIsLeftOut() {
        feed.accept(new byte[] {(byte) 0xff, 1, 2});
        assertThat(contacts()).isEmpty();
    }
}
