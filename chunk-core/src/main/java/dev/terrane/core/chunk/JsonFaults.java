package dev.terrane.core.chunk;

import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/** What a JSON parser found wrong, in words for the document's author. */
public final class JsonFaults {
    /** The parser's advice to whoever configures it names its own settings. */
    private static final Pattern ADVICE =
            Pattern.compile(
                    ": enable `[^`]*` to allow|, from `[^`]*`| \\(start marker at .*"
                            + "| \\(not recognized as one since .*");

    private JsonFaults() {}

    /** One clause; the place is not in it. */
    public static String sentence(JacksonException fault) {
        return ADVICE.matcher(String.valueOf(fault.getOriginalMessage())).replaceAll("");
    }
}
