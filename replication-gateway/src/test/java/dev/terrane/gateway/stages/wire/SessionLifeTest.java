package dev.terrane.gateway.stages.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.gateway.stages.StageSources.SessionFacts;
import dev.terrane.proto.session.v1alpha1.Session;
import dev.terrane.proto.session.v1alpha1.SessionState;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of a session that a stage stands on. */
class SessionLifeTest {
    private Session present =
            Session.newBuilder()
                    .setName("s")
                    .setGeneration("01")
                    .setFirstGeneration("00")
                    .setState(SessionState.SESSION_STATE_RUNNING)
                    .build();
    private @Nullable TerraneException refusal;
    private final SessionLife life =
            new SessionLife(
                    new SessionFacts("s", "00", "00", "", "", 0),
                    () -> {
                        if (refusal != null) {
                            throw refusal;
                        }
                        return present;
                    });

    @Test
    void aRolloverAPauseAndAFaultAreNotTheEnd() {
        for (SessionState state :
                new SessionState[] {
                    SessionState.SESSION_STATE_RUNNING,
                    SessionState.SESSION_STATE_PAUSED,
                    SessionState.SESSION_STATE_FAULTED
                }) {
            present = present.toBuilder().setState(state).build();
            life.ask();
            assertThat(life.isOver()).as(state.name()).isFalse();
        }
    }

    @Test
    void aDisposedSessionIsOver() {
        present = present.toBuilder().setState(SessionState.SESSION_STATE_DISPOSED).build();
        life.ask();
        assertThat(life.ended().join()).hasMessageContaining("session s was disposed");
    }

    @Test
    void anotherSessionUnderTheNameIsNotTheSame() {
        present = present.toBuilder().setGeneration("f1").setFirstGeneration("f0").build();
        life.ask();
        assertThat(life.ended().join()).hasMessageContaining("made again");
        assertThat(life.ended().join().info().getExtrasOrThrow("generation")).isEqualTo("f1");
    }

    @Test
    void aSessionNobodyKnowsIsOver() {
        refusal = TerraneException.of(CommonError.NOT_FOUND, "no session s").toException();
        life.ask();
        assertThat(life.isOver()).isTrue();
    }

    @Test
    void whoDoesNotAnswerSaysNothingOfTheSession() {
        refusal = TerraneException.of(CommonError.UNAVAILABLE, "starting").toException();
        assertThatThrownBy(life::ask).isSameAs(refusal);
        assertThat(life.isOver()).isFalse();
    }
}
