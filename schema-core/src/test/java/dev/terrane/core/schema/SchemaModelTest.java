package dev.terrane.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SchemaModelTest {
    private static FieldDefinition field(String name, long index) {
        return new FieldDefinition(name, index, ScalarType.UINT32, Mask.NONE, null);
    }

    private static RelationDefinition table(String name, long index, String type) {
        return new RelationDefinition(Member.Kind.TABLE, name, index, type, Mask.NONE, null);
    }

    private static ClassDefinition type(String name, FieldDefinition... fields) {
        return new ClassDefinition(name, null, List.of(fields), List.of(), List.of());
    }

    private static void refused(Runnable work, String named) {
        assertThatIllegalArgumentException().isThrownBy(work::run).withMessageContaining(named);
    }

    @Test
    void membersAreFoundByNameAndIndexInIndexOrder() {
        SchemaLayout schema = SchemaLayout.of(Fixtures.document(Fixtures.ALL_TYPES));
        ClassLayout probe = schema.find("Probe").orElseThrow();
        assertThat(probe.members())
                .hasSize(11)
                .isSortedAccordingTo((a, b) -> Long.compare(a.index(), b.index()));
        assertThat(probe.find("target").orElseThrow().index()).isEqualTo(Member.INDEX_MAX);
        assertThat(probe.find(20).orElseThrow().kind()).isEqualTo(Member.Kind.TABLE);
        assertThat(probe.find(21).orElseThrow().name()).isEqualTo("nested");
        assertThat(probe.find(99)).isEmpty();
        assertThat(probe.find("Target")).isEmpty();
        assertThat(probe.find(0)).isEmpty();
        for (int ordinal = 0; ordinal < probe.members().size(); ordinal++) {
            Member member = probe.members().get(ordinal);
            assertThat(probe.ordinalOf(member.name())).isEqualTo(ordinal);
            assertThat(probe.ordinalOf(member.index())).isEqualTo(ordinal);
        }
        assertThat(schema.find("probe")).isEmpty();
        assertThat(schema.classes())
                .extracting(ClassLayout::name)
                .containsExactly("Probe", "Part", "Marker");
    }

    @Test
    void aRowIsFoundByItsIdWithItsClass() {
        SchemaLayout schema = SchemaLayout.of(Fixtures.document(Fixtures.ALL_TYPES));
        SchemaLayout.Profile profile = schema.findProfile(4294967295L).orElseThrow();
        assertThat(profile.className()).isEqualTo("Probe");
        assertThat(profile.row().get("big")).isEqualTo(new ScalarValue.Int64(Long.MAX_VALUE));
        assertThat(schema.findProfile(2)).isEmpty();
    }

    @Test
    void aDocumentMadeInCodeObeysTheSameRules() {
        refused(() -> field("", 1), "name");
        refused(() -> field("a", 0), "2^32-1");
        refused(() -> field("a", 1L << 32), "2^32-1");
        refused(() -> type("A", field("a", 1), field("a", 2)), "twice");
        refused(() -> type("A", field("a", 1), field("b", 1)), "twice");
        refused(() -> new SchemaDocument(List.of(type("A"), type("A")), List.of()), "A");
        ClassDefinition dangling =
                new ClassDefinition("A", null, List.of(), List.of(table("t", 1, "B")), List.of());
        refused(() -> new SchemaDocument(List.of(dangling), List.of()), "B");
        ClassDefinition itself =
                new ClassDefinition("A", null, List.of(), List.of(table("t", 1, "A")), List.of());
        refused(() -> new SchemaDocument(List.of(itself), List.of()), "relations");
    }

    @Test
    void rowsMadeInCodeObeyTheSameRules() {
        ClassDefinition type = type("A", field("id", 1), field("n", 2));
        ScalarValue one = new ScalarValue.UInt32(1);
        refused(() -> new ConfigRow(Map.of("id", new ScalarValue.UInt32(0))), "positive");
        refused(() -> new ConfigRow(Map.of("id", new ScalarValue.Int32(1))), "uint32");
        refused(() -> rows(type, new ConfigRow(Map.of("id", one))), "fill");
        refused(() -> rows(type, new ConfigRow(Map.of("id", one, "x", one))), "fill");
        refused(
                () -> rows(type, new ConfigRow(Map.of("id", one, "n", new ScalarValue.Int64(1)))),
                "fill");
        ConfigRow good = new ConfigRow(Map.of("id", one, "n", one));
        refused(() -> rows(type, good, good), "twice");
        refused(() -> rows(type("A", field("n", 1))), "id");
        assertThat(rows(type, good).configs().getFirst().rows()).containsExactly(good);
        refused(() -> good.get("x"), "x");
    }

    private static SchemaDocument rows(ClassDefinition type, ConfigRow... rows) {
        return new SchemaDocument(
                List.of(type), List.of(new ConfigDefinition(type.name(), List.of(rows))));
    }

    @Test
    void valuesKeepToTheirRanges() {
        refused(() -> new ScalarValue.UInt32(-1), "-1");
        refused(() -> new ScalarValue.UInt32(1L << 32), "4294967296");
        refused(() -> new ScalarValue.Float32(Float.NaN), "NaN");
        refused(() -> new ScalarValue.Float64(Double.POSITIVE_INFINITY), "Infinity");
        refused(() -> new ScalarValue.Text("\0"), "NUL");
        refused(() -> new ScalarValue.Text("\ud800"), "surrogate");
        refused(() -> new SchemaHash("AB"), "AB");
        refused(() -> new Mask(List.of(MaskName.LOG, MaskName.LOG)), "twice");
    }

    @Test
    void namesAndDescriptionsAreTextADocumentCanHold() {
        for (String bad : List.of("a\0", "\ud800", "\udc00\ud800")) {
            refused(() -> described(bad, null), "name");
            refused(() -> described("hp", bad), "description of hp");
            refused(() -> named(bad, null), "name");
            refused(() -> named("Player", bad), "description of Player");
            refused(
                    () ->
                            new RelationDefinition(
                                    Member.Kind.TABLE, "bag", 1, "Item", Mask.NONE, bad),
                    "description of bag");
        }
        assertThat(described("\ud83d\ude00", "é").name()).hasSize(2);
    }

    private static FieldDefinition described(String name, @Nullable String description) {
        return new FieldDefinition(name, 1, ScalarType.BOOL, Mask.NONE, description);
    }

    private static ClassDefinition named(String name, @Nullable String description) {
        return new ClassDefinition(name, description, List.of(), List.of(), List.of());
    }

    @Test
    void maskBitsFollowTheFormatsOrder() {
        int bit = 1;
        for (String name :
                List.of(
                        "sync_view",
                        "sync_self",
                        "real_time",
                        "save",
                        "sync_team",
                        "sync_guild",
                        "sync_map",
                        "log")) {
            assertThat(MaskName.find(name).orElseThrow().bit()).isEqualTo(bit);
            bit <<= 1;
        }
        assertThat(MaskName.values()).hasSize(8);
        assertThat(Mask.of(MaskName.LOG, MaskName.SYNC_VIEW).inBitOrder().names())
                .containsExactly(MaskName.SYNC_VIEW, MaskName.LOG);
    }

    @Test
    void limitsArePositive() {
        refused(() -> new SchemaLimits(1, 1, 1, 1, 1, 1, 1, 0), "0");
        assertThat(SchemaLimits.DEFAULT)
                .isEqualTo(new SchemaLimits(4194304, 16, 500_000, 255, 65536, 4096, 4096, 100));
    }
}
