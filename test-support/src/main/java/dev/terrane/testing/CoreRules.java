package dev.terrane.testing;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.platform.commons.annotation.Testable;

/**
 * The machine-checked rules of the code, for each module's {@code *ArchTest}. A core's test calls
 * {@link #checkCore}, a service's {@link #checkNoGenericFailures} and {@link #checkNoHiddenSpring};
 * both call {@link #checkTestNames}. A rule that matches no class fails, as ArchUnit does by
 * default, and every check asserts that enough classes were read.
 */
public final class CoreRules {
    private CoreRules() {}

    /** The product classes of a package and those below it. */
    public static JavaClasses mainClasses(String packageName) {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_JARS)
                .importPackages(packageName);
    }

    /** The test classes of a package and those below it. */
    public static JavaClasses testClasses(String packageName) {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.ONLY_INCLUDE_TESTS)
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_JARS)
                .importPackages(packageName);
    }

    /**
     * All rules of a core library at once.
     *
     * @param classesMin the check is refused when fewer classes were read
     * @param libraries packages besides the core's own and the JDK, for example {@code
     *     tools.jackson..}
     */
    public static void checkCore(String packageName, int classesMin, String... libraries) {
        JavaClasses classes = mainClasses(packageName);
        requireEnough(classes, classesMin);
        dependsOnlyOn(packageName, libraries).check(classes);
        readsNoClockAndNoRandomness().check(classes);
        isClosedToSubclasses().check(classes);
        throwsNothingGeneric().check(classes);
    }

    /** Rule 7 for any module. */
    public static void checkNoGenericFailures(String packageName, int classesMin) {
        JavaClasses classes = mainClasses(packageName);
        requireEnough(classes, classesMin);
        throwsNothingGeneric().check(classes);
    }

    /** Rule 6 for a service. */
    public static void checkNoHiddenSpring(String packageName, int classesMin) {
        JavaClasses classes = mainClasses(packageName);
        requireEnough(classes, classesMin);
        usesNoHiddenSpring().check(classes);
    }

    /** Rule 8 for the tests of any module. */
    public static void checkTestNames(String packageName, int classesMin) {
        JavaClasses classes = testClasses(packageName);
        requireEnough(classes, classesMin);
        namesTestsByFixture().check(classes);
    }

    /** Rule 9: an import that found almost nothing proves nothing. */
    public static void requireEnough(JavaClasses classes, int classesMin) {
        if (classes.size() < classesMin) {
            throw new AssertionError(
                    "only " + classes.size() + " classes were read, expected " + classesMin);
        }
    }

    /** Rule 1: a core uses the JDK, null annotations, itself and the libraries named. */
    public static ArchRule dependsOnlyOn(String packageName, String... libraries) {
        List<String> allowed = new ArrayList<>(List.of("java..", "org.jspecify.annotations.."));
        allowed.add(packageName + "..");
        allowed.addAll(List.of(libraries));
        return classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed.toArray(String[]::new))
                .because("a core is a library without surroundings");
    }

    /** Rule 4: time, randomness and output come from outside. */
    public static ArchRule readsNoClockAndNoRandomness() {
        return noClasses()
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(Clock.class, "systemUTC")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .callConstructor(Random.class)
                .orShould()
                .callMethod(UUID.class, "randomUUID")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .because("a core's results depend on its arguments only");
    }

    /** Rule 5: nobody extends a core's class by surprise, nobody writes its fields. */
    public static ArchRule isClosedToSubclasses() {
        ArchRule closed =
                classes()
                        .that(areOrdinaryClasses())
                        .should(BeClosed.INSTANCE)
                        .allowEmptyShould(true)
                        .because("a core's classes are final, sealed, records or enums");
        ArchRule fixed =
                fields().that()
                        .arePublic()
                        .should()
                        .beFinal()
                        .allowEmptyShould(true)
                        .because("state has one owner");
        return CompositeArchRule.of(closed).and(fixed);
    }

    /** Rule 6: dependencies are constructor parameters, settings are records. */
    public static ArchRule usesNoHiddenSpring() {
        String inject = "org.springframework.beans.factory.annotation.Autowired";
        String value = "org.springframework.beans.factory.annotation.Value";
        String transactional = "org.springframework.transaction.annotation.Transactional";
        ArchRule onFields =
                noFields().should().beAnnotatedWith(inject).orShould().beAnnotatedWith(value);
        ArchRule onMethods =
                noMethods()
                        .should()
                        .beAnnotatedWith(transactional)
                        .because("StoreThreads begins transactions");
        ArchRule onClasses = noClasses().should().beAnnotatedWith(transactional);
        ArchRule anyUse = noClasses().should().dependOnClassesThat().haveFullyQualifiedName(value);
        return CompositeArchRule.of(onFields.allowEmptyShould(true))
                .and(onMethods.allowEmptyShould(true))
                .and(onClasses)
                .and(anyUse);
    }

    /** Rule 7: a failure says what it is. */
    public static ArchRule throwsNothingGeneric() {
        ArchRule noTraces =
                noClasses()
                        .should()
                        .callMethod(Throwable.class, "printStackTrace")
                        .because("failures are logged once, where they are handled");
        return CompositeArchRule.of(GeneralCodingRules.NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS)
                .and(noTraces);
    }

    /** Rule 8: the suffix of a test class says what it needs, and a runner picks it up. */
    public static ArchRule namesTestsByFixture() {
        ArchRule picked =
                classes()
                        .that(runTests())
                        .should()
                        .haveSimpleNameEndingWith("Test")
                        .orShould()
                        .haveSimpleNameEndingWith("IT")
                        .because("Surefire and Failsafe skip other names without a word");
        ArchRule whole =
                classes()
                        .that(runTests())
                        .and(
                                areAnnotatedByName(
                                        "org.springframework.boot.test.context.SpringBootTest"))
                        .should()
                        .haveSimpleNameEndingWith("IT")
                        .allowEmptyShould(true)
                        .because("a whole service is an integration test");
        ArchRule databases =
                classes()
                        .that(runTests())
                        .and(dependOn(Databases.class))
                        .should()
                        .haveSimpleNameEndingWith("StoreTest")
                        .orShould()
                        .haveSimpleNameEndingWith("IT")
                        .allowEmptyShould(true)
                        .because("a test with a database says so");
        return CompositeArchRule.of(picked).and(whole).and(databases);
    }

    private static DescribedPredicate<JavaClass> areOrdinaryClasses() {
        return DescribedPredicate.describe(
                "are ordinary classes",
                type ->
                        !type.isInterface()
                                && !type.isEnum()
                                && !type.isRecord()
                                && !type.isAnonymousClass()
                                && !type.getModifiers().contains(JavaModifier.SYNTHETIC)
                                && !type.getSimpleName().equals("package-info"));
    }

    private static DescribedPredicate<JavaClass> runTests() {
        return DescribedPredicate.describe(
                "run tests",
                type ->
                        !type.getModifiers().contains(JavaModifier.ABSTRACT)
                                && !type.isNestedClass()
                                && type.getAllMethods().stream()
                                        .anyMatch(
                                                method ->
                                                        method.isMetaAnnotatedWith(
                                                                Testable.class)));
    }

    private static DescribedPredicate<JavaClass> areAnnotatedByName(String annotation) {
        return DescribedPredicate.describe(
                "are annotated with " + annotation,
                type -> type.isMetaAnnotatedWith(annotation) || type.isAnnotatedWith(annotation));
    }

    private static DescribedPredicate<JavaClass> dependOn(Class<?> used) {
        return DescribedPredicate.describe(
                "use " + used.getSimpleName(),
                type ->
                        type.getDirectDependenciesFromSelf().stream()
                                .anyMatch(
                                        dependency ->
                                                dependency.getTargetClass().isEquivalentTo(used)));
    }
}
