package dev.terrane.support.web;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

/** ETags (RFC 9110, 8.8.3): how answers carry them, and the one that a change names. */
public final class EntityTags {
    private static final Pattern STRONG = Pattern.compile("\"([!#-~]+)\"");

    private EntityTags() {}

    /** A strong tag as it stands in a header. */
    public static String strong(Object tag) {
        return "\"" + tag + "\"";
    }

    /** Headers of what changes: it may be kept, and is asked for again by its tag. */
    public static <B extends ResponseEntity.HeadersBuilder<?>> B changing(B answer, Object tag) {
        answer.eTag(strong(tag));
        return revalidated(answer);
    }

    /** Headers of what one caller may keep and has to ask for again. */
    public static <B extends ResponseEntity.HeadersBuilder<?>> B revalidated(B answer) {
        answer.cacheControl(CacheControl.noCache().cachePrivate())
                .varyBy(HttpHeaders.AUTHORIZATION);
        return answer;
    }

    /**
     * The tag a change names in If-Match: one strong tag, no list and no {@code *}.
     *
     * @param what what is changed, with its article
     * @param find reads the tag, without its quotes
     * @throws TerraneException PRECONDITION_REQUIRED without the header, INVALID_ARGUMENT when it
     *     holds anything else
     */
    public static <T> T required(
            @Nullable String ifMatch, String what, Function<String, Optional<T>> find) {
        if (ifMatch == null) {
            throw unconditional(what + " is changed with If-Match and its ETag");
        }
        Matcher tag = STRONG.matcher(ifMatch.strip());
        return (tag.matches() ? find.apply(tag.group(1)) : Optional.<T>empty())
                .orElseThrow(
                        () ->
                                TerraneException.of(
                                                CommonError.INVALID_ARGUMENT,
                                                "If-Match: it is the one ETag that "
                                                        + what
                                                        + " was read with")
                                        .field(HttpHeaders.IF_MATCH)
                                        .toException());
    }

    /** A change that names no state of what it changes. */
    public static TerraneException unconditional(String text) {
        return TerraneException.of(CommonError.PRECONDITION_REQUIRED, text)
                .field(HttpHeaders.IF_MATCH)
                .toException();
    }
}
