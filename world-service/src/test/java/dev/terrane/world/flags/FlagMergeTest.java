package dev.terrane.world.flags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class FlagMergeTest {
    private static final Instant THEN = Instant.parse("2026-11-01T00:00:00Z");
    private static final Instant LATER = Instant.parse("2026-11-02T00:00:00Z");

    private static AssetFlag flag(
            String asset, ContentCategory category, Severity severity, String actor, Instant at) {
        return new AssetFlag(asset, Map.of(category, severity), false, actor, at);
    }

    private static final AssetFlag GORE =
            flag("t", ContentCategory.VIOLENCE, Severity.SEVERE, "mo", THEN);
    private static final AssetFlag SCARE =
            flag("t", ContentCategory.HORROR, Severity.MILD, "ann", LATER);

    @Test
    void theStricterKeepsWhoSaidItAndAMixtureHasTheLater() {
        AssetFlag mild = flag("t", ContentCategory.VIOLENCE, Severity.MILD, "ann", LATER);
        assertThat(mild.stricter(GORE)).isEqualTo(GORE);
        assertThat(GORE.stricter(mild)).isEqualTo(GORE);
        AssetFlag both = GORE.stricter(SCARE);
        assertThat(both.severity(ContentCategory.VIOLENCE)).isEqualTo(Severity.SEVERE);
        assertThat(both.severity(ContentCategory.HORROR)).isEqualTo(Severity.MILD);
        assertThat(both.actor()).isEqualTo("ann");
        assertThat(both.updatedAt()).isEqualTo(LATER);
        assertThat(SCARE.stricter(GORE)).isEqualTo(both);
        AssetFlag mature = new AssetFlag("t", Map.of(), true, "eve", THEN);
        assertThat(GORE.stricter(mature).mature()).isTrue();
        assertThat(GORE.stricter(mature).severity(ContentCategory.VIOLENCE))
                .isEqualTo(Severity.SEVERE);
    }

    @Test
    void aCopyOfTheSameFlagsIsOnlyOlder() {
        FlagCopy standing = new FlagCopy("g", 9, Map.of());
        Map<String, AssetFlag> before = Map.of("t", GORE);

        FlagMerge copy = FlagMerge.ofCopy(standing, new FlagCopy("g", 4, before));
        assertThat(copy.raised()).isEmpty();
        assertThat(copy.flagged()).as("it was lowered since").isEmpty();

        for (String other : new String[] {"h", ""}) {
            FlagMerge strange = FlagMerge.ofCopy(standing, new FlagCopy(other, 4, before));
            assertThat(strange.listRaised()).containsExactly(GORE);
        }
        assertThat(FlagCopy.NONE.isStrangeTo(FlagCopy.NONE)).as("nobody said").isTrue();
        FlagMerge newer = FlagMerge.ofCopy(new FlagCopy("g", 9, before), standing);
        assertThat(newer.listKept()).containsExactly(GORE);
        assertThat(newer.flagged()).isEqualTo(before);
    }

    /** Nothing either side gates is shown, and nothing is gated that neither does. */
    @Test
    void aMergeIsTheMaximumOfBoth() {
        Coverage coverage = new Coverage();
        SeededRandom random = Seeds.printed();
        for (int round = 0; round < 1_000; round++) {
            Map<String, AssetFlag> one = flags(random);
            Map<String, AssetFlag> other = flags(random);
            FlagMerge merge = FlagMerge.of(one, other);
            for (String asset : new String[] {"a", "b", "c", "d"}) {
                int kept = 0;
                int raised = 0;
                for (ContentCategory category : ContentCategory.values()) {
                    int stands = severity(one, asset, category);
                    int comes = severity(other, asset, category);
                    kept += stands > comes ? 1 : 0;
                    raised += comes > stands ? 1 : 0;
                    assertThat(severity(merge.flagged(), asset, category))
                            .isEqualTo(Math.max(stands, comes));
                }
                boolean stands = mature(one, asset);
                boolean comes = mature(other, asset);
                assertThat(mature(merge.flagged(), asset)).isEqualTo(stands || comes);
                kept += stands && !comes ? 1 : 0;
                raised += comes && !stands ? 1 : 0;
                assertThat(merge.kept().contains(asset)).isEqualTo(kept > 0);
                assertThat(merge.raised().contains(asset)).isEqualTo(raised > 0);
                coverage.count(
                        kept > 0 ? raised > 0 ? "mixed" : "kept" : raised > 0 ? "raised" : "like");
            }
            assertThat(FlagMerge.of(merge.flagged(), other).raised()).as("again").isEmpty();
        }
        System.out.println("merges of flags: " + coverage);
        coverage.requireAtLeast(100, "mixed", "kept", "raised", "like");
    }

    private static Map<String, AssetFlag> flags(RandomGenerator random) {
        Map<String, AssetFlag> flags = new HashMap<>();
        for (String asset : new String[] {"a", "b", "c", "d"}) {
            if (random.nextInt(3) == 0) {
                continue;
            }
            EnumMap<ContentCategory, Severity> severities = new EnumMap<>(ContentCategory.class);
            for (ContentCategory category : ContentCategory.values()) {
                if (random.nextInt(3) == 0) {
                    severities.put(category, Severity.find(random.nextInt(4)).orElseThrow());
                }
            }
            flags.put(
                    asset,
                    new AssetFlag(
                            asset,
                            severities,
                            random.nextInt(4) == 0,
                            "mo",
                            random.nextBoolean() ? THEN : LATER));
        }
        return flags;
    }

    private static int severity(
            Map<String, AssetFlag> flags, String asset, ContentCategory category) {
        AssetFlag flag = flags.get(asset);
        return flag == null ? 0 : flag.severity(category).number();
    }

    private static boolean mature(Map<String, AssetFlag> flags, String asset) {
        AssetFlag flag = flags.get(asset);
        return flag != null && flag.mature();
    }
}
