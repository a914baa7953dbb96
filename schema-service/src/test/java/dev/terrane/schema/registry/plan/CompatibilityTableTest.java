package dev.terrane.schema.registry.plan;

import static dev.terrane.core.schema.diff.CompatibilityMode.BACKWARD;
import static dev.terrane.core.schema.diff.CompatibilityMode.BACKWARD_TRANSITIVE;
import static dev.terrane.core.schema.diff.CompatibilityMode.FORWARD;
import static dev.terrane.core.schema.diff.CompatibilityMode.FORWARD_TRANSITIVE;
import static dev.terrane.core.schema.diff.CompatibilityMode.FULL;
import static dev.terrane.core.schema.diff.CompatibilityMode.FULL_TRANSITIVE;
import static dev.terrane.core.schema.diff.CompatibilityMode.NONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.schema.diff.CompatibilityMode;
import dev.terrane.schema.registry.MemorySchemaStore;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.TestRegistry;
import dev.terrane.schema.registry.references.Reference;
import dev.terrane.schema.registry.references.ReferenceKind;
import dev.terrane.testing.SimClock;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Every row of the table of changes, through the registry: in which modes the change is refused,
 * directly and through a chain in which the newest version hides it from modes that are not
 * transitive. What is in no set of a row is its negative case.
 */
class CompatibilityTableTest {
    private static final SchemaName ROOM = new SchemaName("guest-room");
    private static final Set<CompatibilityMode> NOWHERE = EnumSet.noneOf(CompatibilityMode.class);
    private static final Set<CompatibilityMode> BUT_NONE = EnumSet.complementOf(EnumSet.of(NONE));
    private static final Set<CompatibilityMode> SOURCE =
            EnumSet.of(FORWARD, FORWARD_TRANSITIVE, FULL, FULL_TRANSITIVE);
    private static final Set<CompatibilityMode> DATA =
            EnumSet.of(BACKWARD, BACKWARD_TRANSITIVE, FULL, FULL_TRANSITIVE);

    private static final String ID = "{'name':'id','index':1,'type':'uint32'}";
    private static final String X = "{'name':'x','index':2,'type':'double','mask':['save']}";
    private static final String BASE = type("A", ID, X) + "," + type("B", ID);

    /** A row: from, to, the rule, who refuses it while nothing is held, and while all is held. */
    record Row(
            String what,
            String before,
            String after,
            String rule,
            Set<CompatibilityMode> refused,
            Set<CompatibilityMode> refusedInUse) {
        @Override
        public String toString() {
            return what;
        }
    }

    private static Row row(
            String what, String before, String after, String rule, Set<CompatibilityMode> refused) {
        return new Row(what, before, after, rule, refused, refused);
    }

