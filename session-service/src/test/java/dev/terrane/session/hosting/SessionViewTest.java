package dev.terrane.session.hosting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import org.junit.jupiter.api.Test;

/** What is said of a session: one record, so state, reason and counters belong together. */
class SessionViewTest {
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
                    new SessionRecord.Progress(0, 0, 0, new Hash(0, 0, 0, 0)));

    @Test
    void aFaultedSessionTellsTheFirstReasonAndWhereItStands() {
        var stood = new SessionRecord.Progress(7, 5, 2, new Hash(1, 2, 3, 4));
        SessionView view =
                SessionView.of(
                        RUNNING.at(stood).faulted("step 6: TOO_MANY_CONTACTS").faulted("later"));
        assertThat(view.state()).isEqualTo(SessionRecord.State.FAULTED);
        assertThat(view.fault()).isEqualTo("step 6: TOO_MANY_CONTACTS");
        assertThat(view.progress()).isEqualTo(stood);
    }

    @Test
    void aSoundSessionTellsNothing() {
        SessionView view = SessionView.of(RUNNING);
        assertThat(view.state()).isEqualTo(SessionRecord.State.RUNNING);
        assertThat(view.fault()).isNull();
    }
}
