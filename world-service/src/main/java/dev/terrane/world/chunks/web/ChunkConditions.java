package dev.terrane.world.chunks.web;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.definitions.Requests;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The base of a change, from its conditional headers. */
final class ChunkConditions {
    /** A chunk's ETag of any representation, or a bare checksum. */
    private static final Pattern TAG = Pattern.compile("\"([0-9a-f]{64})(-[a-z0-9]+)?\"");

    private ChunkConditions() {}

    /** The base of a change to a chunk that exists. */
    static Base base(@Nullable String ifMatch) {
        if (ifMatch == null || ifMatch.isBlank() || ifMatch.strip().equals("*")) {
            throw TerraneException.of(
                            CommonError.PRECONDITION_REQUIRED,
                            "If-Match with the ETag of one revision is required")
                    .field("If-Match")
                    .toException();
        }
        Matcher tag = TAG.matcher(ifMatch.strip());
        if (!tag.matches()) {
            throw Requests.bad("If-Match", "one strong ETag of a chunk is expected");
        }
        return Base.ofChecksum(tag.group(1));
    }

    /** The base of a put: a creation with {@code If-None-Match: *}, else a replacement. */
    static Base base(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
        if (ifNoneMatch == null) {
            return base(ifMatch);
        }
        if (ifMatch != null || !ifNoneMatch.strip().equals("*")) {
            throw Requests.bad("If-None-Match", "it is * and stands without If-Match");
        }
        return Base.NONE;
    }

    /** Whether a copy with one of these ETags is the one that would be sent. */
    static boolean holds(@Nullable String ifNoneMatch, String tag) {
        if (ifNoneMatch == null) {
            return false;
        }
        for (String held : ifNoneMatch.split(",")) {
            String strong =
                    held.strip().startsWith("W/") ? held.strip().substring(2) : held.strip();
            if (strong.equals(tag) || strong.equals("*")) {
                return true;
            }
        }
        return false;
    }
}
