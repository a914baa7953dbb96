package dev.terrane.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.cli.Cli;
import dev.terrane.cli.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands that need no server. */
class SchemaToolsTest {
    @TempDir private Path folder;
    private Path document;

    @BeforeEach
    void writeDocument() throws IOException {
        document = folder.resolve("guest-room.schema.json");
        try (InputStream demo = getClass().getResourceAsStream("/demo/guest-room.schema.json")) {
            Files.copy(demo, document);
        }
    }

    private String edit(String name, String old, String replacement) throws IOException {
        String text = Files.readString(document);
        assertThat(text).contains(old);
        Path file = folder.resolve(name);
        Files.writeString(file, text.replace(old, replacement));
        return file.toString();
    }

    @Test
    void aTableGoesOutAndComesBackWithoutAnyDifference() throws IOException {
        String before = Files.readString(document);
        Path table = folder.resolve("players.csv");

        Cli export =
                Cli.run(
                        "schema",
                        "export",
                        document.toString(),
                        "--csv",
                        "--class",
                        "Player",
                        "--separator",
                        "semicolon",
                        "--out",
                        table.toString());
        Cli imported = importCsv(table);

        assertThat(export.exit()).as(export.err()).isZero();
        assertThat(Files.readString(table)).startsWith("\uFEFFid;name;x;y;hp;");
        assertThat(imported.exit()).as(imported.err()).isZero();
        assertThat(imported.out()).contains("rows of Player: 1");
        assertThat(Files.readString(document)).isEqualTo(before);
    }

    @Test
    void cellsThatLoseSomethingAreNamedAndNothingIsWritten() throws IOException {
        String before = Files.readString(document);
        Path table =
                Files.writeString(
                        folder.resolve("players.csv"),
                        "id;name;x;y;hp;hp_max;mp;mp_max\n1;Guest;1.234;0;1E+05;100;40;40\n2;B;0;0;1;1;1;\n");

        Cli result = importCsv(table);

        assertThat(result.exit()).isEqualTo(ExitCode.NO);
        assertThat(result.err())
                .contains(
                        "players.csv: row 2, column C (x) [csv-ambiguous]",
                        "players.csv: row 2, column E (hp) [csv-precision]",
                        "players.csv: row 3, column H (mp_max) [csv-cell-empty]");
        assertThat(Files.readString(document)).isEqualTo(before);
    }

    @Test
    void hintsBesideTheDocumentAreKeptTo() throws IOException {
        Files.writeString(
                folder.resolve("guest-room.hints.json"),
                """
                {"format": "terrane.schema-hints", "version": 1, "classes": [
                  {"name": "Player", "members": [{"name": "hp", "max": 100}]}]}
                """);
        Path table =
                Files.writeString(
                        folder.resolve("players.csv"),
                        "id,name,x,y,hp,hp_max,mp,mp_max\n1,Guest,0,0,101,100,40,40\n");

        Cli result = importCsv(table);

        assertThat(result.exit()).isEqualTo(ExitCode.NO);
        assertThat(result.err())
                .contains("row 2, column E (hp) [csv-hint] 101 is above the most, 100");
    }

