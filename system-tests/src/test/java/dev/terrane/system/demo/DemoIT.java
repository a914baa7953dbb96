package dev.terrane.system.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plays the demo on a private instance in this JVM; it ends with 0 only when everything was
 * observed.
 */
class DemoIT {
    private static final int PLAIN_TILES = 40;

    @TempDir private Path folder;

    @Test
    void everythingIsSeenOnTheShippedMap() {
        var story = new StringWriter();
        assertThat(play(story)).as(story.toString()).isZero();
        assertThat(story.toString()).doesNotContain("not in this map");
    }

    @Test
    void aMapWithoutSpawnPointsAndSolidTilesIsSaidToBeSo() throws Exception {
        Files.writeString(folder.resolve("plain.tsx"), tileset());
        Path map = Files.writeString(folder.resolve("plain.tmx"), plainMap());
        var story = new StringWriter();
        assertThat(play(story, "--map", map.toString())).as(story.toString()).isZero();
        assertThat(story.toString())
                .contains(
                        "not in this map: spawn points",
                        "not in this map: chests",
                        "four walls were added");
    }

    private int play(StringWriter story, String... more) {
        var out = new PrintWriter(story, true);
        String[] arguments = new String[more.length + 3];
        arguments[0] = "demo";
        arguments[1] = "--data";
        // Nothing runs on this folder, so the instance is a private one.
        arguments[2] = folder.resolve("data").toString();
        System.arraycopy(more, 0, arguments, 3, more.length);
        int exit = Main.run(out, out, arguments);
        System.out.println(story);
        return exit;
    }

    private static String tileset() {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <tileset version="1.10" name="plain" tilewidth="16" tileheight="16" tilecount="2" columns="2">
                 <image source="plain.png" width="32" height="16"/>
                </tileset>
                """;
    }

    private static String plainMap() {
        String row =
                IntStream.range(0, PLAIN_TILES)
                        .mapToObj(i -> i % 2 == 0 ? "1" : "2")
                        .collect(Collectors.joining(","));
        String cells =
                IntStream.range(0, PLAIN_TILES)
                        .mapToObj(i -> row)
                        .collect(Collectors.joining(",\n"));
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <map version="1.10" orientation="orthogonal" renderorder="right-down" width="40" height="40"
                     tilewidth="16" tileheight="16" infinite="0" nextlayerid="2" nextobjectid="1">
                 <tileset firstgid="1" source="plain.tsx"/>
                 <layer id="1" name="ground" width="40" height="40"><data encoding="csv">
                %s
                </data></layer>
                </map>
                """
                .formatted(cells);
    }
}
