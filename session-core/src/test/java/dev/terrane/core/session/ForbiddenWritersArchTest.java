package dev.terrane.core.session;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.FactKind;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionState;
import dev.terrane.core.session.model.WorldState;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyState;
import dev.terrane.core.session.physics.BodyView;
import dev.terrane.core.session.physics.ContactListener;
import dev.terrane.core.session.physics.ContactView;
import dev.terrane.core.session.physics.PhysicsWorld;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.testing.CoreRules;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The forbidden writers of the retained-session document, one rule each, in its order. */
class ForbiddenWritersArchTest {
    private static final JavaClasses CORE = CoreRules.mainClasses("dev.terrane.core.session");

    /** Types that say what all bodies are. */
    private static final List<Class<?>> SNAPSHOTS =
            List.of(
                    SessionState.class,
                    SessionDefinition.class,
                    WorldState.class,
                    BodyState.class,
                    Collection.class);

    @Test
    void noCompleteBodiesAreSynchronisedAfterARestore() {
        // Only the two static makers take a whole world; no instance method does.
        for (Class<?> owner : List.of(Session.class, PhysicsWorld.class)) {
            for (Method method : owner.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers())
                        && !Modifier.isStatic(method.getModifiers())) {
                    assertThat(method.getParameterTypes())
                            .as("%s", method)
                            .noneMatch(
                                    type ->
                                            SNAPSHOTS.stream()
                                                    .anyMatch(s -> s.isAssignableFrom(type)));
                }
            }
        }
    }

    @Test
    void noOperationRemovesByOmissionOrUpserts() {
        Set<String> names =
                Arrays.stream(Operation.class.getPermittedSubclasses())
                        .map(Class::getSimpleName)
                        .collect(Collectors.toSet());
        assertThat(names)
                .containsExactlyInAnyOrder(
                        "Spawn",
                        "Remove",
                        "Teleport",
                        "SetVelocity",
                        "Configure",
                        "SetProfile",
                        "ApplyForce",
                        "ApplyTorque",
                        "Step",
                        "Dispose");
        for (Class<?> operation : Operation.class.getPermittedSubclasses()) {
            for (RecordComponent component : operation.getRecordComponents()) {
                // Each names one body at most; none carries a list or a bag of anything.
                assertThat(component.getType())
                        .as("%s", component)
                        .isNotIn(Collection.class, List.class, java.util.Map.class);
            }
        }
    }

    @Test
    void noSetterHidesInAStep() {
        assertThat(
                        Arrays.stream(StepSpec.class.getRecordComponents())
                                .map(RecordComponent::getName))
                .containsExactly("seconds", "substeps", "fields");
        // And what a reader holds of a body has no way to write.
        for (Class<?> view : List.of(BodyView.class, ContactView.class)) {
            assertThat(Arrays.stream(view.getMethods()).map(Method::getReturnType))
                    .doesNotContain(void.class);
        }
        noFields()
                .that()
                .areDeclaredIn("dev.terrane.core.session.physics.Body")
                .should()
                .bePublic()
                .check(CORE);
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.terrane.core.session.physics")
                .should()
                .accessClassesThat()
                .haveFullyQualifiedName("dev.terrane.core.session.physics.Body")
                .check(CORE);
    }

    @Test
    void noContactIsInferredOutsideTheWorld() {
        // Only the collector makes facts of contacts, only the world tells it, and decoding reads.
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.terrane.core.session.FactCollector")
                .and()
                .doNotHaveFullyQualifiedName("dev.terrane.core.session.format.FactCodec")
                .should()
                .callConstructorWhere(
                        com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                                com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With
                                        .owner(
                                                com.tngtech.archunit.core.domain.JavaClass
                                                        .Predicates.type(ContactFact.class))))
                .check(CORE);
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.terrane.core.session.physics")
                .should()
                .callMethod(ContactListener.class, "onBegin", ContactView.class)
                .orShould()
                .callMethod(ContactListener.class, "onEnd", ContactView.class)
                .orShould()
                .callMethod(ContactListener.class, "onHit", ContactView.class)
                .check(CORE);
    }

    @Test
    void noFactIdIsRandomOrMadeOfContactNumbers() {
        // Nothing random is reachable at all (rules of cores); and the ids ignore every float.
        var pair = new ContactFact.Pair(new BodyId("a"), 1, new BodyId("b"), 2);
        var generation = Fixtures.GENERATION;
        ContactFact one = fact(pair, new ContactFact.Detail(Vec2.ZERO, new Vec2(1, 0), 0, -3));
        ContactFact two =
                fact(pair, new ContactFact.Detail(new Vec2(9, 9), new Vec2(0, 1), 0.5, -7));
        assertThat(one.factId(generation)).isEqualTo(two.factId(generation));
        assertThat(one.contactId(generation)).isEqualTo(two.contactId(generation));
    }

    private static ContactFact fact(ContactFact.Pair pair, ContactFact.Detail detail) {
        return new ContactFact(FactKind.BEGIN, 4, pair, 4, 1, 0, detail);
    }

    @Test
    void noOrderOfCallbacksIsPublished() {
        // The same contacts, told in the opposite order, are published alike.
        var forward = new FactCollector().start(1);
        var backward = new FactCollector().start(1);
        List<ContactView> contacts = new java.util.ArrayList<>();
        var world =
                new dev.terrane.core.session.physics.SoftStepWorld(
                        dev.terrane.core.session.physics.PhysicsLimits.DEFAULT, Vec2.ZERO);
        for (int i = 0; i < 6; i++) {
            world.spawn(Fixtures.ball("b" + i, i * 0.9, 0, 0.5), i + 1);
        }
        world.step(StepSpec.of(Fixtures.TICK), 1, new FactCollector().start(1));
        world.forEachOpenContact(contacts::add);
        assertThat(contacts).hasSize(5);
        contacts.forEach(forward::onBegin);
        contacts.reversed().forEach(backward::onBegin);
        assertThat(backward.take()).isEqualTo(forward.take()).isSorted();
    }

    @Test
    void noRendererAndNoGameDecidesAContact() {
        // The core knows the Java library and nothing else; who listens cannot answer back.
        CoreRules.checkCore("dev.terrane.core.session", 60);
        for (Method method : ContactListener.class.getMethods()) {
            assertThat(method.getReturnType()).isEqualTo(void.class);
        }
        assertThat(
                        CORE.get(ContactListener.class).getAllSubclasses().stream()
                                .filter(c -> !c.getModifiers().contains(JavaModifier.ABSTRACT))
                                .map(c -> c.getSimpleName()))
                .containsExactly("FactCollector");
    }

    @Test
    void aBodyIsMadeBySpawnAndRestoreOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.terrane.core.session.physics")
                .and()
                .doNotHaveFullyQualifiedName(Executor.class.getName())
                .and()
                .doNotHaveFullyQualifiedName(Session.class.getName())
                .should()
                .callMethod(PhysicsWorld.class, "spawn", BodyDefinition.class, long.class)
                .check(CORE);
    }
}
