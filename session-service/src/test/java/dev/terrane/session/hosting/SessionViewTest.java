package dev.terrane.session.hosting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import org.junit.jupiter.api.Test;

/** What is said of a session while its record and its live fault change one after the other. */
class SessionViewTest {
    private static final SessionRecord.Progress START =
            new SessionRecord.Progress(0, 0, 0, new Hash(0, 0, 0, 0));
    private static final SessionRecord RUNNING =
            new SessionRecord(
                    HostingFixtures.NAME,
                    new Generation("0".repeat(32)),
                    new Hash(0, 0, 0, 0),
                    SessionRecord.State.RUNNING,
                    null,
                    false,
                    null,
                    null,
                    START);

    @Test
    void aRecordThatFaultedTellsWhyBeforeTheLiveSessionDoes() {
        SessionView view = SessionView.of(RUNNING.faulted("no definition"), null, START);
        assertThat(view.state()).isEqualTo(SessionRecord.State.FAULTED);
        assertThat(view.fault()).isEqualTo("no definition");
    }

    @Test
    void aLiveFaultIsToldBeforeTheRecordKnows() {
        SessionView view = SessionView.of(RUNNING, "step 1: TOO_MANY_CONTACTS", START);
        assertThat(view.state()).isEqualTo(SessionRecord.State.FAULTED);
        assertThat(view.fault()).isEqualTo("step 1: TOO_MANY_CONTACTS");
    }

    @Test
    void aSoundSessionTellsNothing() {
        SessionView view = SessionView.of(RUNNING, null, START);
        assertThat(view.state()).isEqualTo(SessionRecord.State.RUNNING);
        assertThat(view.fault()).isNull();
    }
}
