package dev.terrane.schema.drafts.web;

import dev.terrane.schema.drafts.DraftExpectation;
import dev.terrane.schema.drafts.DraftTag;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.support.web.EntityTags;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** What the headers of a change say of the draft it was made for. */
final class DraftConditions {
    private DraftConditions() {}

    /** If-Match with one tag, or If-None-Match: *. */
    static DraftExpectation expectation(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
        if (ifMatch != null && ifNoneMatch == null) {
            return new DraftExpectation.Exactly(tag(ifMatch));
        }
        if (ifNoneMatch == null) {
            throw EntityTags.unconditional(
                    "a draft is changed with If-Match and its ETag, and made with"
                            + " If-None-Match: *");
        }
        if (ifMatch != null || !ifNoneMatch.strip().equals("*")) {
            throw SchemaNames.bad(
                    HttpHeaders.IF_NONE_MATCH,
                    "If-None-Match: it is * alone, to make a draft that is not there");
        }
        return new DraftExpectation.Absent();
    }

    /** If-Match with one tag. */
    static DraftTag tag(@Nullable String ifMatch) {
        return EntityTags.required(ifMatch, "a draft", DraftTag::find);
    }
}
