package dev.terrane.core.schema.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.schema.HintsReader;
import dev.terrane.core.schema.HintsResult;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaHints;
import dev.terrane.core.schema.SchemaLimits;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TiledTypesTest {
    private static final String DOCUMENT =
            """
            {"format": "ark.entity-schema", "version": 1,
             "classes": [
              {"name": "Monster", "fields": [
                {"name": "id", "index": 1, "type": "uint32"},
                {"name": "kind", "index": 2, "type": "string"},
                {"name": "mood", "index": 3, "type": "int32"},
                {"name": "level", "index": 4, "type": "int32"},
                {"name": "speed", "index": 5, "type": "double"},
                {"name": "boss", "index": 6, "type": "bool"},
                {"name": "owner", "index": 7, "type": "guid"},
                {"name": "a \\"b\\"", "index": 8, "type": "int64"}],
               "tables": [], "containers": []},
              {"name": "Monster.kind", "fields": [], "tables": [], "containers": []}],
             "configs": []}
            """;

    private static final String HINTS =
            """
            {"format": "terrane.schema-hints", "version": 1,
             "classes": [{"name": "Monster", "members": [
                {"name": "kind", "values": [{"value": "orc", "label": "Orc"}, {"value": "bat"}]},
                {"name": "mood", "values": [{"value": 0, "label": "calm"}, {"value": 1, "label": "angry"}]},
                {"name": "level", "values": [{"value": 10}, {"value": 20}]},
                {"name": "speed", "min": 0, "max": 8}]}]}
            """;

    private static final SchemaDocument PARSED = parse();

    private static SchemaDocument parse() {
        return SchemaReader.read(DOCUMENT.getBytes(StandardCharsets.UTF_8))
                        instanceof SchemaResult.Ok(SchemaDocument document)
                ? document
                : null;
    }

    private static JsonNode types(String hints) {
        SchemaHints read =
                HintsReader.read(
                                        hints.getBytes(StandardCharsets.UTF_8),
                                        PARSED,
                                        HintsReader.Unknown.REFUSE,
                                        SchemaLimits.DEFAULT)
                                instanceof HintsResult.Ok(SchemaHints ok)
                        ? ok
                        : null;
        String text = TiledTypes.write(PARSED, read);
        assertThat(TiledTypes.write(PARSED, read)).isEqualTo(text);
        return JsonMapper.shared().readTree(text);
    }

    @Test
    void listsOfValuesBecomeEnumsWhereTiledCanStoreThem() {
        JsonNode types = types(HINTS);

        assertThat(types.findValuesAsString("name").stream().distinct())
                .startsWith("Monster.kind_2", "Monster.mood");
        JsonNode kind = types.get(0);
        assertThat(kind.path("type").asString()).isEqualTo("enum");
        assertThat(kind.path("storageType").asString()).isEqualTo("string");
        assertThat(kind.path("values").toString()).isEqualTo("[\"orc\",\"bat\"]");
        assertThat(kind.path("valuesAsFlags").asBoolean(true)).isFalse();
        JsonNode mood = types.get(1);
        assertThat(mood.path("storageType").asString()).isEqualTo("int");
        assertThat(mood.path("values").toString()).isEqualTo("[\"calm\",\"angry\"]");
        assertThat(types.get(2).path("type").asString())
                .as("10 and 20 are no places")
                .isEqualTo("class");
    }

    @Test
    void classesHaveTheirFieldsWithTiledsTypes() {
        JsonNode monster = types(HINTS).get(2);

        assertThat(monster.path("name").asString()).isEqualTo("Monster");
        assertThat(monster.path("color").asString()).matches("#ff[0-9a-f]{6}");
        assertThat(monster.path("useAs").toString())
                .isEqualTo("[\"property\",\"object\",\"tile\"]");
        assertThat(monster.path("members").valueStream().map(JsonNode::toString))
                .containsExactly(
                        "{\"name\":\"id\",\"type\":\"int\",\"value\":0}",
                        "{\"name\":\"kind\",\"propertyType\":\"Monster.kind_2\",\"type\":\"string\",\"value\":\"orc\"}",
                        "{\"name\":\"mood\",\"propertyType\":\"Monster.mood\",\"type\":\"int\",\"value\":0}",
                        "{\"name\":\"level\",\"type\":\"int\",\"value\":0}",
                        "{\"name\":\"speed\",\"type\":\"float\",\"value\":0}",
                        "{\"name\":\"boss\",\"type\":\"bool\",\"value\":false}",
                        "{\"name\":\"owner\",\"type\":\"string\",\"value\":\"0\"}",
                        "{\"name\":\"a \\\"b\\\"\",\"type\":\"string\",\"value\":\"0\"}");
    }

    @Test
    void idsAreUnique() {
        JsonNode types = types(HINTS);

        assertThat(types.valueStream().map(type -> type.path("id").asInt()))
                .containsExactly(1, 2, 3, 4);
    }

    @Test
    void withoutHintsThereAreClassesOnly() {
        String text = TiledTypes.write(PARSED, SchemaHints.NONE);

        assertThat(text).doesNotContain("enum").contains("\n    \"name\": \"Monster\",\n");
        assertThat(text).startsWith("[\n  {\n    \"color\"").endsWith("\n  }\n]\n");
        assertThat(JsonMapper.shared().readTree(text).size()).isEqualTo(2);
    }
}
