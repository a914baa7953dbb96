package dev.terrane.schema.drafts.web;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.drafts.DraftExpectation;
import dev.terrane.schema.drafts.DraftRefusals;
import dev.terrane.schema.drafts.DraftTag;
import org.jspecify.annotations.Nullable;

/** What the headers of a change say of the draft it was made for. */
final class DraftConditions {
    private DraftConditions() {}

    /** If-Match with one tag, or If-None-Match: *. */
    static DraftExpectation expectation(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
        if (ifMatch != null && ifNoneMatch == null) {
            return new DraftExpectation.Exactly(tag(ifMatch));
        }
        if (ifNoneMatch == null) {
            throw DraftRefusals.unconditional();
        }
        if (ifMatch != null || !ifNoneMatch.strip().equals("*")) {
            throw bad("If-None-Match", "it is * alone, to make a draft that is not there");
        }
        return new DraftExpectation.Absent();
    }

    /** If-Match with one tag. */
    static DraftTag tag(@Nullable String ifMatch) {
        if (ifMatch == null) {
            throw DraftRefusals.unconditional();
        }
        String text = ifMatch.strip();
        boolean quoted = text.length() > 2 && text.startsWith("\"") && text.endsWith("\"");
        return DraftTag.find(quoted ? text.substring(1, text.length() - 1) : "")
                .orElseThrow(() -> bad("If-Match", "it is the one ETag the draft was read with"));
    }

    private static TerraneException bad(String header, String text) {
        return TerraneException.of(CommonError.INVALID_ARGUMENT, header + ": " + text)
                .field(header)
                .toException();
    }
}
