package dev.terrane.world.chunks;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.codec.BodyForm;
import dev.terrane.core.chunk.codec.ChunkImage;
import dev.terrane.world.flags.ChunkAssets;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Stored bytes as chunks, and back. What verified once is kept by its checksum, which covers key,
 * revision and content, so nothing kept can be stale. For the store's threads only, but for {@link
 * #find}: bodies may be compressed by native code.
 */
@Component
public final class Payloads {
    /** A decoded chunk takes about this many times its image. */
    private static final int DECODED_WEIGHT = 4;

    /** "AGPC", little-endian. */
    private static final int MAGIC = 0x43504741;

    private static final int VERSION_OFFSET = 4;

    private final Cache<Checksum, Payload> cache;
    private final BodyForm form;
    private final OldFormats formats;

    /** Makes an empty cache. */
    public Payloads(ChunkProperties properties, OldFormats formats) {
        this.form = properties.compression() ? BodyForm.ZSTD : BodyForm.RAW;
        this.formats = formats;
        this.cache =
                Caffeine.newBuilder()
                        // A few microseconds here; waking a pool's thread takes more.
                        .executor(Runnable::run)
                        .maximumWeight(properties.cacheSize().toBytes())
                        .<Checksum, Payload>weigher(
                                (_, payload) -> payload.image().size() * DECODED_WEIGHT)
                        .build();
    }

    /**
     * A chunk with the image that is served of it. Immutable.
     *
     * <p>Its image is raw and of the current format, whatever the stored bytes are.
     */
    static final class Payload {
        private final Bytes image;
        private final Checksum checksum;
        private final Chunk chunk;
        private final ChunkHead head;
        private volatile @Nullable Set<String> assets;

        Payload(Bytes image, Checksum checksum, Chunk chunk) {
            this.image = image;
            this.checksum = checksum;
            this.chunk = chunk;
            this.head =
                    new ChunkHead(
                            chunk.key(),
                            chunk.meta().revision(),
                            checksum,
                            chunk.meta().updatedAt());
        }

        /** What its chunk's row says, unless that is of an older format. */
        ChunkHead head() {
            return head;
        }

        Bytes image() {
            return image;
        }

        /** The image's. */
        Checksum checksum() {
            return checksum;
        }

        Chunk chunk() {
            return chunk;
        }

        /** The assets it refers to; found when they are first asked for. */
        Set<String> assets() {
            Set<String> found = assets;
            if (found == null) {
                found = Set.copyOf(ChunkAssets.of(chunk));
                assets = found;
            }
            return found;
        }
    }

    /** What stored bytes are. */
    sealed interface Read {
        /** They verify. */
        record Good(Payload payload) implements Read {}

        /** They do not. */
        record Bad(String detail) implements Read {}

        /** A newer service wrote them. */
        record Newer(int formatVersion) implements Read {}
    }

    /** The payload of a revision; the bytes are asked for only if it is not kept. */
    Read read(ChunkHead head, Supplier<Bytes> stored) {
        Payload kept = cache.getIfPresent(head.checksum());
        if (kept != null && kept.chunk().key().equals(head.key())) {
            return new Read.Good(kept);
        }
        Read read = decode(head, stored.get());
        if (read instanceof Read.Good(Payload payload)) {
            cache.put(head.checksum(), payload);
        }
        return read;
    }

    /** The head of a payload that is kept; empty for one that was of an older format. */
    Optional<ChunkHead> findHead(Checksum checksum) {
        Payload kept = cache.getIfPresent(checksum);
        return kept != null && kept.checksum().equals(checksum)
                ? Optional.of(kept.head())
                : Optional.empty();
    }

    /** A revision's payload, if it is kept. */
    Optional<Payload> find(ChunkHead head) {
        return find(head.key(), head.checksum());
    }

    /** The same by the checksum of the chunk's row. */
    Optional<Payload> find(ChunkKey key, Checksum checksum) {
        Payload kept = cache.getIfPresent(checksum);
        return kept != null && kept.chunk().key().equals(key)
                ? Optional.of(kept)
                : Optional.empty();
    }

