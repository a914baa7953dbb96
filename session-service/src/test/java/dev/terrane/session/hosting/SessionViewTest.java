package dev.terrane.session.hosting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import org.junit.jupiter.api.Test;

/** What is said of a session: one record, so never half of a change. */
class SessionViewTest {
    private static final SessionRecord RUNNING =
            new SessionRecord(
                    HostingFixtures.NAME,
                    new Generation("0".repeat(32)),
                    new SessionRecord.Creation(
                            new Hash(0, 0, 0, 0), new Generation("0".repeat(32))),
                    SessionRecord.State.RUNNING,
                    null,
                    false,
                    null,
                    null,
                    new SessionRecord.Progress(0, 0, 0, new Hash(0, 0, 0, 0)));

    @Test
    void aFaultedSessionTellsTheFirstReasonAndWhereItStands() {
        var stood = new SessionRecord.Progress(7, 5, 2, new Hash(1, 2, 3, 4));
        Hosted hosted = new Hosted(RUNNING);
        hosted.advance(stood);
        hosted.breakDown("step 6: TOO_MANY_CONTACTS");
        hosted.breakDown("later");
        SessionView view = SessionView.of(hosted.standing());
        assertThat(view.state()).isEqualTo(SessionRecord.State.FAULTED);
        assertThat(view.fault()).isEqualTo("step 6: TOO_MANY_CONTACTS");
        assertThat(view.progress()).isEqualTo(stood);
    }

    @Test
    void aFaultThatWasToldBeforeStays() {
        Hosted hosted = new Hosted(RUNNING);
        hosted.unreadable(RUNNING.faulted("no definition"), "what follows from it");
        assertThat(SessionView.of(hosted.standing()).fault()).isEqualTo("no definition");
    }

    @Test
    void aSoundSessionTellsNothing() {
        SessionView view = SessionView.of(RUNNING);
        assertThat(view.state()).isEqualTo(SessionRecord.State.RUNNING);
        assertThat(view.fault()).isNull();
    }

    @Test
    void whatIsLoadedAgainKeepsTheClockAsItStandsHere() {
        Hosted hosted = new Hosted(RUNNING);
        hosted.setPaused(true);
        hosted.unreadable(RUNNING, "the journal does not replay");
        assertThat(hosted.standing().paused()).isTrue();
    }
}
