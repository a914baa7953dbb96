package dev.terrane.world.chunks.web;

import org.springframework.http.MediaType;

/** How a chunk is shown on REST. */
enum Representation {
    /** The AGPC image, as stored. */
    AGPC("agpc", MediaType.parseMediaType("application/vnd.terrane.agpc")),
    /** The JSON form. */
    JSON("json", MediaType.APPLICATION_JSON);

    static final String AGPC_TYPE = "application/vnd.terrane.agpc";
    static final String PATCH_TYPE = "application/json-patch+json";

    private final String suffix;
    private final MediaType mediaType;

    Representation(String suffix, MediaType mediaType) {
        this.suffix = suffix;
        this.mediaType = mediaType;
    }

    MediaType mediaType() {
        return mediaType;
    }

    /** The ETag of a chunk with this checksum. */
    String tag(String checksum) {
        return '"' + checksum + '-' + suffix + '"';
    }
}
