package dev.terrane.world.imports;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.codec.BodyForm;
import org.jspecify.annotations.Nullable;

/**
 * Staged content as bytes: sections 01 to 04 without moderation flags and meta, which are the
 * commit's to set. Compression is native: not for virtual threads.
 */
final class StagedImages {
    private StagedImages() {}

    /**
     * The image of a chunk's content.
     *
     * @throws dev.terrane.core.chunk.codec.ChunkTooLargeException when its body is too long
     */
    static Bytes write(Chunk chunk) {
        Chunk plain = plain(chunk);
        Bytes raw = AgpcCodec.encode(plain).bytes();
        Bytes packed = AgpcCodec.encode(plain, BodyForm.ZSTD).bytes();
        return packed.size() < raw.size() ? packed : raw;
    }

    private static Chunk plain(Chunk chunk) {
        return chunk.withFlags(ContentFlags.NONE)
                .withContent(
                        chunk.layers(),
                        chunk.objects().stream()
                                .map(object -> object.withFlags(ContentFlags.NONE))
                                .toList())
                .withMeta(Meta.NONE);
    }

    /** The content of an image; null for none. */
    static @Nullable Chunk read(@Nullable Bytes image) {
        if (image == null) {
            return null;
        }
        return switch (AgpcCodec.decode(image, ChunkLimits.DEFAULT, AgpcCodec.Verify.CHECKSUM)) {
            case Decoded.Ok<Chunk>(Chunk chunk) -> chunk;
            case Decoded.Rejected<Chunk> rejected ->
                    throw new IllegalStateException(
                            "a staged chunk does not verify: " + rejected.detail());
        };
    }
}
