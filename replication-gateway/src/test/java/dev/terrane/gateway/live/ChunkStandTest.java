package dev.terrane.gateway.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.gateway.live.ChunkMessages.Version;
import org.junit.jupiter.api.Test;

class ChunkStandTest {
    private final ChunkStand stand = new ChunkStand();

    private static Version v(long revision) {
        return new Version(revision, "a" + revision);
    }

    private void holds(long revision) {
        stand.imageAsked();
        assertThat(stand.sent(v(revision))).isTrue();
        stand.hold();
        stand.imageAnswered();
    }

    @Test
    void onlyWhatIsNewerIsNews() {
        holds(3);
        assertThat(stand.changed(v(3), false)).isFalse();
        assertThat(stand.changed(v(2), false)).isFalse();
        assertThat(stand.changed(v(4), false)).isTrue();
        assertThat(stand.changed(v(5), true)).isTrue();
        assertThat(stand.isDeleted()).isTrue();
        assertThat(stand.changed(v(5), true)).isFalse();
        assertThat(stand.changed(v(6), false)).as("made again").isTrue();
        assertThat(stand.isDeleted()).isFalse();
    }

    @Test
    void aRestatementMayGoBack() {
        holds(5);
        assertThat(stand.restate(v(5), false)).isFalse();
        assertThat(stand.restate(v(3), false)).isTrue();
        assertThat(stand.restate(new Version(3, "other"), false)).isTrue();
        assertThat(stand.changed(v(4), false)).isTrue();
        assertThat(stand.restate(Version.UNKNOWN, true)).as("of no chunk is left").isTrue();
        assertThat(stand.restate(Version.UNKNOWN, true)).isFalse();
        assertThat(stand.changed(v(1), false)).isTrue();
    }

    @Test
    void aDeletionIsToldOnceWithOrWithoutTheLastChecksum() {
        holds(5);
        assertThat(stand.changed(v(6), true)).isTrue();
        assertThat(stand.restate(new Version(6, ""), true)).isFalse();
        assertThat(stand.restate(new Version(7, ""), true)).isTrue();
    }

    @Test
    void whatWasAskedBeforeARestatementIsOfNoKnownAge() {
        stand.imageAsked();
        stand.restate(v(3), false);
        assertThat(stand.sent(v(5))).as("newer by number only").isFalse();
        assertThat(stand.now()).isEqualTo(v(3));
        assertThat(stand.sent(v(3))).isTrue();
        stand.hold();
        stand.imageAnswered();
        stand.imageAsked();
        assertThat(stand.sent(v(5))).as("asked after it").isTrue();
    }

    @Test
    void anAnswerThatWasOvertakenDoesNotGoBack() {
        stand.imageAsked();
        assertThat(stand.changed(v(4), true)).isTrue();
        assertThat(stand.sent(v(3))).isFalse();
        assertThat(stand.now()).isEqualTo(v(4));
        assertThat(stand.isDeleted()).isTrue();
    }

    @Test
    void durabilityIsRememberedForEditsOnTheirWayOnly() {
        stand.durable(7);
        stand.editAsked();
        assertThat(stand.isDurable(7)).isFalse();
        stand.durable(7);
        assertThat(stand.isDurable(7)).isTrue();
        assertThat(stand.isDurable(8)).isFalse();
        stand.restate(v(2), false);
        assertThat(stand.isDurable(7)).isFalse();
        stand.editAnswered();
        assertThat(stand.isIdle()).isTrue();
    }
}
