package dev.terrane.core.chunk.maps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.codec.AgpcCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Maps in files: every tile is compared with what a decoder of its own, by regular expressions,
 * reads. {@code -Dterrane.maps=DIR} adds the TMX maps of a folder to those of the project.
 */
class MapFilesTest {
    private static final Path OWN = Path.of("src/test/resources/maps");

    static Stream<Path> maps() throws IOException {
        List<Path> maps = new ArrayList<>();
        for (String folder : List.of(OWN.toString(), System.getProperty("terrane.maps", ""))) {
            if (!folder.isEmpty()) {
                try (Stream<Path> files = Files.list(Path.of(folder))) {
                    files.filter(file -> file.toString().endsWith(".tmx"))
                            .sorted()
                            .forEach(maps::add);
                }
            }
        }
        return maps.stream();
    }

    @ParameterizedTest
    @MethodSource("maps")
    void everyTileIsWhatAnIndependentDecoderReads(Path file) throws Exception {
        String text = Files.readString(file);
        Map<String, Integer> expected = decode(text);
        String set = tilesetName(file, text);

        ImportOutcome.Imported map = imported(file);

        int compared = 0;
        for (Chunk chunk : map.chunks()) {
            for (int i = 0; i < 1024; i++) {
                int x = chunk.key().coord().cx() * 32 + i % 32;
                int y = chunk.key().coord().cy() * 32 + i / 32;
                TileDef found = chunk.layers().getFirst().getTileAt(i);
                int gid = expected.getOrDefault(x + "," + y, 0);
                assertThat(found.assetId())
                        .as("%d, %d", x, y)
                        .isEqualTo(gid == 0 ? "" : "tiles/" + set + "/" + ((gid & 0x0FFFFFFF) - 1));
                assertThat(found.flags() >> 8)
                        .as("%d, %d", x, y)
                        .isEqualTo(gid >>> 31 | (gid >>> 30 & 1) << 1 | (gid >>> 29 & 1) << 2);
                compared += gid == 0 ? 0 : 1;
            }
            Bytes image = AgpcCodec.encode(chunk).bytes();
            assertThat(AgpcCodec.encode(AgpcCodec.decode(image).get()).bytes()).isEqualTo(image);
        }
        assertThat(compared)
                .isEqualTo((int) expected.values().stream().filter(gid -> gid != 0).count())
                .isPositive();
    }

    static ImportOutcome.Imported imported(Path file) throws IOException {
        ImportOutcome outcome =
                MapImporter.importMap(
                        file.getFileName().toString(),
                        Bytes.wrap(Files.readAllBytes(file)),
                        path -> read(file.resolveSibling(path).normalize()),
                        ImportOptions.of(RoomKey.of("w", "r"), ChunkGrid.DEFAULT, Meta.NONE));
        assertThat(outcome).isInstanceOf(ImportOutcome.Imported.class);
        return (ImportOutcome.Imported) outcome;
    }

    private static Map<String, Integer> decode(String text) throws DataFormatException {
        Map<String, Integer> cells = new HashMap<>();
        Matcher packed = Pattern.compile("compression=\"zlib\">([^<]*)<").matcher(text);
        if (packed.find()) {
            Matcher size =
                    Pattern.compile("<map[^>]* width=\"(\\d+)\" height=\"(\\d+)\"").matcher(text);
            assertThat(size.find()).isTrue();
            int width = Integer.parseInt(size.group(1));
            int[] gids = inflate(packed.group(1), width * Integer.parseInt(size.group(2)));
            for (int i = 0; i < gids.length; i++) {
                cells.put(i % width + "," + i / width, gids[i]);
            }
            return cells;
        }
        Matcher chunk =
                Pattern.compile(
                                "<chunk x=\"(-?\\d+)\" y=\"(-?\\d+)\" width=\"(\\d+)\"[^>]*>([^<]*)<")
                        .matcher(text);
        while (chunk.find()) {
            String[] values = chunk.group(4).strip().split("\\s*,\\s*");
            int width = Integer.parseInt(chunk.group(3));
            for (int i = 0; i < values.length; i++) {
                int x = Integer.parseInt(chunk.group(1)) + i % width;
                int y = Integer.parseInt(chunk.group(2)) + i / width;
                cells.put(x + "," + y, Integer.parseUnsignedInt(values[i]));
            }
        }
        return cells;
    }

    private static String tilesetName(Path file, String text) throws IOException {
        Matcher source = Pattern.compile("<tileset [^>]*source=\"([^\"]*)\"").matcher(text);
        assertThat(source.find()).isTrue();
        Matcher name =
                Pattern.compile("<tileset [^>]*name=\"([^\"]*)\"")
                        .matcher(Files.readString(file.resolveSibling(source.group(1))));
        assertThat(name.find()).isTrue();
        return name.group(1);
    }

    private static Optional<Bytes> read(Path path) {
        try {
            return Files.exists(path)
                    ? Optional.of(Bytes.wrap(Files.readAllBytes(path)))
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int[] inflate(String base64, int cells) throws DataFormatException {
        Inflater inflater = new Inflater();
        inflater.setInput(Base64.getMimeDecoder().decode(base64.strip()));
        byte[] raw = new byte[cells * 4];
        assertThat(inflater.inflate(raw)).isEqualTo(raw.length);
        inflater.end();
        int[] gids = new int[cells];
        ByteBuffer.wrap(raw).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(gids);
        return gids;
    }
}
