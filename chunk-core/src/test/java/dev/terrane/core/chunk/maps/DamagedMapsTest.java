package dev.terrane.core.chunk.maps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.testing.AllocationMeter;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Damaged maps of every form are imported or refused with a place, within their limits. */
class DamagedMapsTest {
    private static final Path SEEDS =
            Path.of("src/test/resources/dev/terrane/core/chunk/ChunkFuzzTestInputs/maps");
    private static final ImportLimits LIMITS =
            new ImportLimits(1 << 20, 1 << 16, 256, 256, 16, 16, 1 << 16);
    private static final ImportOptions OPTIONS =
            new ImportOptions(RoomKey.of("w", "r"), ChunkGrid.DEFAULT, Meta.NONE, LIMITS);

    @Test
    void everyDamageEndsTyped() throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        try (Stream<Path> files = Files.list(SEEDS)) {
            for (Path file : files.sorted().toList()) {
                seeds.add(Files.readAllBytes(file));
            }
        }
        Coverage coverage = new Coverage();
        Seeds.until(
                coverage.goal(
                        100,
                        "imported",
                        ImportReason.NOT_WELL_FORMED,
                        ImportReason.BAD_ATTRIBUTE,
                        ImportReason.BAD_DATA),
                10_000,
                random -> {
                    Bytes map = Bytes.wrap(damaged(random, random.choice(seeds)));
                    ImportOutcome outcome = importMap(map);
                    switch (outcome) {
                        case ImportOutcome.Imported _ -> coverage.count("imported");
                        case ImportOutcome.Refused refused -> {
                            coverage.count(refused.reason());
                            assertThat(refused.place().file()).isNotBlank();
                            assertThat(refused.place().isExact()).as(refused.text()).isTrue();
                            assertThat(refused.detail()).isNotBlank();
                        }
                    }
                });
    }

    private static byte[] damaged(SeededRandom random, byte[] seed) {
        String text = new String(seed, StandardCharsets.ISO_8859_1);
        for (int i = random.between(1, 3); i > 0; i--) {
            int at = random.between(0, text.length() - 1);
            int end = Math.min(text.length(), at + random.between(0, 6));
            String put =
                    random.choice(
                            "",
                            "0",
                            "9",
                            "-1",
                            "1e309",
                            "\"",
                            "{",
                            "]",
                            "<",
                            "null",
                            "99999999999",
                            "\u00ff",
                            "x",
                            "[[[[",
                            "true");
            text = text.substring(0, at) + put + text.substring(end);
        }
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static ImportOutcome importMap(Bytes map) {
        String set = "<tileset name=\"s\" tilecount=\"9\"><image source=\"s.png\"/></tileset>";
        return MapImporter.importMap(
                "m",
                map,
                path ->
                        path.equals("s.tsx")
                                ? Optional.of(Bytes.wrap(set.getBytes(StandardCharsets.UTF_8)))
                                : Optional.empty(),
                OPTIONS);
    }

    @Test
    void bombsStopAtTheirLimits() throws Exception {
        String head = "<map width=\"%d\" height=\"%d\" tilewidth=\"1\" tileheight=\"1\"%s>";
        List<String> bombs =
                List.of(
                        head.formatted(1 << 20, 1 << 20, "")
                                + "<layer name=\"l\"><data encoding=\"csv\">1</data></layer></map>",
                        head.formatted(1, 1, "") + "<group>".repeat(100_000),
                        head.formatted(1, 1, " infinite=\"1\"")
                                + "<layer name=\"l\"><data encoding=\"csv\">"
                                + "<chunk x=\"0\" y=\"0\" width=\"1048576\" height=\"1048576\">1"
                                + "</chunk></data></layer></map>",
                        "<?xml version=\"1.0\"?><!DOCTYPE m [<!ENTITY a \"aaaa\">"
                                + "<!ENTITY b \"&a;&a;&a;&a;\">]><map>&b;</map>",
                        "[".repeat(100_000),
                        "{\"layers\":[" + "[],".repeat(100_000) + "[]],\"tilewidth\":1}",
                        "{\"layers\":[{\"data\":[" + "1,".repeat(100_000) + "1]}],\"tilewidth\":1}",
                        "{\"chunks\":[" + "{\"world_id\":1},".repeat(300) + "1]}");
        for (String bomb : bombs) {
            Bytes map = Bytes.wrap(bomb.getBytes(StandardCharsets.UTF_8));
            importMap(map);
            var measured = AllocationMeter.measure(() -> importMap(map));

            assertThat(measured.value()).isInstanceOf(ImportOutcome.Refused.class);
            assertThat(measured.bytes())
                    .as(bomb.substring(0, Math.min(80, bomb.length())))
                    .isLessThan(16L * map.size() + (24L << 20));
        }
    }
}
