package dev.terrane.core.schema.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables through LibreOffice under a German locale: opened, cells understood as German, saved as
 * shown. Where LibreOffice is not installed, what version 7.4.7 saved stands in;
 * -Dterrane.csv.record=true records it anew.
 */
class LibreOfficeTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"comma", "semicolon", "tab"})
    void aTableOpenedAndSavedInGermanGivesTheIdenticalDocument(String name) throws Exception {
        CsvFormat.Separator separator =
                CsvFormat.Separator.valueOf(name.toUpperCase(java.util.Locale.ROOT));
        String text = Tables.write(Tables.PROBE, "Probe", new CsvFormat(separator, true));
        Path recorded = Path.of("src/test/resources/csv/probe." + name + ".libreoffice-de.csv");
        Optional<byte[]> saved = open(text, separator);
        if (saved.isPresent() && Boolean.getBoolean("terrane.csv.record")) {
            Files.write(recorded, saved.get());
        }

        byte[] bytes = saved.isPresent() ? saved.get() : Files.readAllBytes(recorded);

        assertThat(new String(bytes, StandardCharsets.UTF_8)).isNotEqualTo(text);
        assertThat(Tables.accepted(Tables.read(bytes, Tables.PROBE, "Probe")))
                .isEqualTo(Tables.PROBE);
        assertThat(
                        Tables.accepted(
                                Tables.read(Files.readAllBytes(recorded), Tables.PROBE, "Probe")))
                .as("what was recorded")
                .isEqualTo(Tables.PROBE);
    }

    /**
     * Values without guard, as another tool would write them. Two of the changes can be seen and
     * are refused; that 1.234 became 1234 and a formula its result nobody can see afterwards, so no
     * number with a point and no text that begins a formula is ever written without guard.
     */
    @Test
    void withoutApostrophesLibreOfficeChangesWhatTheTableSays() throws Exception {
        String naive = "id;v\n1;9223372036854775807\n2;1.234\n3;12.5.2020\n4;=1+1\n5;0.1\n";
        Path recorded = Path.of("src/test/resources/csv/naive.libreoffice-de.csv");
        Optional<byte[]> saved = open(naive, CsvFormat.Separator.SEMICOLON);
        if (saved.isPresent() && Boolean.getBoolean("terrane.csv.record")) {
            Files.write(recorded, saved.get());
        }
        byte[] bytes = saved.isPresent() ? saved.get() : Files.readAllBytes(recorded);

        assertThat(new String(bytes, StandardCharsets.UTF_8))
                .contains("1;9,22337203685478E+018\n2;1234\n3;12.05.20\n4;2\n");
        assertThat(Tables.places(Tables.read(bytes, Tables.of("double"), "A")))
                .containsExactly("csv-precision B2", "csv-value B4");
    }

    /** What LibreOffice makes of a table, if it is installed. */
    private Optional<byte[]> open(String text, CsvFormat.Separator separator)
            throws IOException, InterruptedException {
        Optional<Path> office = find("soffice");
        if (office.isEmpty()) {
            return Optional.empty();
        }
        Path profile = folder.resolve("profile");
        Files.createDirectories(profile.resolve("user"));
        Files.writeString(
                profile.resolve("user/registrymodifications.xcu"),
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <oor:items xmlns:oor="http://openoffice.org/2001/registry">
                <item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>de-DE</value></prop></item>
                </oor:items>
                """);
        Path table = Files.writeString(folder.resolve("table.csv"), text);
        Path out = folder.resolve("out");
        // Separator by code, quote, UTF-8, from row 1; cells are saved as shown, as the dialog
        // does.
        String filter = (int) separator.character() + ",34,76,1";
        List<String> command =
                List.of(
                        office.get().toString(),
                        "-env:UserInstallation=" + profile.toUri(),
                        "--headless",
                        "--infilter=CSV:" + filter,
                        "--convert-to",
                        "csv:Text - txt - csv (StarCalc):" + filter + ",,0,false,true",
                        "--outdir",
                        out.toString(),
                        table.toString());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("HOME", folder.toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(said).isTrue();
        Path saved = out.resolve("table.csv");
        assertThat(saved).as(said).exists();
        return Optional.of(Files.readAllBytes(saved));
    }

    private static Optional<Path> find(String program) {
        return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":"))
                .map(place -> Path.of(place).resolve(program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
