package dev.terrane.schema.drafts;

import dev.terrane.core.schema.SchemaHash;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * State of a draft. Its text, {@code CONTENT_HASH-REVISION}, is the ETag without quotes.
 *
 * @param contentHash id of the content, the same as a version with that content has
 * @param revision number of the save, from 1
 */
public record DraftTag(SchemaHash contentHash, long revision) {
    private static final Pattern FORM = Pattern.compile("([0-9a-f]{64})-([1-9][0-9]{0,17})");

    public DraftTag {
        if (revision < 1) {
            throw new IllegalArgumentException("saves count from 1, not " + revision);
        }
    }

    /** The tag a text is, if it is one. */
    public static Optional<DraftTag> find(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches()
                ? Optional.of(
                        new DraftTag(
                                new SchemaHash(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return contentHash + "-" + revision;
    }
}
