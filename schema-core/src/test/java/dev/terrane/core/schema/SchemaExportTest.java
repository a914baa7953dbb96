package dev.terrane.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchemaExportTest {
    @Test
    void theFormatsOwnExampleExportsToItsGoldenText() {
        SchemaDocument document = Fixtures.document(Fixtures.EXAMPLE);
        String export = SchemaWriter.writeText(document);
        assertThat(export).isEqualTo(Fixtures.text("example.canonical.json"));
        assertThat(Fixtures.document(export)).isEqualTo(document);
        assertThat(SchemaWriter.writeText(Fixtures.document(export))).isEqualTo(export);
    }

    @Test
    void theExamplesHashesNeverChange() {
        SchemaDocument document = Fixtures.document(Fixtures.EXAMPLE);
        assertThat(SchemaHash.ofContent(document).hex() + "\n" + SchemaHash.ofWire(document).hex())
                .isEqualTo(Fixtures.text("example.hashes.txt").strip());
    }

    @Test
    void everyTypeAtItsEdgeSurvivesAnExportUnchanged() {
        assertThat(SchemaWriter.writeText(Fixtures.document(Fixtures.ALL_TYPES)))
                .isEqualTo(Fixtures.ALL_TYPES);
    }

    @Test
    void theExampleKeepsWhatItSays() {
        SchemaDocument document = Fixtures.document(Fixtures.EXAMPLE);
        ClassDefinition player = document.findClass("GuestPlayer").orElseThrow();
        assertThat(player.description()).isEqualTo("Guest attributes");
        FieldDefinition hp = player.findField("hp").orElseThrow();
        assertThat(hp.index()).isEqualTo(104);
        assertThat(hp.mask().names()).containsExactly(MaskName.SAVE, MaskName.REAL_TIME);
        assertThat(hp.mask().bits()).isEqualTo(0b1100);
        assertThat(player.tables().getFirst().className()).isEqualTo("Item");
        assertThat(player.containers().getFirst().name()).isEqualTo("bag");
        ConfigRow guest = document.configs().getFirst().rows().getFirst();
        assertThat(guest.id()).isEqualTo(1);
        assertThat(guest.get("x")).isEqualTo(new ScalarValue.Float64(80));
        assertThat(guest.get("name")).isEqualTo(new ScalarValue.Text("Guest"));
    }

    @Test
    void descriptionsArrayOrderAndRowsLeaveTheWireHashAlone() {
        SchemaDocument document = Fixtures.document(Fixtures.ALL_TYPES);
        SchemaHash wire = SchemaHash.ofWire(document);
        for (String changed :
                List.of(
                        Fixtures.allTypesWith("One field", "Any field"),
                        Fixtures.allTypesWith("\"log\", \"sync_view\"", "\"sync_view\", \"log\""),
                        Fixtures.allTypesWith("\"small\": -2147483648", "\"small\": 5"),
                        reordered())) {
            assertThat(SchemaHash.ofWire(Fixtures.document(changed))).isEqualTo(wire);
            assertThat(SchemaHash.ofContent(Fixtures.document(changed)))
                    .isNotEqualTo(SchemaHash.ofContent(document));
        }
    }

    private static String reordered() {
        String big = "{\"name\": \"big\", \"index\": 4, \"type\": \"int64\"}";
        String huge = "{\"name\": \"huge\", \"index\": 5, \"type\": \"uint64\"}";
        return Fixtures.ALL_TYPES.replace(big, "BIG").replace(huge, big).replace("BIG", huge);
    }

    @Test
    void whatTheWireCarriesChangesTheWireHash() {
        SchemaHash wire = SchemaHash.ofWire(Fixtures.document(Fixtures.ALL_TYPES));
        for (String changed :
                List.of(
                        Fixtures.ALL_TYPES.replace("\"Marker\"", "\"Mark\""),
                        Fixtures.ALL_TYPES.replace("\"nested\"", "\"inner\""),
                        Fixtures.allTypesWith("\"index\": 21", "\"index\": 22"),
                        Fixtures.allTypesWith("\"class\": \"Probe\"", "\"class\": \"Marker\""),
                        Fixtures.allTypesWith("\"log\", ", ""))) {
            assertThat(SchemaHash.ofWire(Fixtures.document(changed))).isNotEqualTo(wire);
        }
    }

    @Test
    void theOrderOfKeysAndBlanksDoNotChangeTheContentHash() {
        String loose =
                Fixtures.EXAMPLE
                        .replace("\"id\": 1, \"name\": \"Guest\",", "\"name\":\"Guest\",\"id\":1,")
                        .replace(
                                "{\"format\": \"ark.entity-schema\",",
                                "{\"format\":\"ark.entity-schema\"\r\n,");
        assertThat(loose).isNotEqualTo(Fixtures.EXAMPLE);
        assertThat(SchemaHash.ofContent(Fixtures.document(loose)))
                .isEqualTo(SchemaHash.ofContent(Fixtures.document(Fixtures.EXAMPLE)));
    }

    @Test
    void numbersAreWrittenShortAndReadBackEqual() {
        assertThat(NumberText.of(80.0)).isEqualTo("80.0");
        assertThat(NumberText.of(0.1f)).isEqualTo("0.1");
        assertThat(NumberText.of(-1.5)).isEqualTo("-1.5");
        assertThat(NumberText.of(1e20)).isEqualTo("100000000000000000000.0");
        assertThat(NumberText.of(1e21)).isEqualTo("1e21");
        assertThat(NumberText.of(1e-7)).isEqualTo("0.0000001");
        assertThat(NumberText.of(1.25e-8)).isEqualTo("1.25e-8");
        assertThat(NumberText.of(Float.MAX_VALUE)).isEqualTo("3.4028235e38");
        assertThat(NumberText.of(-0.0f)).isEqualTo("-0.0");
        Seeds.forEach(
                20_000,
                random -> {
                    double wide = random.edgyDouble();
                    assertThat(Double.parseDouble(NumberText.of(wide))).isEqualTo(wide);
                    float single = Float.intBitsToFloat(random.nextInt());
                    if (Float.isFinite(single)) {
                        assertThat((float) Double.parseDouble(NumberText.of(single)))
                                .isEqualTo(single);
                    }
                });
    }

    @Test
    void anyDocumentSurvivesExportAndImport() {
        Coverage coverage = new Coverage();
        Seeds.forEach(
                400,
                random -> {
                    SchemaDocument document = document(random, coverage);
                    byte[] export = SchemaWriter.write(document);
                    assertThat(SchemaReader.read(export)).isEqualTo(new SchemaResult.Ok(document));
                    SchemaDocument shuffled = shuffled(document, random);
                    assertThat(SchemaHash.ofWire(shuffled)).isEqualTo(SchemaHash.ofWire(document));
                });
        coverage.requireAtLeast(100, (Object[]) ScalarType.values());
        coverage.requireAtLeast(100, Member.Kind.TABLE, Member.Kind.CONTAINER, "row");
    }

    private static SchemaDocument document(SeededRandom random, Coverage coverage) {
        List<FieldDefinition> fields = new ArrayList<>();
        fields.add(new FieldDefinition("id", 1, ScalarType.UINT32, mask(random), null));
        for (int i = random.between(0, 12); i > 0; i--) {
            ScalarType type = random.choice(ScalarType.values());
            String name = random.word(1, 3) + "é\"" + i;
            fields.add(new FieldDefinition(name, i + 1000L, type, mask(random), text(random)));
        }
        List<RelationDefinition> tables = new ArrayList<>();
        List<RelationDefinition> containers = new ArrayList<>();
        for (int i = random.between(0, 3); i > 0; i--) {
            Member.Kind kind = random.choice(Member.Kind.TABLE, Member.Kind.CONTAINER);
            coverage.count(kind);
            (kind == Member.Kind.TABLE ? tables : containers)
                    .add(
                            new RelationDefinition(
                                    kind,
                                    "r" + i,
                                    Member.INDEX_MAX - i,
                                    "Leaf",
                                    mask(random),
                                    text(random)));
        }
        ClassDefinition root =
                new ClassDefinition(
                        "Root 漢", text(random), random.shuffled(fields), tables, containers);
        ClassDefinition leaf = new ClassDefinition("Leaf", null, List.of(), List.of(), List.of());
        List<ConfigRow> rows = new ArrayList<>();
        for (int id = random.between(0, 4); id > 0; id--) {
            coverage.count("row");
            rows.add(row(root, id, random, coverage));
        }
        return new SchemaDocument(
                random.shuffled(List.of(root, leaf)),
                List.of(new ConfigDefinition(root.name(), rows)));
    }

    private static ConfigRow row(
            ClassDefinition type, long id, SeededRandom random, Coverage coverage) {
        Map<String, ScalarValue> values = new LinkedHashMap<>();
        for (FieldDefinition field : type.fields()) {
            coverage.count(field.type());
            values.put(
                    field.name(),
                    field.name().equals("id")
                            ? new ScalarValue.UInt32(id)
                            : value(field.type(), random));
        }
        return new ConfigRow(values);
    }

    private static ScalarValue value(ScalarType type, SeededRandom random) {
        return switch (type) {
            case BOOL -> new ScalarValue.Bool(random.nextBoolean());
            case INT32 -> new ScalarValue.Int32(random.edgyInt());
            case UINT32 -> new ScalarValue.UInt32(random.edgyLong() & 0xFFFF_FFFFL);
            case INT64 -> new ScalarValue.Int64(random.edgyLong());
            case UINT64 -> new ScalarValue.UInt64(random.edgyLong());
            case FLOAT -> {
                float value = (float) random.edgyDouble();
                yield new ScalarValue.Float32(Float.isFinite(value) ? value : 1);
            }
            case DOUBLE -> new ScalarValue.Float64(random.edgyDouble());
            case STRING -> new ScalarValue.Text(random.text(20, false));
            case GUID -> new ScalarValue.Guid(random.edgyLong());
        };
    }

    private static String text(SeededRandom random) {
        return random.nextBoolean() ? null : random.text(12, false);
    }

    private static Mask mask(SeededRandom random) {
        List<MaskName> names = random.shuffled(List.of(MaskName.values()));
        return new Mask(names.subList(0, random.between(0, names.size())));
    }

    private static SchemaDocument shuffled(SchemaDocument document, SeededRandom random) {
        List<ClassDefinition> classes = new ArrayList<>();
        for (ClassDefinition type : random.<ClassDefinition>shuffled(document.classes())) {
            classes.add(
                    new ClassDefinition(
                            type.name(),
                            "other",
                            random.shuffled(type.fields()),
                            random.shuffled(type.tables()),
                            random.shuffled(type.containers())));
        }
        return new SchemaDocument(classes, List.of());
    }
}
