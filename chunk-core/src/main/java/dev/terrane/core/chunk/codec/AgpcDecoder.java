package dev.terrane.core.chunk.codec;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.Decoded.Location;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.Properties;
import dev.terrane.core.chunk.RejectReason;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.Texts;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileGrid;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one uncompressed body. Every length is checked against what is left before use. */
final class AgpcDecoder {
    /** Eight severities, mature and the number of sources: all zero when nothing is flagged. */
    private static final int NO_FLAGS_BYTES = 11;

    private final LeReader in;
    private final ChunkLimits limits;
    private final List<TileLayer> layers = new ArrayList<>();
    private final List<WorldObject> objects = new ArrayList<>();
    private final Set<String> layerNames = new HashSet<>();

    AgpcDecoder(byte[] body, int start, int end, ChunkLimits limits) {
        this.in = new LeReader(body, start, end);
        this.limits = limits;
    }

    Chunk decode() {
        in.beginSection(Agpc.METADATA, "metadata (01)");
        long place = in.offset();
        ChunkKey key = key();
        ChunkGrid grid = grid(key);
        in.endSection();
        Box box = grid.findBounds(key.coord()).orElseThrow();
        while (in.atSection(Agpc.LAYER)) {
            limit("layersMax", limits.layersMax(), layers.size() + 1);
            in.beginSection(Agpc.LAYER, "tile layer (02)");
            layers.add(layer(grid.size()));
            in.endSection();
        }
        while (in.atSection(Agpc.OBJECT)) {
            limit("objectsMax", limits.objectsMax(), objects.size() + 1);
            in.beginSection(Agpc.OBJECT, "object (03)");
            objects.add(object(box));
            in.endSection();
        }
        in.beginSection(Agpc.FLAGS, "content flags (04)");
        ContentFlags flags = contentFlags();
        in.endSection();
        in.beginSection(Agpc.META, "meta (05)");
        Meta meta = meta();
        in.endSection();
        in.requireEnd();
        try {
            return new Chunk(key, grid, layers, objects, flags, meta);
        } catch (IllegalArgumentException e) {
            // Unreachable while the checks above cover the model's; kept so that bytes never throw.
            throw DecodeFault.at(place, RejectReason.BAD_VALUE, String.valueOf(e.getMessage()));
        }
    }

    private void limit(String name, int limit, int actual) {
        if (actual > limit) {
            throw DecodeFault.over(new Location.Offset(in.offset()), name, limit, actual);
        }
    }

    private ChunkKey key() {
        String world = id();
        String room = id();
        return ChunkKey.of(world, room, in.i32(), in.i32(), in.i32());
    }

    private String id() {
        long at = in.offset();
        return checked(at, in.string(), Texts::idFault);
    }

    private ChunkGrid grid(ChunkKey key) {
        long at = in.offset();
        double minX = in.f32();
        double minY = in.f32();
        double minZ = in.f32();
        double maxX = in.f32();
        double maxY = in.f32();
        double maxZ = in.f32();
        double sizeX = maxX - minX;
        double sizeY = maxY - minY;
        double sizeZ = maxZ - minZ;
        if (sizeX != (int) sizeX
                || sizeY != (int) sizeY
                || sizeZ != (int) sizeZ
                || ChunkSize.fault((int) sizeX, (int) sizeY, (int) sizeZ) != null) {
            throw DecodeFault.at(
                    at,
                    RejectReason.BAD_VALUE,
                    "bounds of %s × %s × %s cells".formatted(sizeX, sizeY, sizeZ));
        }
        ChunkSize size = new ChunkSize((int) sizeX, (int) sizeY, (int) sizeZ);
        double originX = minX - (double) key.coord().cx() * size.x();
        double originY = minY - (double) key.coord().cy() * size.y();
        double originZ = minZ - (double) key.coord().cz() * size.z();
        if ((float) originX != originX
                || (float) originY != originY
                || (float) originZ != originZ) {
            throw DecodeFault.at(
                    at, RejectReason.BAD_VALUE, "bounds that no exact origin gives at this key");
        }
        ChunkGrid grid = new ChunkGrid(size, new ChunkGrid.Origin(originX, originY, originZ));
        if (grid.findBounds(key.coord())
                .filter(new Box(minX, minY, minZ, maxX, maxY, maxZ)::equals)
                .isEmpty()) {
            throw DecodeFault.at(
                    at,
                    RejectReason.BAD_VALUE,
                    "no exact bounds at " + key.coord() + " for chunks of " + size);
        }
        return grid;
    }

