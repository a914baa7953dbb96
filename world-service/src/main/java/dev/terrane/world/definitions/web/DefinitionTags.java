package dev.terrane.world.definitions.web;

import dev.terrane.support.web.EntityTags;
import dev.terrane.world.definitions.DefinitionTag;
import org.jspecify.annotations.Nullable;

/** ETags of worlds and rooms: the state of the definitions of a world and its rooms. */
final class DefinitionTags {
    private DefinitionTags() {}

    /**
     * The state a change was made for.
     *
     * @param what what is changed, with its article
     */
    static DefinitionTag base(@Nullable String ifMatch, String what) {
        if (ifMatch != null && (ifMatch.isBlank() || ifMatch.strip().equals("*"))) {
            throw EntityTags.unconditional(what + " is changed with If-Match and its one ETag");
        }
        return EntityTags.required(ifMatch, what, DefinitionTag::parse);
    }
}
