package dev.terrane.rpc.wire;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Judges a JSON text by RFC 8259. Protobuf's own parser is lenient: it takes comments, bare words,
 * what follows the document, and of a name that is given twice the last value, so that two readers
 * of one text may see two messages.
 */
final class StrictJson {
    private static final Pattern PLACE = Pattern.compile("at line (\\d+) column (\\d+)");

    private final JsonReader reader;

    /** The containers that are open, the innermost last. */
    private final Deque<Open> open = new ArrayDeque<>();

    private StrictJson(String text) {
        reader = new JsonReader(new StringReader(text));
        reader.setStrictness(Strictness.STRICT);
    }

    /** An object or array that is being read. */
    private static final class Open {
        /** Names so far; null for an array. */
        private final @Nullable Set<String> names;

        private String name = "";
        private int index = -1;

        private Open(boolean isObject) {
            names = isObject ? new HashSet<>() : null;
        }

        private String step() {
            return names == null ? "/" + index : JsonPlaces.escaped(name);
        }
    }

    /**
     * The first name that an object has twice.
     *
     * @throws InvalidProtocolBufferException when the text is no JSON; says where
     */
    static Optional<JsonRefusal> findRepeated(String text) throws InvalidProtocolBufferException {
        try {
            return new StrictJson(text).walk();
        } catch (MalformedJsonException e) {
            Matcher place = PLACE.matcher(String.valueOf(e.getMessage()));
            throw malformed(
                    "not JSON"
                            + (place.find()
                                    ? " at line %s, column %s"
                                            .formatted(place.group(1), place.group(2))
                                    : ""),
                    e);
        } catch (IOException e) {
            throw malformed("not JSON: it ends too early", e);
        }
    }

    private static InvalidProtocolBufferException malformed(String text, IOException cause) {
        InvalidProtocolBufferException malformed = new InvalidProtocolBufferException(text);
        malformed.initCause(cause);
        return malformed;
    }

    private Optional<JsonRefusal> walk() throws IOException {
        while (true) {
            JsonToken token = reader.peek();
            switch (token) {
                case BEGIN_OBJECT -> {
                    begun();
                    reader.beginObject();
                    open.addLast(new Open(true));
                }
                case BEGIN_ARRAY -> {
                    begun();
                    reader.beginArray();
                    open.addLast(new Open(false));
                }
                case END_OBJECT -> {
                    reader.endObject();
                    open.removeLast();
                }
                case END_ARRAY -> {
                    reader.endArray();
                    open.removeLast();
                }
                case NAME -> {
                    Open object = open.getLast();
                    object.name = reader.nextName();
                    Set<String> names = object.names;
                    if (names != null && !names.add(object.name)) {
                        return Optional.of(
                                new JsonRefusal(
                                        pointer(),
                                        "'%s' is given twice"
                                                .formatted(JsonPlaces.shown(object.name))));
                    }
                }
                case STRING -> {
                    begun();
                    // Skipping it would not look at its characters.
                    String _ = reader.nextString();
                }
                case NUMBER, BOOLEAN, NULL -> {
                    begun();
                    reader.skipValue();
                }
                case END_DOCUMENT -> {
                    return Optional.empty();
                }
            }
        }
    }

    /** A value begins in the innermost container. */
    private void begun() {
        Open container = open.peekLast();
        if (container != null && container.names == null) {
            container.index++;
        }
    }

    private String pointer() {
        StringBuilder pointer = new StringBuilder();
        open.forEach(container -> pointer.append(container.step()));
        return pointer.toString();
    }
}