    /**
     * A head as clients see it. A row of an older format states the checksum of its own bytes, but
     * is served in the current format, whose checksum is another: that one is told, here as in
     * every read. What cannot be lifted keeps the row's.
     */
    ChunkHead served(ChunkHead head, int formatVersion, Supplier<Bytes> stored) {
        if (formatVersion < 0
                || formatVersion >= AgpcCodec.VERSION
                || !(read(head, stored) instanceof Read.Good(Payload payload))
                || payload.checksum().equals(head.checksum())) {
            return head;
        }
        return new ChunkHead(head.key(), head.revision(), payload.checksum(), head.updatedAt());
    }

    /** Reads bytes without the cache. */
    Read decode(ChunkHead head, Bytes stored) {
        int version = version(stored);
        if (version > AgpcCodec.VERSION) {
            return new Read.Newer(version);
        }
        Optional<OldFormats.Reader> old =
                version < 0 || version == AgpcCodec.VERSION
                        ? Optional.empty()
                        : formats.find(version);
        Decoded<Chunk> decoded =
                old.isPresent()
                        ? old.get().read(stored)
                        : AgpcCodec.decode(stored, ChunkLimits.DEFAULT, AgpcCodec.Verify.CHECKSUM);
        return switch (decoded) {
            case Decoded.Rejected<Chunk> rejected ->
                    new Read.Bad(rejected.location() + ": " + rejected.detail());
            case Decoded.Ok<Chunk>(Chunk chunk) -> checked(head, stored, chunk, old.isPresent());
        };
    }

    private static Read checked(ChunkHead head, Bytes stored, Chunk chunk, boolean lifted) {
        if (!chunk.key().equals(head.key())) {
            return new Read.Bad("it holds chunk " + chunk.key());
        }
        if (chunk.meta().revision() != head.revision()) {
            return new Read.Bad("it holds revision " + chunk.meta().revision());
        }
        Payload payload = served(stored, chunk, lifted);
        return lifted || payload.checksum().equals(head.checksum())
                ? new Read.Good(payload)
                : new Read.Bad("its checksum is " + payload.checksum() + ", not the row's");
    }

    /** Bytes that verified and were not compressed are what encoding would make of their chunk. */
    private static Payload served(Bytes stored, Chunk chunk, boolean lifted) {
        if (!lifted
                && AgpcCodec.decodeHeader(stored)
                        instanceof Decoded.Ok<AgpcCodec.Header>(AgpcCodec.Header header)
                && !header.zstd()) {
            return new Payload(stored, header.checksum(), chunk);
        }
        ChunkImage image = AgpcCodec.encode(chunk);
        return new Payload(image.bytes(), image.checksum(), chunk);
    }

    /** What a commit wrote, so that it is not read back. */
    void remember(ChunkImage image, Chunk chunk) {
        cache.put(image.checksum(), new Payload(image.bytes(), image.checksum(), chunk));
    }

    /**
     * What a commit replaced. The cache admits by use, so revisions nobody reads again would keep
     * new ones out.
     */
    void forget(Checksum checksum) {
        cache.invalidate(checksum);
    }

    /** The bytes to store of a chunk whose image this is. */
    public Bytes toStore(Chunk chunk, ChunkImage image) {
        return switch (form) {
            case RAW -> image.bytes();
            case ZSTD -> {
                Bytes packed = AgpcCodec.encode(chunk, BodyForm.ZSTD).bytes();
                yield packed.size() < image.bytes().size() ? packed : image.bytes();
            }
        };
    }

    /** The format version stored bytes state; -1 when there is none. */
    static int version(Bytes stored) {
        if (stored.size() < VERSION_OFFSET + 2) {
            return -1;
        }
        ByteBuffer bytes = stored.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
        return bytes.getInt(0) == MAGIC ? bytes.getShort(VERSION_OFFSET) & 0xFFFF : -1;
    }
}
