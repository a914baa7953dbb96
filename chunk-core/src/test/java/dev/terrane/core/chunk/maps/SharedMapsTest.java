package dev.terrane.core.chunk.maps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.TileDef;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Real maps beside the checkout; skipped where they are not. */
class SharedMapsTest {

    @Test
    void everyTileOfTheDesertIsWhatAnIndependentDecoderReads()
            throws IOException, DataFormatException {
        Path file = find("desert.tmx");
        String text = Files.readString(file);
        int[] expected = inflate(between(text, "compression=\"zlib\">", "</data>"), 40 * 40);

        Map<String, TileDef> tiles = tiles(file);

        assertThat(tiles).hasSize(64 * 64);
        for (int y = 0; y < 64; y++) {
            for (int x = 0; x < 64; x++) {
                boolean inside = x < 40 && y < 40;
                TileDef found = tiles.get(x + "," + y);
                int gid = inside ? expected[y * 40 + x] : 0;
                assertThat(found.assetId())
                        .as("%d, %d", x, y)
                        .isEqualTo(gid == 0 ? "" : "tiles/Desert/" + ((gid & 0x0FFFFFFF) - 1));
                assertThat(found.flags() >> 8).as("%d, %d", x, y).isEqualTo(flips(gid));
            }
        }
    }

    @Test
    void everyTileOfTheInfiniteMapIsWhatAnIndependentDecoderReads() throws IOException {
        Path file = find("infinite-target-map.tmx");
        Matcher chunk =
                Pattern.compile("<chunk x=\"(-?\\d+)\" y=\"(-?\\d+)\"[^>]*>([^<]*)<")
                        .matcher(Files.readString(file));

        Map<String, TileDef> tiles = tiles(file);

        int compared = 0;
        while (chunk.find()) {
            String[] cells = chunk.group(3).strip().split("\\s*,\\s*");
            for (int i = 0; i < cells.length; i++) {
                int x = Integer.parseInt(chunk.group(1)) + i % 16;
                int y = Integer.parseInt(chunk.group(2)) + i / 16;
                int gid = Integer.parseUnsignedInt(cells[i]);
                TileDef found = tiles.getOrDefault(x + "," + y, TileDef.AIR);
                assertThat(found.assetId())
                        .as("%d, %d", x, y)
                        .isEqualTo(gid == 0 ? "" : "tiles/spr_test_tileset/" + (gid - 1));
                compared++;
            }
        }
        assertThat(compared).isEqualTo(4 * 256);
    }

    private static int flips(int gid) {
        return gid >>> 31 | (gid >>> 30 & 1) << 1 | (gid >>> 29 & 1) << 2;
    }

    private static Map<String, TileDef> tiles(Path file) throws IOException {
        ImportOutcome outcome =
                MapImporter.importMap(
                        file.getFileName().toString(),
                        Bytes.wrap(Files.readAllBytes(file)),
                        path -> read(file.resolveSibling(path).normalize()),
                        ImportOptions.of(RoomKey.of("w", "r"), ChunkGrid.DEFAULT, Meta.NONE));
        assertThat(outcome).isInstanceOf(ImportOutcome.Imported.class);
        Map<String, TileDef> tiles = new HashMap<>();
        for (Chunk chunk : ((ImportOutcome.Imported) outcome).chunks()) {
            for (int i = 0; i < 1024; i++) {
                int x = chunk.key().coord().cx() * 32 + i % 32;
                int y = chunk.key().coord().cy() * 32 + i / 32;
                tiles.put(x + "," + y, chunk.layers().getFirst().getTileAt(i));
            }
        }
        return tiles;
    }

    private static Optional<Bytes> read(Path path) {
        try {
            return Files.exists(path)
                    ? Optional.of(Bytes.wrap(Files.readAllBytes(path)))
                    : Optional.empty();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Path find(String name) {
        for (Path folder = Path.of("").toAbsolutePath();
                folder != null;
                folder = folder.getParent()) {
            Path map = folder.resolve("shared/testdata/maps").resolve(name);
            if (Files.exists(map)) {
                return map;
            }
        }
        Assumptions.abort("no shared/testdata/maps beside the checkout");
        throw new AssertionError();
    }

    private static String between(String text, String start, String end) {
        int from = text.indexOf(start) + start.length();
        return text.substring(from, text.indexOf(end, from));
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