    @Test
    void whichClassIsMeantMustBeClear() {
        Cli several = Cli.run("schema", "export", document.toString(), "--csv");
        Cli none = Cli.run("schema", "export", document.toString(), "--csv", "--class", "Ghost");
        Cli both = Cli.run("schema", "export", document.toString(), "--csv", "--tiled");

        assertThat(several.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(several.err()).contains("--class: Player, Chest");
        assertThat(none.err()).contains("no class Ghost");
        assertThat(both.err()).contains("exclude each other");
    }

    @Test
    void tiledTypesHaveTheListsOfTheHints() throws IOException {
        Path hints =
                Files.writeString(
                        folder.resolve("h.json"),
                        """
                        {"format": "terrane.schema-hints", "version": 1, "classes": [
                          {"name": "Item", "members": [{"name": "kind", "values": [{"value": "axe"}]}]}]}
                        """);
        Cli result =
                Cli.run(
                        "schema",
                        "export",
                        document.toString(),
                        "--tiled",
                        "--hints",
                        hints.toString());

        JsonNode types = JsonMapper.shared().readTree(result.out());
        assertThat(types.findValuesAsString("name"))
                .contains("Item.kind", "Player", "Chest", "Item");
    }

    @Test
    void codeIsWrittenOnceAndChecked() throws IOException {
        String out = folder.resolve("gen").toString();
        String[] write = {
            "schema",
            "codegen",
            document.toString(),
            "--language",
            "java,typescript,csharp,gdscript",
            "--out",
            out
        };
        List<String> check = new ArrayList<>(List.of(write));
        check.add("--check");

        assertThat(Cli.run(check.toArray(String[]::new)).exit()).isEqualTo(ExitCode.NO);
        Cli first = Cli.run(write);
        assertThat(first.exit()).as(first.err()).isZero();
        assertThat(folder.resolve("gen/game/schema/Player.java"))
                .content()
                .contains("HP_MAX_INDEX");
        assertThat(folder.resolve("gen/guest-room.ts")).exists();
        assertThat(folder.resolve("gen/GuestRoomSchema.cs")).exists();
        Path script = folder.resolve("gen/guest_room_schema.gd");
        FileTime written = Files.getLastModifiedTime(script);
        assertThat(Cli.run(write).out()).contains("up to date");
        assertThat(Files.getLastModifiedTime(script)).isEqualTo(written);
        assertThat(Cli.run(check.toArray(String[]::new)).exit()).isZero();

        Files.writeString(script, "# other\n");
        Cli stale = Cli.run(check.toArray(String[]::new));
        assertThat(stale.exit()).isEqualTo(ExitCode.NO);
        assertThat(stale.err()).contains("guest_room_schema.gd");
    }

    @Test
    void namesThatCannotBeCodeAreRefused() throws IOException {
        String odd = edit("Odd Name.json", "\"Chest\"", "\"Chest\"");
        String out = folder.resolve("gen").toString();

        assertThat(Cli.run("schema", "codegen", odd, "--language", "java", "--out", out).err())
                .contains("--name");
        assertThat(
                        Cli.run(
                                        "schema",
                                        "codegen",
                                        odd,
                                        "--language",
                                        "java",
                                        "--out",
                                        out,
                                        "--name",
                                        "odd")
                                .exit())
                .isZero();
        assertThat(
                        Cli.run(
                                        "schema",
                                        "codegen",
                                        document.toString(),
                                        "--language",
                                        "java",
                                        "--out",
                                        out,
                                        "--package",
                                        "a.class")
                                .exit())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void differencesAreToldAndTheModeDecides() throws IOException {
        String renamed = edit("renamed.json", "\"hp_max\", \"index\"", "\"health\", \"index\"");
        String told = edit("told.json", "A guest on the island", "A visitor");

        Cli same = Cli.run("schema", "diff", document.toString(), document.toString());
        Cli harmless = Cli.run("schema", "diff", document.toString(), told);

        assertThat(same.exit()).isZero();
        assertThat(same.out()).contains("no differences");
        assertThat(harmless.exit()).isZero();
        assertThat(harmless.out()).contains("description-changed", "/classes/0/description");
        // Renaming also renames the row's key, so the document is invalid before anything is
        // compared.
        assertThat(Cli.run("schema", "diff", document.toString(), renamed).err())
                .contains("renamed.json:", "[row-field-missing]");

        String mask =
                edit(
                        "mask.json",
                        "\"mask\": [\"sync_self\"]}\n      ],\n      \"tables\"",
                        "\"mask\": []}\n      ],\n      \"tables\"");
        Cli allowed = Cli.run("schema", "diff", document.toString(), mask, "--format", "json");
        assertThat(allowed.exit()).isZero();
        String typed =
                edit(
                        "typed.json",
                        "\"name\": \"count\", \"index\": 2, \"type\": \"uint32\"",
                        "\"name\": \"count\", \"index\": 2, \"type\": \"int64\"");
        Cli broken = Cli.run("schema", "diff", document.toString(), typed);
        Cli anything =
                Cli.run(
                        "schema",
                        "diff",
                        document.toString(),
                        typed,
                        "--mode",
                        "NONE",
                        "--format",
                        "json");

        assertThat(broken.exit()).isEqualTo(ExitCode.NO);
        assertThat(broken.out()).contains("! type-changed", "FULL does not allow");
        JsonNode report = JsonMapper.shared().readTree(anything.out());
        assertThat(anything.exit()).isZero();
        assertThat(report.path("changes").get(0).path("rule").asString()).isEqualTo("type-changed");
        assertThat(report.path("changes").get(0).path("after").path("pointer").asString())
                .isEqualTo("/classes/2/fields/1/type");
    }

    private Cli importCsv(Path table) {
        return Cli.run(
                "schema", "import-csv", document.toString(), table.toString(), "--class", "Player");
    }
}
