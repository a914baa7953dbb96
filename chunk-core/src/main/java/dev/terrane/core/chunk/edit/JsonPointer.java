package dev.terrane.core.chunk.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A location in a document, RFC 6901.
 *
 * @param tokens unescaped reference tokens; empty is the whole document
 */
public record JsonPointer(List<String> tokens) {
    public JsonPointer {
        tokens = List.copyOf(tokens);
    }

    /** Reads the string form; empty if it does not start with a slash or escapes wrongly. */
    public static Optional<JsonPointer> find(String text) {
        if (text.isEmpty()) {
            return Optional.of(new JsonPointer(List.of()));
        }
        if (text.charAt(0) != '/') {
            return Optional.empty();
        }
        List<String> tokens = new ArrayList<>();
        for (String raw : text.substring(1).split("/", -1)) {
            for (int i = raw.indexOf('~'); i >= 0; i = raw.indexOf('~', i + 1)) {
                if (i + 1 == raw.length()
                        || (raw.charAt(i + 1) != '0' && raw.charAt(i + 1) != '1')) {
                    return Optional.empty();
                }
            }
            tokens.add(raw.replace("~1", "/").replace("~0", "~"));
        }
        return Optional.of(new JsonPointer(tokens));
    }

    /** Whether this is the whole document. */
    public boolean isRoot() {
        return tokens.isEmpty();
    }

    /** The last token; not for the root. */
    public String leaf() {
        return tokens.getLast();
    }

    /** Whether the other location lies inside this one and is not the same. */
    public boolean isProperPrefixOf(JsonPointer other) {
        return other.tokens.size() > tokens.size()
                && other.tokens.subList(0, tokens.size()).equals(tokens);
    }

    @Override
    public String toString() {
        return tokens.stream()
                .map(token -> "/" + token.replace("~", "~0").replace("/", "~1"))
                .collect(Collectors.joining());
    }
}
