package dev.terrane.session.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.BodyState;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.proto.session.v1alpha1.StepEvent;
import dev.terrane.proto.session.v1alpha1.StepStreamOptions;
import dev.terrane.rpc.events.LoggedEvent;
import dev.terrane.session.hosting.StepResult;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StepEventViewTest {
    private static final Generation GENERATION = new Generation("a".repeat(32));

    private final AtomicLong nanos = new AtomicLong(1);

    private static BodyState body(String id, BodyKind kind, double x) {
        var definition =
                new BodyDefinition(
                        new BodyId(id),
                        kind,
                        new Shape.Circle(1),
                        1,
                        0,
                        BodyDefinition.Motion.at(x, 0),
                        BodyDefinition.Profile.DEFAULT);
        return new BodyState(definition, 1, Vec2.ZERO, 0, false);
    }

    private StepEventView view(int hertz, boolean withoutStatic) {
        return new StepEventView(
                StepStreamOptions.newBuilder()
                        .setBodyHertz(hertz)
                        .setWithoutStatic(withoutStatic)
                        .build(),
                new StepFeed.BodyInterest(),
                nanos::get);
    }

    private static StepEvent see(StepEventView view, long step, BodyState... bodies)
            throws InvalidProtocolBufferException {
        var result = new StepResult(GENERATION, step, step, List.of(), List.of(bodies));
        return StepEvent.parseFrom(view.view(new LoggedEvent<>(step, Set.of("s"), result)));
    }

    @Test
    void onlyWhatChangedFollowsTheFirstEvent() throws Exception {
        StepEventView view = view(0, true);
        BodyState wall = body("wall", BodyKind.STATIC, 9);
        StepEvent first =
                see(view, 1, body("a", BodyKind.DYNAMIC, 0), body("b", BodyKind.DYNAMIC, 5), wall);
        assertThat(first.getComplete()).isTrue();
        assertThat(first.getChangedBodiesCount()).isEqualTo(2);
        StepEvent second =
                see(view, 2, body("a", BodyKind.DYNAMIC, 1), body("b", BodyKind.DYNAMIC, 5), wall);
        assertThat(second.getComplete()).isFalse();
        assertThat(second.getChangedBodiesList())
                .singleElement()
                .satisfies(state -> assertThat(state.getBody().getId()).isEqualTo("a"));
        StepEvent third = see(view, 3, body("b", BodyKind.DYNAMIC, 5), wall);
        assertThat(third.getChangedBodiesCount()).isZero();
        assertThat(third.getRemovedBodyIdsList()).containsExactly("a");
        view.onReset();
        assertThat(see(view, 9, body("b", BodyKind.DYNAMIC, 5)).getComplete()).isTrue();
    }

    @Test
    void bodiesComeAtTheSubscribersRateAndMissNoChange() throws Exception {
        StepEventView view = view(10, false);
        see(view, 1, body("a", BodyKind.DYNAMIC, 0));
        nanos.addAndGet(50_000_000);
        assertThat(see(view, 2, body("a", BodyKind.DYNAMIC, 1)).getChangedBodiesCount()).isZero();
        nanos.addAndGet(50_000_000);
        assertThat(see(view, 3, body("a", BodyKind.DYNAMIC, 1)).getChangedBodiesCount()).isOne();
    }
}