    private TileLayer layer(ChunkSize size) {
        long at = in.offset();
        String name = checked(at, in.string(), TileLayer::nameFault);
        long idAt = in.offset();
        int layerId = in.u16();
        if (!layers.isEmpty() && layers.getLast().layerId() >= layerId) {
            throw DecodeFault.at(
                    idAt,
                    RejectReason.NOT_CANONICAL,
                    "layer %d after %d".formatted(layerId, layers.getLast().layerId()));
        }
        if (!layerNames.add(name)) {
            throw DecodeFault.at(at, RejectReason.DUPLICATE, "layer name '" + name + "'");
        }
        long sizeAt = in.offset();
        int width = in.u16();
        int height = in.u16();
        int depth = in.u16();
        if (width != size.x() || height != size.y() || depth != size.z()) {
            throw DecodeFault.at(
                    sizeAt,
                    RejectReason.MISMATCH,
                    "layer of %d × %d × %d in a chunk of %s".formatted(width, height, depth, size));
        }
        List<TileDef> palette = palette();
        long countAt = in.offset();
        long count = in.u32();
        if (count != size.cells()) {
            throw DecodeFault.at(
                    countAt,
                    RejectReason.MISMATCH,
                    "tile_count is " + count + ", the chunk has " + size.cells() + " cells");
        }
        long tilesAt = in.offset();
        TileGrid tiles = in.tiles(size.cells());
        int stray = TileLayer.strayCell(palette, tiles);
        if (stray >= 0) {
            throw DecodeFault.at(
                    tilesAt + 2L * stray,
                    RejectReason.BAD_VALUE,
                    "cell %d holds %d, which is not in the palette"
                            .formatted(stray, tiles.get(stray)));
        }
        return new TileLayer(name, layerId, size, palette, tiles);
    }

