package dev.terrane.world.definitions.web;

import dev.terrane.support.web.EntityTags;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** ETags of worlds and rooms: the revision of the definitions of a world and its rooms. */
final class DefinitionTags {
    private DefinitionTags() {}

    /**
     * The revision a change was made for.
     *
     * @param what what is changed, with its article
     */
    static long base(@Nullable String ifMatch, String what) {
        if (ifMatch != null && (ifMatch.isBlank() || ifMatch.strip().equals("*"))) {
            throw EntityTags.unconditional(what + " is changed with If-Match and its one ETag");
        }
        return EntityTags.required(ifMatch, what, DefinitionTags::find);
    }

    private static Optional<Long> find(String tag) {
        return tag.matches("[1-9][0-9]{0,17}")
                ? Optional.of(Long.parseLong(tag))
                : Optional.empty();
    }
}
