package dev.terrane.core.schema.diff;

import static dev.terrane.core.schema.diff.Versions.BASE;
import static dev.terrane.core.schema.diff.Versions.edit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.schema.SchemaDocument;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CompatibilityTest {
    private static final String LOG = "{\"name\": \"log\", \"index\": 21, \"class\": \"Item\"}";

    @Test
    void eachModeForbidsWhatItIsFor() {
        String wireAndData =
                edit("\"name\": \"kind\", \"index\": 2", "\"name\": \"kind\", \"index\": 9");
        String sourceOnly = edit("\"mood\"", "\"temper\"");
        String dataOnly = edit("{\"id\": 1, \"hp\": 5, \"name\": \"a\"},", "");
        String harmless = edit("\"friend\"", "\"foe\"");
        assertThat(forbidding(wireAndData))
                .isEqualTo(EnumSet.complementOf(EnumSet.of(CompatibilityMode.NONE)));
        assertThat(forbidding(sourceOnly))
                .containsExactly(
                        CompatibilityMode.FORWARD,
                        CompatibilityMode.FORWARD_TRANSITIVE,
                        CompatibilityMode.FULL,
                        CompatibilityMode.FULL_TRANSITIVE);
        assertThat(forbidding(dataOnly))
                .containsExactly(
                        CompatibilityMode.BACKWARD,
                        CompatibilityMode.BACKWARD_TRANSITIVE,
                        CompatibilityMode.FULL,
                        CompatibilityMode.FULL_TRANSITIVE);
        assertThat(forbidding(harmless)).isEmpty();
    }

    @Test
    void theFirstVersionIsAlwaysAccepted() {
        assertThat(
                        Compatibility.judge(
                                        CompatibilityMode.FULL_TRANSITIVE,
                                        List.of(),
                                        Versions.read(BASE),
                                        SchemaUse.EVERYTHING)
                                .isAccepted())
                .isTrue();
    }

    @Test
    void transitiveModesLookAtEveryVersion() {
        String without = edit(",\n    " + LOG, "");
        var earlier = List.of(Versions.read(BASE), Versions.read(without));
        var next =
                Versions.read(
                        Versions.editText(
                                without,
                                "\"save\"]}]",
                                "\"save\"]}, " + LOG.replace("Item", "Gem") + "]"));
        assertThat(judge(CompatibilityMode.FULL, earlier, next).isAccepted()).isTrue();
        var judged = judge(CompatibilityMode.FULL_TRANSITIVE, earlier, next);
        assertThat(judged.forbidden())
                .singleElement()
                .satisfies(
                        finding -> {
                            assertThat(finding.earlier()).isZero();
                            assertThat(finding.change().rule())
                                    .isEqualTo(ChangeRule.RELATION_CLASS_CHANGED);
                        });
    }

    @Test
    void wideningIsConfirmedAndDataLossWarned() {
        String wider = edit("[\"sync_self\", \"save\"]", "[\"sync_self\", \"sync_view\"]");
        var judged =
                judge(
                        CompatibilityMode.BACKWARD,
                        List.of(Versions.read(BASE)),
                        Versions.read(wider));
        assertThat(judged.isAccepted()).isTrue();
        assertThat(judged.confirmations())
                .extracting(finding -> finding.change().rule())
                .containsExactly(ChangeRule.MASK_SYNC_GAINED);
        assertThat(judged.warnings())
                .extracting(finding -> finding.change().rule())
                .containsExactly(ChangeRule.MASK_SAVE_LOST);
        var none =
                judge(CompatibilityMode.NONE, List.of(Versions.read(BASE)), Versions.read(wider));
        assertThat(none.confirmations()).isEmpty();
        assertThat(none.warnings()).hasSize(1);
    }

    @Test
    void aRetiredIndexStaysReservedInEveryMode() {
        String without = edit(",\n    " + LOG, "");
        var use = Versions.unused(Set.of(21L));
        var retiredStillThere = List.of(Versions.read(without), Versions.read(BASE));
        var described = Versions.read(edit("\"friend\"", "\"foe\""));
        var leftOut = List.of(Versions.read(BASE), Versions.read(without));
        for (CompatibilityMode mode : CompatibilityMode.values()) {
            assertThat(Compatibility.judge(mode, retiredStillThere, described, use).isAccepted())
                    .isTrue();
            var reused = Compatibility.judge(mode, leftOut, Versions.read(BASE), use);
            assertThat(reused.forbidden())
                    .extracting(finding -> finding.change().rule())
                    .containsExactly(ChangeRule.RETIRED_INDEX_REUSED);
        }
    }

    private static Set<CompatibilityMode> forbidding(String after) {
        var modes = EnumSet.noneOf(CompatibilityMode.class);
        Stream.of(CompatibilityMode.values())
                .filter(
                        mode ->
                                !judge(mode, List.of(Versions.read(BASE)), Versions.read(after))
                                        .isAccepted())
                .forEach(modes::add);
        return modes;
    }

    private static Compatibility judge(
            CompatibilityMode mode, List<SchemaDocument> earlier, SchemaDocument next) {
        return Compatibility.judge(mode, earlier, next, SchemaUse.EVERYTHING);
    }
}