    static final List<Row> ROWS =
            List.of(
                    row(
                            "description",
                            doc(BASE),
                            doc(BASE.replace("'name':'B'", "'name':'B','description':'b'")),
                            "description-changed",
                            NOWHERE),
                    row(
                            "array order",
                            doc(BASE),
                            doc(type("B", ID) + "," + type("A", X, ID)),
                            "order-changed",
                            NOWHERE),
                    row(
                            "add class",
                            doc(BASE),
                            doc(BASE + "," + type("C", ID)),
                            "class-added",
                            NOWHERE),
                    row(
                            "add field",
                            doc(BASE),
                            doc(type("A", ID, X, field("y", 3, "double")) + "," + type("B", ID)),
                            "member-added",
                            NOWHERE),
                    row(
                            "remove class",
                            doc(BASE),
                            doc(type("A", ID, X)),
                            "class-removed",
                            BUT_NONE),
                    row(
                            "rename class",
                            doc(BASE),
                            doc(type("A", ID, X) + "," + type("Z", ID)),
                            "class-renamed",
                            BUT_NONE),
                    row(
                            "remove field without retiring",
                            doc(BASE),
                            doc(type("A", ID) + "," + type("B", ID)),
                            "member-removed",
                            BUT_NONE),
                    row(
                            "rename field, same index",
                            doc(BASE),
                            doc(type("A", ID, X.replace("'x'", "'z'")) + "," + type("B", ID)),
                            "member-renamed",
                            SOURCE),
                    row(
                            "rename field of a class with rows",
                            doc(BASE, rows("{'id':7,'x':1.0}")),
                            doc(
                                    type("A", ID, X.replace("'x'", "'z'")) + "," + type("B", ID),
                                    rows("{'id':7,'z':1.0}")),
                            "member-renamed",
                            union(SOURCE, DATA)),
                    row(
                            "change index",
                            doc(BASE),
                            doc(type("A", ID, X.replace(":2", ":9")) + "," + type("B", ID)),
                            "index-changed",
                            BUT_NONE),
                    row(
                            "take over the index of a member that moved",
                            doc(BASE),
                            doc(
                                    type("A", ID, X.replace(":2", ":9"), field("y", 2, "double"))
                                            + ","
                                            + type("B", ID)),
                            "index-taken-over",
                            BUT_NONE),
                    row(
                            "change type",
                            doc(BASE),
                            doc(type("A", ID, X.replace("double", "string")) + "," + type("B", ID)),
                            "type-changed",
                            BUT_NONE),
                    row(
                            "change a relation's class",
                            doc(BASE + "," + table("B") + "," + type("C", ID)),
                            doc(BASE + "," + table("C") + "," + type("C", ID)),
                            "relation-class-changed",
                            BUT_NONE),
                    row(
                            "mask gains sync",
                            doc(BASE),
                            doc(BASE.replace("['save']", "['save','sync_view']")),
                            "mask-sync-gained",
                            NOWHERE),
                    row(
                            "mask loses save",
                            doc(BASE),
                            doc(BASE.replace("['save']", "[]")),
                            "mask-save-lost",
                            NOWHERE),
                    new Row(
                            "config row removed",
                            doc(BASE, rows("{'id':7,'x':1.0}", "{'id':8,'x':2.0}")),
                            doc(BASE, rows("{'id':7,'x':1.0}")),
                            "row-removed",
                            NOWHERE,
                            DATA),
                    row(
                            "config row changed",
                            doc(BASE, rows("{'id':7,'x':1.0}")),
                            doc(BASE, rows("{'id':7,'x':3.0}")),
                            "row-changed",
                            NOWHERE));

    private static Set<CompatibilityMode> union(
            Set<CompatibilityMode> one, Set<CompatibilityMode> other) {
        EnumSet<CompatibilityMode> both = EnumSet.copyOf(one);
        both.addAll(other);
        return both;
    }

    private static String field(String name, int index, String type) {
        return "{'name':'%s','index':%d,'type':'%s'}".formatted(name, index, type);
    }

    private static String type(String name, String... fields) {
        return "{'name':'%s','fields':[%s],'tables':[],'containers':[]}"
                .formatted(name, String.join(",", fields));
    }

    private static String table(String className) {
        return "{'name':'T','fields':[],'tables':[{'name':'t','index':1,'class':'%s'}],'containers':[]}"
                .formatted(className);
    }

    private static String rows(String... rows) {
        return "{'class':'A','rows':[%s]}".formatted(String.join(",", rows));
    }

    private static String doc(String classes, String... configs) {
        return "{'format':'ark.entity-schema','version':1,'classes':[%s],'configs':[%s]}"
                .formatted(classes, String.join(",", configs))
                .replace('\'', '"');
    }

    private static byte[] bytes(String document) {
        return document.getBytes(StandardCharsets.UTF_8);
    }

    private static PublishPlan plan(TestRegistry registry, String document) {
        PublishResult result =
                registry.publisher().plan(TestRegistry.request(ROOM, bytes(document)));
        assertThat(result).as(document).isInstanceOf(PublishResult.Planned.class);
        return ((PublishResult.Planned) result).plans().getFirst();
    }

    private static void holdAll(MemorySchemaStore store) {
        store.snapshot(ROOM)
                .versions()
                .forEach(
                        version ->
                                store.hold(
                                        new Reference(
                                                ReferenceKind.LIVE,
                                                "stage/" + version.id(),
                                                version.id(),
                                                SimClock.START,
                                                SimClock.START,
                                                "gateway")));
    }

    @ParameterizedTest
    @FieldSource("ROWS")
    void directly(Row row) {
        for (CompatibilityMode mode : CompatibilityMode.values()) {
            MemorySchemaStore store = new MemorySchemaStore();
            TestRegistry registry = TestRegistry.on(store);
            registry.create(ROOM, bytes(row.before()));
            store.setMode(mode);
            judge(mode, row, plan(registry, row.after()), row.refused().contains(mode));
            holdAll(store);
            judge(mode, row, plan(registry, row.after()), row.refusedInUse().contains(mode));
            publish(store, registry, row, row.refusedInUse().contains(mode));
        }
    }

