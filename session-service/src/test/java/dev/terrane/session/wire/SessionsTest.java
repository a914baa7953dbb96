package dev.terrane.session.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.proto.session.v1alpha1.Body;
import dev.terrane.proto.session.v1alpha1.Circle;
import dev.terrane.proto.session.v1alpha1.RadialField;
import dev.terrane.proto.session.v1alpha1.SessionSpec;
import dev.terrane.rpc.error.TerraneException;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private static SessionSpec withField(double radius, int hertz) {
        var field = RadialField.newBuilder().setId("f").setStrength(1).setRadius(radius);
        return SessionSpec.newBuilder()
                .setName("arena")
                .setClockHertz(hertz)
                .addClockFields(field)
                .build();
    }

    @Test
    void fieldsOfAClockAreJudgedWithoutAClockToo() {
        for (int hertz : new int[] {0, 60}) {
            assertThatThrownBy(() -> Sessions.draft(withField(-1, hertz)))
                    .hasMessageContaining("spec.clock");
        }
        assertThat(Sessions.draft(withField(1, 0)).clock()).isNull();
        assertThat(Sessions.draft(withField(1, 60)).clock()).isNotNull();
    }

    private static Body.Builder ball(String id) {
        return Body.newBuilder().setId(id).setMass(1).setCircle(Circle.newBuilder().setRadius(1));
    }

    private static void assertRefused(SessionSpec.Builder spec, String field, String text) {
        assertThatThrownBy(() -> Sessions.draft(spec.setName("arena").build()))
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        e -> assertThat(e.info().getField()).isEqualTo(field))
                .hasMessageContaining(field)
                .hasMessageContaining(text);
    }

    @Test
    void aBodyThatIsNotAllowedIsNamedByItsPlaceAndField() {
        assertRefused(
                SessionSpec.newBuilder().addBodies(ball("a")).addBodies(ball("b").setMass(0)),
                "spec.bodies[1].mass",
                "not 0.0");
        assertRefused(
                SessionSpec.newBuilder()
                        .addBodies(ball("a").setCircle(Circle.newBuilder().setRadius(-1))),
                "spec.bodies[0].circle.radius",
                "not -1.0");
        assertRefused(
                SessionSpec.newBuilder().addBodies(ball("a")).addBodies(ball("a")),
                "spec.bodies[1].id",
                "twice");
    }

    @Test
    void aClockThatIsNotAllowedIsNamedByItsField() {
        assertRefused(
                SessionSpec.newBuilder().setClockHertz(60).setClockSubsteps(65),
                "spec.clock_substeps",
                "not 65");
        assertRefused(withField(-1, 60).toBuilder(), "spec.clock_fields[f].radius", "not -1.0");
    }
}
