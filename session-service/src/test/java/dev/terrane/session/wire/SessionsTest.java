package dev.terrane.session.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.proto.session.v1alpha1.RadialField;
import dev.terrane.proto.session.v1alpha1.SessionSpec;
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
}