    private static void judge(
            CompatibilityMode mode, Row row, PublishPlan plan, boolean isRefused) {
        assertThat(plan.isAccepted()).as("%s in %s", row, mode).isNotEqualTo(isRefused);
        assertThat(plan.diff().changes())
                .as("%s in %s", row, mode)
                .anyMatch(change -> change.rule().id().equals(row.rule()));
        if (isRefused) {
            Finding finding =
                    plan.forbidden().stream()
                            .filter(each -> each.change().rule().id().equals(row.rule()))
                            .findFirst()
                            .orElseThrow();
            assertThat(finding.against()).isEqualTo(new SchemaId(ROOM, 1));
            assertThat(finding.message()).contains(row.rule()).contains("guest-room@1");
            assertThat(finding.change().rule().fix()).isNotBlank();
        }
    }

    /** A refused publication changes nothing; an accepted one makes exactly one version. */
    private static void publish(
            MemorySchemaStore store, TestRegistry registry, Row row, boolean isRefused) {
        PublishPlan plan = plan(registry, row.after());
        PublishResult result =
                registry.publisher()
                        .publish(
                                new PublishRequest(
                                        TestRegistry.request(ROOM, bytes(row.after())).documents(),
                                        new PublishRequest.Confirmation.OfPlan(plan.hash()),
                                        java.util.Optional.empty(),
                                        "studio"));
        if (isRefused) {
            assertThat(result).isInstanceOf(PublishResult.Refused.class);
            assertThat(store.snapshot(ROOM).versions()).hasSize(1);
            assertThat(registry.events()).containsExactly("published guest-room@1");
        } else {
            assertThat(result).isInstanceOf(PublishResult.Published.class);
            assertThat(store.snapshot(ROOM).versions()).hasSize(2);
            assertThat(registry.events())
                    .containsExactly("published guest-room@1", "published guest-room@2");
        }
    }

    /**
     * The second version already is what the third will be, published when nothing was asked, so
     * only the first one is broken: modes that look at the newest alone see a description.
     */
    @ParameterizedTest
    @FieldSource("ROWS")
    void throughAChain(Row row) {
        for (CompatibilityMode mode : CompatibilityMode.values()) {
            MemorySchemaStore store = new MemorySchemaStore();
            TestRegistry registry = TestRegistry.on(store);
            registry.create(ROOM, bytes(row.before()));
            store.setMode(NONE);
            registry.create(ROOM, bytes(row.after()));
            store.setMode(mode);
            holdAll(store);
            String third =
                    row.after().replace("\"name\":\"A\"", "\"name\":\"A\",\"description\":\"n\"");
            boolean isRefused = mode.isTransitive() && row.refusedInUse().contains(mode);
            PublishPlan plan = plan(registry, third);
            assertThat(plan.isAccepted()).as("%s in %s", row, mode).isNotEqualTo(isRefused);
            assertThat(plan.confirmations())
                    .as("what came with the second version is not asked again")
                    .isEmpty();
            if (isRefused) {
                assertThat(plan.forbidden())
                        .allMatch(finding -> new SchemaId(ROOM, 1).equals(finding.against()));
            }
        }
    }

    @ParameterizedTest
    @FieldSource("ROWS")
    void whatMustBeConfirmedOrMayLoseDataIsSaid(Row row) {
        MemorySchemaStore store = new MemorySchemaStore();
        TestRegistry registry = TestRegistry.on(store);
        registry.create(ROOM, bytes(row.before()));
        holdAll(store);
        PublishPlan plan = plan(registry, row.after());
        assertThat(rules(plan.confirmations()))
                .isEqualTo(row.rule().equals("mask-sync-gained") ? List.of(row.rule()) : List.of());
        List<String> warned =
                Stream.of("mask-save-lost", "row-changed").filter(row.rule()::equals).toList();
        assertThat(rules(plan.warnings())).isEqualTo(warned);
        assertThat(plan.affected()).hasSize(1);
    }

    private static List<String> rules(List<Finding> findings) {
        return findings.stream().map(finding -> finding.change().rule().id()).toList();
    }

    static {
        // Every mode stands in some row as refused and in some as accepted.
        assertThat(Arrays.asList(CompatibilityMode.values()))
                .allMatch(mode -> ROWS.stream().anyMatch(row -> !row.refused().contains(mode)));
    }
}
