package dev.terrane.core.chunk.maps;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.WorldObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

/** Imports maps given as text. In JSON texts single quotes stand for double ones. */
final class ImportFixture {
    static final ImportOptions OPTIONS =
            ImportOptions.of(
                    RoomKey.of("w", "r"),
                    new ChunkGrid(new ChunkSize(4, 4, 1), ChunkGrid.Origin.ZERO),
                    Meta.NONE);

    private ImportFixture() {}

    static ImportOutcome importMap(String file, String map, Map<String, String> files) {
        return importMap(file, map, files, OPTIONS);
    }

    static ImportOutcome importMap(
            String file, String map, Map<String, String> files, ImportOptions options) {
        return MapImporter.importMap(
                file,
                bytes(map),
                path -> Optional.ofNullable(files.get(path)).map(ImportFixture::bytes),
                options);
    }

    static ImportOutcome.Imported imported(String file, String map, Map<String, String> files) {
        ImportOutcome outcome = importMap(file, map, files);
        assertThat(outcome).as(outcome.toString()).isInstanceOf(ImportOutcome.Imported.class);
        return (ImportOutcome.Imported) outcome;
    }

    static ImportOutcome.Refused refused(String file, String map, Map<String, String> files) {
        ImportOutcome outcome = importMap(file, map, files);
        assertThat(outcome).isInstanceOf(ImportOutcome.Refused.class);
        return (ImportOutcome.Refused) outcome;
    }

    static Bytes bytes(String text) {
        String plain = text.startsWith("<") ? text : text.replace('\'', '"');
        return Bytes.wrap(plain.getBytes(StandardCharsets.UTF_8));
    }

    /** Cells as Tiled packs them: with no compression, or zlib, gzip, zstd. */
    static String base64(int[] gids, String compression) throws IOException {
        ByteBuffer raw = ByteBuffer.allocate(gids.length * 4).order(ByteOrder.LITTLE_ENDIAN);
        raw.asIntBuffer().put(gids);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        switch (compression) {
            case "zlib" -> {
                try (DeflaterOutputStream packed = new DeflaterOutputStream(out)) {
                    packed.write(raw.array());
                }
            }
            case "gzip" -> {
                try (GZIPOutputStream packed = new GZIPOutputStream(out)) {
                    packed.write(raw.array());
                }
            }
            case "zstd" -> out.write(Zstd.compress(raw.array()));
            default -> out.write(raw.array());
        }
        return Base64.getEncoder().encodeToString(out.toByteArray());
    }

    static TileDef tileAt(ImportOutcome.Imported map, String layerName, int x, int y) {
        for (Chunk chunk : map.chunks()) {
            ChunkSize size = chunk.grid().size();
            if (chunk.key().coord().cx() == Math.floorDiv(x, size.x())
                    && chunk.key().coord().cy() == Math.floorDiv(y, size.y())) {
                TileLayer layer =
                        chunk.layers().stream()
                                .filter(l -> l.name().equals(layerName))
                                .findFirst()
                                .orElseThrow();
                return layer.getTileAt(
                        size.indexOf(Math.floorMod(x, size.x()), Math.floorMod(y, size.y()), 0));
            }
        }
        throw new AssertionError("no chunk at " + x + ", " + y);
    }

    static WorldObject object(ImportOutcome.Imported map, String id) {
        return map.chunks().stream()
                .flatMap(chunk -> chunk.objects().stream())
                .filter(object -> object.id().value().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
