package dev.terrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class SeedsTest {
    @Test
    void theSameSeedGivesTheSameValues() {
        assertThat(draw(new SeededRandom(42))).isEqualTo(draw(new SeededRandom(42)));
        assertThat(draw(new SeededRandom(42))).isNotEqualTo(draw(new SeededRandom(43)));
    }

    @Test
    void aFailureNamesItsSeedAndThatSeedFailsAgain() {
        AtomicLong failed = new AtomicLong();
        assertThatThrownBy(
                        () ->
                                Seeds.forEach(
                                        1000,
                                        random -> {
                                            if (random.oneIn(10)) {
                                                failed.set(random.seed());
                                                throw new IllegalStateException("defect");
                                            }
                                        }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("-Dterrane.seed=")
                .hasMessageContaining("defect");
        String before = System.getProperty(Seeds.SEED);
        System.setProperty(Seeds.SEED, failed.toString());
        try {
            List<Long> seeds = new ArrayList<>();
            Seeds.forEach(
                    1000,
                    random -> {
                        seeds.add(random.seed());
                        assertThat(random.oneIn(10)).isTrue();
                    });
            assertThat(seeds).containsExactly(failed.get());
        } finally {
            restore(Seeds.SEED, before);
        }
    }

    @Test
    void aRootGivesEachMethodItsOwnSeedsAndTheSameEveryTime() {
        String before = System.getProperty(Seeds.ROOT);
        String only = System.getProperty(Seeds.SEED);
        System.clearProperty(Seeds.SEED);
        try {
            System.setProperty(Seeds.ROOT, "1");
            List<Long> seeds = drawn();
            assertThat(drawn()).isEqualTo(seeds).doesNotHaveDuplicates();
            assertThat(drawnElsewhere()).doesNotContainAnyElementsOf(seeds);
            System.setProperty(Seeds.ROOT, "2");
            assertThat(drawn()).doesNotContainAnyElementsOf(seeds);
            System.clearProperty(Seeds.ROOT);
            assertThat(drawn()).doesNotContainAnyElementsOf(drawn());
        } finally {
            restore(Seeds.ROOT, before);
            restore(Seeds.SEED, only);
        }
    }

    private static List<Long> drawn() {
        List<Long> seeds = new ArrayList<>();
        Coverage coverage = new Coverage();
        Seeds.until(
                coverage.goal(5, "run"),
                3,
                random -> {
                    coverage.count("run");
                    seeds.add(random.seed());
                });
        return seeds;
    }

    private static List<Long> drawnElsewhere() {
        List<Long> seeds = new ArrayList<>();
        Seeds.forEach(3, random -> seeds.add(random.seed()));
        return seeds;
    }

    @Test
    void textIsValidUnicodeAndHasNulOnlyWhenAllowed() {
        Coverage coverage = new Coverage();
        Seeds.forEach(
                2000,
                random -> {
                    String with = random.text(20, true);
                    String without = random.text(20, false);
                    assertThat(without).doesNotContain("\0");
                    assertThat(roundTrip(with)).isEqualTo(with);
                    if (with.indexOf('\0') >= 0) {
                        coverage.count("nul");
                    }
                    if (with.codePoints().anyMatch(point -> point > 0xFFFF)) {
                        coverage.count("astral");
                    }
                });
        coverage.requireAtLeast(100, "nul", "astral");
    }

    @Test
    void boundsAreIncludedAndEdgesAreDrawnOften() {
        Coverage coverage = new Coverage();
        Seeds.forEach(
                2000,
                random -> {
                    int value = random.between(-2, 2);
                    assertThat(value).isBetween(-2, 2);
                    coverage.count(value);
                    assertThat(random.word(1, 8)).matches("[a-z][a-z0-9]{0,7}");
                    assertThat(random.edgyDouble()).isFinite();
                    long edgy = random.edgyLong();
                    if (edgy == Long.MAX_VALUE || edgy == Long.MIN_VALUE) {
                        coverage.count("extreme");
                    }
                    assertThat(random.shuffled(List.of(1, 2, 3)))
                            .containsExactlyInAnyOrder(1, 2, 3);
                });
        coverage.requireAtLeast(100, -2, -1, 0, 1, 2);
        coverage.requireAtLeast(20, "extreme");
    }

    @Test
    void coverageFailsBelowItsClaim() {
        Coverage coverage = new Coverage();
        coverage.count("seen");
        coverage.requireAtLeast(1, "seen");
        assertThatThrownBy(() -> coverage.requireAtLeast(1, "seen", "never"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("never")
                .hasMessageContaining("seen=1");
    }

    private static List<Object> draw(SeededRandom random) {
        return List.of(
                random.edgyLong(),
                random.text(30, true),
                random.word(3, 9),
                random.choice("a", "b", "c"),
                random.split().nextLong(),
                random.edgyDouble());
    }

    private static String roundTrip(String text) throws CharacterCodingException {
        var bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    }

    private static void restore(String name, String before) {
        if (before == null) {
            System.clearProperty(name);
        } else {
            System.setProperty(name, before);
        }
    }

    @Test
    void untilGoesOnPastItsRunsWhileTheGoalIsNotReached() {
        var coverage = new Coverage();
        Seeds.until(coverage.goal(25, "run"), 20, random -> coverage.count("run"));
        assertThat(coverage.of("run")).isBetween(25L, 27L);
        Seeds.until(coverage.goal(25, "run"), 20, random -> coverage.count("run"));
        assertThat(coverage.of("run")).as("as often as asked for").isBetween(45L, 47L);
    }

    @Test
    void untilEndsWithWhatIsNeverReached() {
        var coverage = new Coverage();
        assertThatThrownBy(
                        () ->
                                Seeds.until(
                                        coverage.goal(1, "never"),
                                        10,
                                        random -> coverage.count("run")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("never");
        assertThat(coverage.of("run")).isEqualTo(110);
    }
}
