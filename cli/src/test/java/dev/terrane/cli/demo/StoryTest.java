package dev.terrane.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StoryTest {
    private final StringWriter text = new StringWriter();
    private final Story story = new Story(new PrintWriter(text));

    @Test
    void everythingObservedIsAGoodEnd() {
        for (Proof proof : Proof.values()) {
            story.observe(proof);
        }
        assertThat(story.conclude(Duration.ofMillis(12_345))).isTrue();
        assertThat(text.toString()).contains("All 11 things were observed, in 12.3 s.");
    }

    @Test
    void whatIsMissingIsNamed() {
        for (Proof proof : Proof.values()) {
            if (proof != Proof.HIDDEN && proof != Proof.RELAY) {
                story.observe(proof);
            }
        }
        assertThat(story.conclude(Duration.ZERO)).isFalse();
        assertThat(text.toString().lines().filter(line -> line.startsWith("  - ")))
                .containsExactly("  - " + Proof.RELAY.text(), "  - " + Proof.HIDDEN.text());
    }

    @Test
    void nothingObservedNamesEverything() {
        assertThat(story.conclude(Duration.ZERO)).isFalse();
        assertThat(text.toString()).contains(Proof.ENTRY.text(), Proof.HIDDEN.text());
    }
}
