package dev.terrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.terrane.testing.broken.Broken;
import org.junit.jupiter.api.Test;

class CoreRulesArchTest {
    private static final JavaClasses BROKEN =
            new ClassFileImporter().importPackages("dev.terrane.testing.broken");
    private static final JavaClasses SOUND =
            new ClassFileImporter().importClasses(SeededRandom.class, SimClock.class);

    private static void refuses(ArchRule rule, String named) {
        assertThatThrownBy(() -> rule.check(BROKEN))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(named);
    }

    @Test
    void eachRuleSeesItsBreach() {
        refuses(CoreRules.dependsOnlyOn("dev.terrane.testing.broken"), "UsesAssertions");
        refuses(CoreRules.readsNoClockAndNoRandomness(), "ReadsTheClock");
        refuses(CoreRules.readsNoClockAndNoRandomness(), "PrintsText");
        refuses(CoreRules.isClosedToSubclasses(), "Broken is neither final nor sealed");
        refuses(CoreRules.isClosedToSubclasses(), "Broken.open");
        refuses(CoreRules.throwsNothingGeneric(), "ThrowsAnything");
        refuses(CoreRules.namesTestsByFixture(), "TestWithAWrongName");
        refuses(CoreRules.namesTestsByFixture(), "UsesADatabaseTest");
    }

    @Test
    void soundClassesPass() {
        CoreRules.readsNoClockAndNoRandomness().check(SOUND);
        CoreRules.isClosedToSubclasses().check(SOUND);
        CoreRules.throwsNothingGeneric().check(SOUND);
        CoreRules.dependsOnlyOn("dev.terrane.testing").check(SOUND);
    }

    @Test
    void anImportThatFoundAlmostNothingIsRefused() {
        assertThat(SOUND.size()).isEqualTo(2);
        CoreRules.requireEnough(SOUND, 2);
        assertThatThrownBy(() -> CoreRules.requireEnough(SOUND, 3))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> CoreRules.mainClasses("dev.terrane.nowhere").iterator().next())
                .isInstanceOf(RuntimeException.class);
    }

    @Test
    void theRulesHoldHere() {
        CoreRules.checkNoGenericFailures("dev.terrane.testing", 15);
        CoreRules.throwsNothingGeneric().check(CoreRules.mainClasses("dev.terrane.testing"));
        assertThat(new Broken().open).isOne();
        var ownTests = CoreRules.testClasses("dev.terrane.testing");
        CoreRules.namesTestsByFixture()
                .check(
                        ownTests.that(
                                com.tngtech.archunit.core.domain.JavaClass.Predicates
                                        .resideOutsideOfPackage("..broken..")));
    }
}
