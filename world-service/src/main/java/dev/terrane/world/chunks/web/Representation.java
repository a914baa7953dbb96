package dev.terrane.world.chunks.web;

import dev.terrane.core.chunk.codec.ChunkJson;
import dev.terrane.support.web.AcceptHeader;
import dev.terrane.world.chunks.StoredChunk;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** How a chunk is shown on REST. */
enum Representation {
    /** The AGPC image, as stored. */
    AGPC("agpc", MediaType.parseMediaType("application/vnd.terrane.agpc")),
    /** The JSON form. */
    JSON("json", MediaType.APPLICATION_JSON),
    /** A picture of it. */
    PNG("png", MediaType.IMAGE_PNG);

    static final String AGPC_TYPE = "application/vnd.terrane.agpc";
    static final String PATCH_TYPE = "application/json-patch+json";

    private final String suffix;
    private final MediaType mediaType;

    Representation(String suffix, MediaType mediaType) {
        this.suffix = suffix;
        this.mediaType = mediaType;
    }

    /**
     * The one an Accept header likes best; of those it likes alike the one it names more exactly,
     * then JSON. That it accepts one of them was checked before.
     */
    static Representation of(String accept) {
        AcceptHeader header = AcceptHeader.of(List.of(accept));
        Representation best = JSON;
        AcceptHeader.Liking most = header.liking(JSON.mediaType);
        for (Representation other : List.of(AGPC, PNG)) {
            AcceptHeader.Liking liking = header.liking(other.mediaType);
            if (liking.compareTo(most) > 0) {
                best = other;
                most = liking;
            }
        }
        return best;
    }

    /** Whether a body of this Content-Type is an image; the type was accepted before. */
    static boolean isImage(String contentType) {
        return MediaType.parseMediaType(contentType).equalsTypeAndSubtype(AGPC.mediaType);
    }

    /** The ETag of a chunk with this checksum. */
    String tag(String checksum) {
        return '"' + checksum + '-' + suffix + '"';
    }

    /** The chunk, or that the copy somebody holds is it. */
    ResponseEntity<byte[]> reply(StoredChunk chunk, @Nullable String ifNoneMatch) {
        String tag = tag(chunk.head().checksum().hex());
        if (ChunkConditions.holds(ifNoneMatch, tag)) {
            return headers(ResponseEntity.status(304), chunk, tag).build();
        }
        byte[] body =
                switch (this) {
                    case AGPC -> chunk.image().toArray();
                    case JSON -> ChunkJson.encode(chunk.chunk()).getBytes(StandardCharsets.UTF_8);
                    case PNG -> ChunkPicture.of(chunk.chunk());
                };
        return headers(ResponseEntity.ok(), chunk, tag).contentType(mediaType).body(body);
    }

    private static <B extends ResponseEntity.HeadersBuilder<B>> B headers(
            B builder, StoredChunk chunk, String tag) {
        return builder.eTag(tag)
                .header("Terrane-Revision", Long.toString(chunk.head().revision()))
                .cacheControl(CacheControl.noCache().cachePrivate())
                .varyBy(HttpHeaders.AUTHORIZATION, HttpHeaders.ACCEPT);
    }
}
