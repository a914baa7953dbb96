package dev.terrane.core.chunk.codec;

import com.github.luben.zstd.Zstd;
import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import java.security.MessageDigest;
import java.util.Arrays;

/** Writes AGPC v1. The uncompressed form is canonical: one model, one sequence of bytes. */
final class AgpcEncoder {
    private final LeWriter out;
    private int metaStart;

    private AgpcEncoder(int capacity) {
        out = new LeWriter(capacity);
    }

    static ChunkImage encode(Chunk chunk, BodyForm form) {
        AgpcEncoder encoder = new AgpcEncoder(estimate(chunk));
        encoder.out.skip(Agpc.HEADER_BYTES);
        encoder.body(chunk);
        int bodyBytes = encoder.out.size() - Agpc.HEADER_BYTES;
        if (bodyBytes > AgpcCodec.BODY_BYTES_MAX) {
            throw new ChunkTooLargeException(bodyBytes);
        }
        byte[] buffer = encoder.out.buffer();
        MessageDigest sha = Checksum.sha256();
        sha.update(buffer, Agpc.HEADER_BYTES, encoder.metaStart - Agpc.HEADER_BYTES);
        Checksum content = Checksum.of(copy(sha).digest());
        sha.update(buffer, encoder.metaStart, encoder.out.size() - encoder.metaStart);
        byte[] checksum = sha.digest();
        byte[] image =
                switch (form) {
                    case RAW -> Arrays.copyOf(buffer, encoder.out.size());
                    case ZSTD -> compressed(buffer, bodyBytes);
                };
        header(image, form, checksum);
        return new ChunkImage(Bytes.wrap(image), bodyBytes, Checksum.of(checksum), content);
    }

    private static MessageDigest copy(MessageDigest sha) {
        try {
            return (MessageDigest) sha.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the JDK's SHA-256 can be cloned", e);
        }
    }

    private static int estimate(Chunk chunk) {
        return 256
                + chunk.layers().size() * (64 + chunk.grid().size().cells() * 2)
                + chunk.layers().stream().mapToInt(layer -> layer.palette().size() * 32).sum()
                + chunk.objects().size() * 160;
    }

    private static byte[] compressed(byte[] buffer, int bodyBytes) {
        byte[] frame =
                Zstd.compress(
                        Arrays.copyOfRange(
                                buffer, Agpc.HEADER_BYTES, Agpc.HEADER_BYTES + bodyBytes),
                        3);
        LeWriter out = new LeWriter(Agpc.HEADER_BYTES + 4 + frame.length);
        out.skip(Agpc.HEADER_BYTES);
        out.i32(bodyBytes);
        out.raw(frame);
        return out.buffer();
    }

    private static void header(byte[] image, BodyForm form, byte[] checksum) {
        LeWriter header = new LeWriter(Agpc.HEADER_BYTES);
        header.i32(Agpc.MAGIC);
        header.u16(Agpc.VERSION);
        header.u16(Agpc.HEADER_LENGTH);
        header.i32(form == BodyForm.ZSTD ? Agpc.FLAG_ZSTD : 0);
        header.i32(image.length - Agpc.HEADER_BYTES);
        header.raw(checksum);
        System.arraycopy(header.buffer(), 0, image, 0, Agpc.HEADER_BYTES);
    }

    private void body(Chunk chunk) {
        metadata(chunk);
        chunk.layers().forEach(this::layer);
        chunk.objects().forEach(this::object);
        int flags = out.beginSection(Agpc.FLAGS);
        contentFlags(chunk.flags());
        out.endSection(flags);
        metaStart = out.size();
        int meta = out.beginSection(Agpc.META);
        out.i64(chunk.meta().createdAt().toEpochMilli());
        out.i64(chunk.meta().updatedAt().toEpochMilli());
        out.i32((int) chunk.meta().revision());
        out.string(chunk.meta().author());
        out.endSection(meta);
    }

    private void metadata(Chunk chunk) {
        int section = out.beginSection(Agpc.METADATA);
        out.string(chunk.key().world().value());
        out.string(chunk.key().room().room().value());
        out.i32(chunk.key().coord().cx());
        out.i32(chunk.key().coord().cy());
        out.i32(chunk.key().coord().cz());
        Box box = chunk.bounds();
        out.f32(box.minX());
        out.f32(box.minY());
        out.f32(box.minZ());
        out.f32(box.maxX());
        out.f32(box.maxY());
        out.f32(box.maxZ());
        out.endSection(section);
    }

    private void layer(TileLayer layer) {
        int section = out.beginSection(Agpc.LAYER);
        out.string(layer.name());
        out.u16(layer.layerId());
        out.u16(layer.size().x());
        out.u16(layer.size().y());
        out.u16(layer.size().z());
        out.u16(layer.palette().size());
        for (TileDef tile : layer.palette()) {
            out.u16(tile.id());
            out.string(tile.assetId());
            out.flag(tile.solid());
            out.i32(tile.flags());
            out.u8(tile.variants());
        }
        out.i32(layer.tiles().size());
        out.tiles(layer.tiles());
        out.endSection(section);
    }

    private void object(WorldObject object) {
        int section = out.beginSection(Agpc.OBJECT);
        out.string(object.id().value());
        out.string(object.type());
        out.string(object.assetId());
        Transform transform = object.transform();
        vector(transform.position());
        out.f32(transform.rotation().x());
        out.f32(transform.rotation().y());
        out.f32(transform.rotation().z());
        out.f32(transform.rotation().w());
        vector(transform.scale());
        out.flag(object.dynamic());
        out.string(object.properties().toJson());
        contentFlags(object.flags());
        out.endSection(section);
    }

    private void vector(Transform.Vector vector) {
        out.f32(vector.x());
        out.f32(vector.y());
        out.f32(vector.z());
    }

    private void contentFlags(ContentFlags flags) {
        for (ContentCategory category : ContentCategory.values()) {
            out.u8(flags.severity(category).number());
        }
        out.flag(flags.mature());
        out.u16(flags.sources().size());
        flags.sources().forEach(out::string);
    }
}
