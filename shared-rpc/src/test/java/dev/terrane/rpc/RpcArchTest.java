package dev.terrane.rpc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.terrane.testing.CoreRules;
import org.junit.jupiter.api.Test;

class RpcArchTest {
    private static final String ROOT = "dev.terrane.rpc";
    private static final int CLASSES_MIN = 50;

    @Test
    void packagesAreFreeOfCycles() {
        JavaClasses classes = CoreRules.mainClasses(ROOT);
        CoreRules.requireEnough(classes, CLASSES_MIN);
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(classes);
    }

    @Test
    void clientWireAndErrorsKnowNoServer() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".client..", ROOT + ".wire..", ROOT + ".error..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta..", "org.springframework..", "org.eclipse.jetty..")
                .check(CoreRules.mainClasses(ROOT));
    }

    @Test
    void theClientOfEventStreamsKnowsNoServerEither() {
        noClasses()
                .that()
                .haveSimpleName("EventStreamClient")
                .or()
                .haveSimpleName("EventConnection")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "jakarta..",
                        "org.springframework..",
                        "org.eclipse.jetty..",
                        ROOT + ".socket..")
                .check(CoreRules.mainClasses(ROOT));
    }

    @Test
    void nothingIsInjectedBehindTheCode() {
        CoreRules.checkNoHiddenSpring(ROOT, CLASSES_MIN);
    }

    @Test
    void nothingThrowsGenericFailures() {
        CoreRules.checkNoGenericFailures(ROOT, CLASSES_MIN);
    }

    @Test
    void testsAreNamedByFixture() {
        CoreRules.checkTestNames(ROOT, 5);
    }
}
