package dev.terrane.core.chunk;

import dev.terrane.core.chunk.Decoded.LimitHit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;

/** What a JSON parser found wrong, in words for the document's author. */
public final class JsonFaults {
    /** The parser's advice to whoever configures it names its own settings. */
    private static final Pattern ADVICE =
            Pattern.compile(
                    ": enable `[^`]*` to allow|, from `[^`]*`| \\((?:start marker|for (?:Array|Object) starting) at .*"
                            + "|: maybe a \\(non-standard\\) comment\\?.*");

    /** As in "Number value length (5000) exceeds the maximum allowed (64". */
    private static final Pattern LIMIT =
            Pattern.compile(
                    "^(?<what>[A-Za-z ]+) \\((?<actual>-?\\d{1,18})\\)[A-Za-z ]* exceeds the maximum"
                            + " allowed \\((?<limit>\\d{1,18})");

    private JsonFaults() {}

    /** One clause; the place is not in it. */
    public static String sentence(JacksonException fault) {
        String text = String.valueOf(fault.getOriginalMessage());
        if (text.startsWith("Trailing token")) {
            return "there is more after the value";
        }
        return ADVICE.matcher(text).replaceAll("");
    }

    /** The limit that was passed, if the document is too much rather than wrong. */
    public static Optional<LimitHit> findLimit(JacksonException fault) {
        if (!(fault instanceof StreamConstraintsException)) {
            return Optional.empty();
        }
        Matcher limit = LIMIT.matcher(String.valueOf(fault.getOriginalMessage()));
        return limit.find()
                ? Optional.of(
                        new LimitHit(
                                name(limit.group("what")),
                                Long.parseLong(limit.group("limit")),
                                Math.abs(Long.parseLong(limit.group("actual")))))
                : Optional.empty();
    }

    private static String name(String what) {
        return switch (what) {
            case "Document nesting depth" -> "jsonDepthMax";
            case "Number value length", "BigDecimal scale" -> "jsonNumberDigitsMax";
            case "String value length" -> "jsonStringCharsMax";
            case "Name length", "Property name length" -> "jsonNameCharsMax";
            default -> "jsonMax";
        };
    }
}
