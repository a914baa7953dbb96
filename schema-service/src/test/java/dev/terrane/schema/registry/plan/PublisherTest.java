package dev.terrane.schema.registry.plan;

import static dev.terrane.schema.registry.SampleSchemas.field;
import static dev.terrane.schema.registry.SampleSchemas.fields;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.schema.diff.CompatibilityMode;
import dev.terrane.schema.registry.MemorySchemaStore;
import dev.terrane.schema.registry.PublishedSchema;
import dev.terrane.schema.registry.SampleSchemas;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.TestRegistry;
import dev.terrane.schema.registry.lifecycle.MemberKey;
import dev.terrane.schema.registry.lifecycle.RetiredMember;
import dev.terrane.schema.registry.plan.PublishRequest.Confirmation;
import dev.terrane.schema.registry.references.Reference;
import dev.terrane.schema.registry.references.ReferenceKind;
import dev.terrane.testing.SimClock;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class PublisherTest {
    private static final SchemaName ROOM = new SchemaName("guest-room");
    private static final SchemaName SHOP = new SchemaName("shop");
    private static final MemberKey Y = new MemberKey("Marker", 2);
    private static final byte[] WITH_Y = fields(field("x", 1, "double"), field("y", 2, "double"));
    private static final byte[] WITHOUT_Y = fields(field("x", 1, "double"));
    private static final byte[] VISIBLE =
            fields(
                    field("x", 1, "double"),
                    field("y", 2, "double").replace("\"save\"", "\"save\", \"sync_view\""));

    private final MemorySchemaStore store = new MemorySchemaStore();
    private final TestRegistry registry = TestRegistry.on(store);

    /** Fields of the documents that have won. */
    private final List<String> winners = new ArrayList<>();

    private PublishPlan plan(byte[] document) {
        PublishResult planned = registry.publisher().plan(TestRegistry.request(ROOM, document));
        return ((PublishResult.Planned) planned).plans().getFirst();
    }

    private PublishResult publish(byte[] document, Confirmation confirmation) {
        return registry.publisher()
                .publish(
                        PublishRequest.of(
                                ROOM, document, OptionalInt.empty(), confirmation, "studio"));
    }

    private PublishResult together(
            Confirmation confirmation, PublishRequest.Document... documents) {
        return registry.publisher()
                .publish(
                        new PublishRequest(
                                Arrays.asList(documents),
                                confirmation,
                                Optional.empty(),
                                "studio"));
    }

    private static PublishRequest.Document document(SchemaName name, byte[] bytes) {
        return new PublishRequest.Document(name, bytes, OptionalInt.empty());
    }

    private void retireY(Instant at) {
        store.retire(new RetiredMember(Y, "y", 1, at, "ada", 0));
    }

    private void hold(ReferenceKind kind, Instant since) {
        store.hold(
                new Reference(kind, "stage/lobby", new SchemaId(ROOM, 1), since, since, "gateway"));
    }

    private static List<String> ids(PublishResult result) {
        return ((PublishResult.Published) result)
                .items().stream().map(item -> item.schema().id().toString()).toList();
    }

    @Test
    void aPlanSaysWhatWouldBeAndChangesNothing() {
        registry.create(ROOM, WITHOUT_Y);
        PublishPlan plan = plan(WITH_Y);
        assertThat(plan.latest()).isEqualTo(1);
        assertThat(plan.next()).isEqualTo(2);
        assertThat(plan.isAccepted()).isTrue();
        assertThat(plan.diff().changes()).hasSize(1);
        assertThat(plan(WITH_Y).hash()).isEqualTo(plan.hash());
        assertThat(plan(VISIBLE).hash()).isNotEqualTo(plan.hash());
        assertThat(plan(WITHOUT_Y).isUnchanged()).isTrue();
        assertThat(store.snapshot(ROOM).versions()).hasSize(1);
        assertThat(registry.events()).containsExactly("published guest-room@1");
    }

    @Test
    void whatWidensIsPublishedWithThePlansHashOnly() {
        registry.create(ROOM, WITH_Y);
        PublishResult.Unconfirmed open =
                (PublishResult.Unconfirmed) publish(VISIBLE, new Confirmation.None());
        assertThat(open.plans().getFirst().confirmations()).hasSize(1);
        assertThat(store.snapshot(ROOM).versions()).hasSize(1);
        String other = "0".repeat(64);
        assertThat(publish(VISIBLE, new Confirmation.OfPlan(other)))
                .isEqualTo(new PublishResult.Stale(open.plans(), open.planHash(), other));
        assertThat(publish(VISIBLE, new Confirmation.OfPlan(open.planHash())))
                .isInstanceOf(PublishResult.Published.class);
        assertThat(publish(VISIBLE, new Confirmation.OfPlan(open.planHash())))
                .as("a retry")
                .isInstanceOf(PublishResult.Published.class);
        assertThat(store.snapshot(ROOM).versions()).hasSize(2);
    }

    @Test
    void aPlanMadeBeforeAnotherVersionIsStale() {
        registry.create(ROOM, WITHOUT_Y);
        String hash = plan(WITH_Y).hash();
        registry.create(ROOM, SampleSchemas.fields(field("x", 1, "double"), field("z", 3, "guid")));
        assertThat(publish(WITH_Y, new Confirmation.OfPlan(hash)))
                .isInstanceOf(PublishResult.Refused.class);
        byte[] both =
                fields(field("x", 1, "double"), field("z", 3, "guid"), field("w", 4, "double"));
        String before = plan(both).hash();
        store.setMode(CompatibilityMode.FULL);
        assertThat(publish(both, new Confirmation.OfPlan(before)))
                .isInstanceOf(PublishResult.Stale.class);
        assertThat(store.snapshot(ROOM).versions()).hasSize(2);
    }

    @Test
    void aRetiredMemberIsLeftOutOnceNothingHoldsItAndItsIndexIsReservedForEver() {
        registry.create(ROOM, WITH_Y);
        assertThat(publish(WITHOUT_Y, new Confirmation.None()))
                .isInstanceOf(PublishResult.Refused.class);
        hold(ReferenceKind.LIVE, SimClock.START);
        retireY(SimClock.START.plusSeconds(1));
        PublishResult.Refused held =
                (PublishResult.Refused) publish(WITHOUT_Y, new Confirmation.None());
        assertThat(held.plans().getFirst().forbidden()).isEmpty();
        assertThat(held.plans().getFirst().held().getFirst().member().key()).isEqualTo(Y);
        assertThat(held.plans().getFirst().held().getFirst().holders()).hasSize(1);

        store.releaseAll();
        assertThat(ids(publish(WITHOUT_Y, new Confirmation.None())))
                .containsExactly("guest-room@2");
        assertThat(store.snapshot(ROOM).retired().getFirst().removedInVersion()).isEqualTo(2);
        for (CompatibilityMode mode : CompatibilityMode.values()) {
            store.setMode(mode);
            PublishPlan again = plan(WITH_Y);
            assertThat(again.isAccepted()).as(mode.name()).isFalse();
            assertThat(again.forbidden())
                    .anyMatch(
                            finding -> finding.change().rule().id().equals("retired-index-reused"));
        }
    }

    @Test
    void whoCameAfterTheRetirementDoesNotKeepTheMemberButStoredDataDoes() {
        registry.create(ROOM, WITH_Y);
        retireY(SimClock.START);
        hold(ReferenceKind.LIVE, SimClock.START.plusSeconds(1));
        assertThat(plan(WITHOUT_Y).isAccepted()).isTrue();
        hold(ReferenceKind.STORED, SimClock.START.plusSeconds(1));
        assertThat(plan(WITHOUT_Y).held()).hasSize(1);
    }

    @Test
    void aReservedIndexStaysReservedWhenItsClassWasGoneMeanwhile() {
        registry.create(ROOM, WITH_Y);
        retireY(SimClock.START);
        store.setMode(CompatibilityMode.NONE);
        byte[] other =
                new String(WITH_Y, StandardCharsets.UTF_8)
                        .replace("Marker", "Other")
                        .getBytes(StandardCharsets.UTF_8);
        registry.create(ROOM, other);
        PublishPlan back = plan(WITH_Y);
        assertThat(back.isAccepted()).isFalse();
        assertThat(back.forbidden())
                .extracting(Finding::message)
                .anyMatch(message -> message.contains("/classes/0/fields/1"));
    }

    @Test
    void documentsArePublishedTogetherOrNotAtAll() {
        registry.create(SHOP, WITH_Y);
        PublishResult refused =
                together(
                        new Confirmation.None(), document(ROOM, WITH_Y), document(SHOP, WITHOUT_Y));
        assertThat(refused).isInstanceOf(PublishResult.Refused.class);
        assertThat(store.snapshot(ROOM).versions()).isEmpty();
        PublishResult invalid =
                together(
                        new Confirmation.None(),
                        document(ROOM, "{}".getBytes(StandardCharsets.UTF_8)),
                        document(SHOP, "[".getBytes(StandardCharsets.UTF_8)));
        assertThat(((PublishResult.Invalid) invalid).invalid())
                .extracting(PublishResult.Invalidity::name)
                .containsExactly(ROOM, SHOP);
        PublishResult done =
                together(new Confirmation.None(), document(ROOM, WITH_Y), document(SHOP, WITH_Y));
        assertThat(ids(done)).containsExactly("guest-room@1", "shop@1");
        assertThat(registry.events()).containsExactly("published shop@1", "published guest-room@1");
    }

    @Test
    void ofSixteenPublishersOfDifferentDocumentsExactlyOneWins() throws Exception {
        for (int round = 0; round < 5; round++) {
            int index = 2 + round;
            List<String> known = new ArrayList<>(List.of(field("x", 1, "double")));
            known.addAll(winners);
            if (round == 0) {
                registry.create(ROOM, fields(known.toArray(String[]::new)));
            }
            int before = store.snapshot(ROOM).versions().size();
            List<PublishResult> results = race(known, index);
            assertThat(results).filteredOn(PublishResult.Published.class::isInstance).hasSize(1);
            assertThat(results).filteredOn(PublishResult.Refused.class::isInstance).hasSize(15);
            assertThat(store.snapshot(ROOM).versions()).hasSize(before + 1);
            String won =
                    results.stream()
                            .filter(PublishResult.Published.class::isInstance)
                            .map(PublishResult.Published.class::cast)
                            .map(published -> published.items().getFirst().schema())
                            .map(PublishedSchema::document)
                            .findFirst()
                            .orElseThrow();
            for (int i = 0; i < 16; i++) {
                if (won.contains("\"w" + index + "n" + i + "\"")) {
                    winners.add(field("w" + index + "n" + i, index, "double"));
                }
            }
        }
    }

    private List<PublishResult> race(List<String> known, int index) throws Exception {
        List<Callable<PublishResult>> calls = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            List<String> own = new ArrayList<>(known);
            own.add(field("w" + index + "n" + i, index, "double"));
            byte[] document = fields(own.toArray(String[]::new));
            calls.add(() -> publish(document, new Confirmation.None()));
        }
        List<PublishResult> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            for (Future<PublishResult> future : threads.invokeAll(calls)) {
                results.add(future.get());
            }
        }
        return results;
    }
}
