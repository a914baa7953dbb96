package dev.terrane.bench;

import com.google.protobuf.ByteString;
import dev.terrane.bench.proto.PeerChunk;
import dev.terrane.bench.proto.PeerFlags;
import dev.terrane.bench.proto.PeerLayer;
import dev.terrane.bench.proto.PeerObject;
import dev.terrane.bench.proto.PeerTile;
import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.Properties;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileGrid;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Chunks as a game has them: one layer of 32 × 32 in 13 tiles, ten objects; the same each run. */
final class ChunkWorkload {
    private static final int TILES = 12;
    private static final int OBJECTS = 10;

    private ChunkWorkload() {}

    /** That many different chunks of one room. */
    static List<Chunk> chunks(int count) {
        SplittableRandom random = new SplittableRandom(42);
        List<Chunk> chunks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            chunks.add(chunk(random, i % 16, i / 16));
        }
        return chunks;
    }

    private static Chunk chunk(SplittableRandom random, int cx, int cy) {
        List<WorldObject> objects = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            objects.add(object(random, i, cx * 32, cy * 32));
        }
        return new Chunk(
                ChunkKey.of("isle", "main", cx, cy, 0),
                ChunkGrid.DEFAULT,
                List.of(layer(random)),
                objects,
                ContentFlags.NONE,
                new Meta(
                        Instant.ofEpochMilli(1_780_000_000_000L),
                        Instant.ofEpochMilli(1_790_000_000_000L),
                        7,
                        "ann"));
    }

    private static TileLayer layer(SplittableRandom random) {
        List<TileDef> palette = new ArrayList<>(List.of(TileDef.AIR));
        for (int i = 1; i <= TILES; i++) {
            palette.add(new TileDef(i, "tiles/terrain/" + i, i % 4 == 0, i & 7, 1));
        }
        int[] cells = new int[ChunkSize.DEFAULT.cells()];
        for (int i = 0; i < cells.length; i++) {
            boolean like = i >= 32 && random.nextInt(4) != 0;
            cells[i] = like ? cells[random.nextBoolean() ? i - 1 : i - 32] : random.nextInt(13);
        }
        return new TileLayer("ground", 1, ChunkSize.DEFAULT, palette, TileGrid.of(cells));
    }

    private static WorldObject object(SplittableRandom random, int number, int x, int y) {
        return new WorldObject(
                new ObjectId("obj_" + (100 + number)),
                number % 2 == 0 ? "prop" : "interactable",
                "props/kind_" + number % 4,
                Transform.at(x + random.nextDouble() * 31, y + random.nextDouble() * 31, 0),
                Properties.parse(
                                "{\"locked\":%b,\"loot_table\":\"chest_%d\",\"weight\":%s}"
                                        .formatted(number % 3 == 0, number, number + 0.5))
                        .get(),
                false,
                ContentFlags.NONE);
    }

    /** The same data as a message, cells as bytes or as packed varints. */
    static PeerChunk peer(Chunk chunk, boolean bytes) {
        Box box = chunk.bounds();
        PeerChunk.Builder peer =
                PeerChunk.newBuilder()
                        .setWorld(chunk.key().world().value())
                        .setRoom(chunk.key().room().room().value())
                        .setCx(chunk.key().coord().cx())
                        .setCy(chunk.key().coord().cy())
                        .setCz(chunk.key().coord().cz())
                        .addBounds((float) box.minX())
                        .addBounds((float) box.minY())
                        .addBounds((float) box.minZ())
                        .addBounds((float) box.maxX())
                        .addBounds((float) box.maxY())
                        .addBounds((float) box.maxZ())
                        .setFlags(peer(chunk.flags()))
                        .setCreatedAt(chunk.meta().createdAt().toEpochMilli())
                        .setUpdatedAt(chunk.meta().updatedAt().toEpochMilli())
                        .setRevision((int) chunk.meta().revision())
                        .setAuthor(chunk.meta().author());
        chunk.layers().forEach(layer -> peer.addLayers(peer(layer, bytes)));
        chunk.objects().forEach(object -> peer.addObjects(peer(object)));
        return peer.build();
    }

    private static PeerLayer peer(TileLayer layer, boolean bytes) {
        PeerLayer.Builder peer =
                PeerLayer.newBuilder()
                        .setName(layer.name())
                        .setLayerId(layer.layerId())
                        .setWidth(layer.size().x())
                        .setHeight(layer.size().y())
                        .setDepth(layer.size().z());
        for (TileDef tile : layer.palette()) {
            peer.addPalette(
                    PeerTile.newBuilder()
                            .setId(tile.id())
                            .setAssetId(tile.assetId())
                            .setSolid(tile.solid())
                            .setFlags(tile.flags())
                            .setVariants(tile.variants()));
        }
        if (bytes) {
            byte[] cells = new byte[layer.tiles().size() * 2];
            layer.tiles().write(cells, 0);
            peer.setTiles(ByteString.copyFrom(cells));
        } else {
            for (int id : layer.tiles().toArray()) {
                peer.addPackedTiles(id);
            }
        }
        return peer.build();
    }

    private static PeerObject peer(WorldObject object) {
        Transform transform = object.transform();
        return PeerObject.newBuilder()
                .setId(object.id().value())
                .setType(object.type())
                .setAssetId(object.assetId())
                .addPosition(transform.position().x())
                .addPosition(transform.position().y())
                .addPosition(transform.position().z())
                .addRotation(transform.rotation().x())
                .addRotation(transform.rotation().y())
                .addRotation(transform.rotation().z())
                .addRotation(transform.rotation().w())
                .addScale(transform.scale().x())
                .addScale(transform.scale().y())
                .addScale(transform.scale().z())
                .setDynamic(object.dynamic())
                .setProperties(object.properties().toJson())
                .setFlags(peer(object.flags()))
                .build();
    }

    private static PeerFlags peer(ContentFlags flags) {
        PeerFlags.Builder peer = PeerFlags.newBuilder().setMature(flags.mature());
        for (ContentCategory category : ContentCategory.values()) {
            peer.addSeverities(flags.severity(category).number());
        }
        return peer.addAllSources(flags.sources()).build();
    }
}