    private List<TileDef> palette() {
        int count = in.u16();
        // The smallest entry has 10 bytes: a count that cannot fit is refused before allocation.
        in.require(count * 10L);
        List<TileDef> palette = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long at = in.offset();
            int id = in.u16();
            String asset = in.string();
            boolean solid = in.flag();
            int flags = in.i32();
            int variants = in.u8();
            TileDef tile = tile(at, id, asset, solid, flags, variants);
            if (i == 0 ? id != 0 : id <= palette.getLast().id()) {
                throw DecodeFault.at(
                        at,
                        RejectReason.NOT_CANONICAL,
                        i == 0
                                ? "entry 0 (air) comes first"
                                : "palette id " + id + " out of order");
            }
            palette.add(tile);
        }
        if (palette.isEmpty()) {
            throw DecodeFault.at(in.offset(), RejectReason.BAD_VALUE, "entry 0 (air) is required");
        }
        return palette;
    }

    private static TileDef tile(
            long at, int id, String asset, boolean solid, int flags, int variants) {
        try {
            return new TileDef(id, asset, solid, flags, variants);
        } catch (IllegalArgumentException e) {
            String fault = TileDef.fault(id, asset, solid, flags, variants);
            throw DecodeFault.at(at, RejectReason.BAD_VALUE, "palette id " + id + ": " + fault);
        }
    }

    private WorldObject object(Box box) {
        long at = in.offset();
        String idText = in.string();
        ObjectId id = objectId(at, idText);
        if (!objects.isEmpty() && objects.getLast().id().value().compareTo(idText) >= 0) {
            throw DecodeFault.at(
                    at,
                    RejectReason.NOT_CANONICAL,
                    "object %s after %s".formatted(id, objects.getLast().id()));
        }
        long typeAt = in.offset();
        String type = in.string();
        long assetAt = in.offset();
        String asset = in.string();
        Transform transform = transform(id, box);
        boolean dynamic = in.flag();
        Properties properties = properties();
        ContentFlags flags = contentFlags();
        try {
            return new WorldObject(id, type, asset, transform, properties, dynamic, flags);
        } catch (IllegalArgumentException e) {
            // The model checks both texts; which of them it was is found out only now.
            checked(typeAt, type, WorldObject::typeFault);
            checked(assetAt, asset, Texts::assetFault);
            throw DecodeFault.at(at, RejectReason.BAD_VALUE, String.valueOf(e.getMessage()));
        }
    }

    private static ObjectId objectId(long at, String text) {
        try {
            return new ObjectId(text);
        } catch (IllegalArgumentException e) {
            throw DecodeFault.at(at, RejectReason.BAD_TEXT, String.valueOf(Texts.idFault(text)));
        }
    }

    private Transform transform(ObjectId id, Box box) {
        long positionAt = in.offset();
        Transform.Vector position = vector();
        if (!box.contains(position.x(), position.y(), position.z())) {
            throw DecodeFault.at(
                    positionAt,
                    RejectReason.BAD_VALUE,
                    "object %s at %s is outside its chunk".formatted(id, position));
        }
        long rotationAt = in.offset();
        Transform.Rotation rotation = Transform.Rotation.of(in.f32(), in.f32(), in.f32(), in.f32());
        Transform.Vector scale = vector();
        try {
            return new Transform(position, rotation, scale);
        } catch (IllegalArgumentException e) {
            fault(rotationAt, rotation.fault());
            throw DecodeFault.at(
                    rotationAt + 16, RejectReason.BAD_VALUE, String.valueOf(e.getMessage()));
        }
    }

    private Properties properties() {
        long at = in.offset();
        Properties known = in.findProperties();
        if (known != null) {
            return known;
        }
        return switch (Properties.ofCanonical(in.string())) {
            case Decoded.Ok<Properties>(Properties properties) -> properties;
            case Decoded.Rejected<Properties> rejected ->
                    throw DecodeFault.at(
                            at,
                            rejected.reason(),
                            "properties, " + rejected.location() + ": " + rejected.detail());
        };
    }

    private Transform.Vector vector() {
        return new Transform.Vector(in.f32(), in.f32(), in.f32());
    }

    private ContentFlags contentFlags() {
        if (in.skipsZeros(NO_FLAGS_BYTES)) {
            return ContentFlags.NONE;
        }
        Map<ContentCategory, Severity> severities = new EnumMap<>(ContentCategory.class);
        for (ContentCategory category : ContentCategory.values()) {
            long at = in.offset();
            int number = in.u8();
            severities.put(
                    category,
                    Severity.find(number)
                            .orElseThrow(
                                    () ->
                                            DecodeFault.at(
                                                    at,
                                                    RejectReason.BAD_VALUE,
                                                    "severity " + number)));
        }
        boolean mature = in.flag();
        long countAt = in.offset();
        int count = in.u16();
        if (count > ContentFlags.SOURCES_MAX) {
            throw DecodeFault.over(
                    new Location.Offset(countAt), "sourcesMax", ContentFlags.SOURCES_MAX, count);
        }
        List<String> sources = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long at = in.offset();
            String source = checked(at, in.string(), Texts::textFault);
            if (i > 0 && sources.getLast().compareTo(source) >= 0) {
                throw DecodeFault.at(
                        at, RejectReason.NOT_CANONICAL, "sources are sorted, each once");
            }
            sources.add(source);
        }
        return new ContentFlags(severities, mature, sources);
    }

    private Meta meta() {
        Instant created = time();
        Instant updated = time();
        long revision = in.u32();
        long at = in.offset();
        return new Meta(created, updated, revision, checked(at, in.string(), Texts::textFault));
    }

    private Instant time() {
        long at = in.offset();
        long millis = in.i64();
        if (millis < Meta.MILLIS_MIN || millis > Meta.MILLIS_MAX) {
            throw DecodeFault.at(at, RejectReason.BAD_VALUE, "time " + millis);
        }
        return Instant.ofEpochMilli(millis);
    }

    private interface Rule {
        @Nullable String faultOf(String value);
    }

    private static String checked(long at, String value, Rule rule) {
        String fault = rule.faultOf(value);
        if (fault != null) {
            throw DecodeFault.at(at, RejectReason.BAD_TEXT, fault);
        }
        return value;
    }

    private static void fault(long at, @Nullable String fault) {
        if (fault != null) {
            throw DecodeFault.at(at, RejectReason.BAD_VALUE, fault);
        }
    }
}
