package dev.terrane.testing;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.util.Optional;

/**
 * The machine-checked rules of services, for each one's {@code *ArchTest}. A service's root package
 * holds one package for each feature; a feature that has outgrown one keeps what it knows of
 * transports and databases in {@code web}, {@code wire} and {@code store} below it.
 */
public final class ServiceRules {
    private ServiceRules() {}

    /**
     * All rules of a service at once.
     *
     * @param rootPackage for example {@code dev.terrane.schema}
     * @param classesMin the check is refused when fewer classes were read
     */
    public static void check(String rootPackage, int classesMin) {
        JavaClasses classes = CoreRules.mainClasses(rootPackage);
        CoreRules.requireEnough(classes, classesMin);
        hasNoCycles(rootPackage).check(classes);
        keepsInnersToTheirFeature(rootPackage).check(classes);
        keepsTypesInTheirPlace().check(classes);
        CoreRules.usesNoHiddenSpring().check(classes);
        CoreRules.throwsNothingGeneric().check(classes);
    }

    /** Rule 2, first half: features do not depend on each other in circles. */
    public static ArchRule hasNoCycles(String rootPackage) {
        return slices().matching(rootPackage + ".(*)..").should().beFreeOfCycles();
    }

    /** Rule 2, second half: another feature's web, wire and store are out of reach. */
    public static ArchRule keepsInnersToTheirFeature(String rootPackage) {
        DescribedPredicate<JavaClass> inner =
                DescribedPredicate.describe(
                        "are in a feature's web, wire or store",
                        type -> innerOf(rootPackage, type).isPresent());
        return com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes()
                .that(inner)
                .should(new BeUsedByOwnFeature(rootPackage))
                .allowEmptyShould(true);
    }

    /** Rule 3: Protobuf in wire, SQL in store, servlets and web annotations in web. */
    public static ArchRule keepsTypesInTheirPlace() {
        ArchRule wire = only("..wire..", "dev.terrane.proto..", "com.google.protobuf..");
        ArchRule store =
                only(
                        "..store..",
                        "java.sql..",
                        "javax.sql..",
                        "org.springframework.jdbc..",
                        "org.springframework.data..");
        ArchRule web = only("..web..", "jakarta.servlet..", "org.springframework.web..");
        ArchRule jackson =
                noClasses()
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("com.fasterxml..")
                        .because("Jackson is version 3 here; 2 comes along with springdoc");
        return CompositeArchRule.of(wire).and(store).and(web).and(jackson);
    }

    private static ArchRule only(String place, String... types) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(place)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(types)
                .because("such types stay in " + place);
    }

    /** The feature whose web, wire or store a class is in. */
    static Optional<String> innerOf(String rootPackage, JavaClass type) {
        String name = type.getPackageName();
        if (!name.startsWith(rootPackage + ".")) {
            return Optional.empty();
        }
        String[] parts = name.substring(rootPackage.length() + 1).split("\\.");
        boolean inner =
                parts.length > 1
                        && (parts[1].equals("web")
                                || parts[1].equals("wire")
                                || parts[1].equals("store"));
        return inner ? Optional.of(parts[0]) : Optional.empty();
    }
}
