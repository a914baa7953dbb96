package dev.terrane.world.chunks.web;

import dev.terrane.core.chunk.codec.ChunkJson;
import dev.terrane.world.chunks.StoredChunk;
import java.nio.charset.StandardCharsets;
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

    /** The one an Accept header asks for; JSON when it asks for none of them. */
    static Representation of(String accept) {
        if (accept.contains(AGPC_TYPE)) {
            return AGPC;
        }
        return accept.contains(MediaType.IMAGE_PNG_VALUE) ? PNG : JSON;
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
