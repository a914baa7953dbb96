package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.JsonNumbers;
import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.POJONode;

/**
 * One value of a JSON text with its place.
 *
 * @param base where the text stands, and what later faults are about, for example {@code layer 1
 *     'Ground'}
 * @param pointer JSON pointer of the value in its text
 */
record JsonPart(Place base, JsonNode node, String pointer) implements Faults {
    /** What is said of the value no pointer leads into. */
    private static final String ROOT = "the whole document";

    /** A whole file. */
    static JsonPart root(String file, JsonNode node) {
        return new JsonPart(new Place(file, 0, 0, ""), node, "");
    }

    @Override
    public Place place() {
        Place place = base.within(pointer);
        return place.isExact() ? place : base.within(ROOT);
    }

    String file() {
        return base.file();
    }

    String about() {
        return base.element();
    }

    /** The same value, its faults about something. */
    JsonPart about(String described) {
        Place told = new Place(base.file(), base.line(), base.column(), described, base.offset());
        return new JsonPart(told, node, pointer);
    }

    private String below(String name) {
        return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
    }

    /** A member; empty if absent or null. */
    Optional<JsonPart> find(String name) {
        JsonNode member = node.get(name);
        return member == null || member.isNull()
                ? Optional.empty()
                : Optional.of(new JsonPart(base, member, below(name)));
    }

    JsonPart get(String name) {
        return find(name)
                .orElseThrow(
                        () -> fault(ImportReason.BAD_ATTRIBUTE, "it has no member '" + name + "'"));
    }

    /** The elements of a list member; none if absent. */
    List<JsonPart> list(String name) {
        JsonPart member = find(name).orElse(null);
        return member == null ? List.of() : member.elements();
    }

    /** The elements of this list. */
    List<JsonPart> elements() {
        if (!node.isArray()) {
            throw fault(ImportReason.BAD_DATA, "a list is expected");
        }
        List<JsonPart> elements = new ArrayList<>(node.size());
        for (int i = 0; i < node.size(); i++) {
            elements.add(new JsonPart(base, node.get(i), pointer + "/" + i));
        }
        return elements;
    }

    JsonPart requireObject() {
        if (!node.isObject()) {
            throw fault(ImportReason.BAD_DATA, "an object is expected");
        }
        return this;
    }

    String string(String name) {
        return get(name).string();
    }

    String string(String name, String absent) {
        return find(name).map(JsonPart::string).orElse(absent);
    }

    private String string() {
        if (!node.isString()) {
            throw fault(ImportReason.BAD_ATTRIBUTE, "a string is expected");
        }
        return node.stringValue();
    }

    boolean flag(String name) {
        return find(name)
                .map(
                        member -> {
                            if (!member.node.isBoolean()) {
                                throw member.fault(
                                        ImportReason.BAD_ATTRIBUTE, "true or false is expected");
                            }
                            return member.node.booleanValue();
                        })
                .orElse(false);
    }

    long integer(String name, long min, long max) {
        return get(name).integer(min, max);
    }

    int integer(String name, int min, int max, int absent) {
        return find(name).map(member -> (int) member.integer(min, max)).orElse(absent);
    }

    long integer(long min, long max) {
        if (node.isIntegralNumber()
                && node.canConvertToLong()
                && node.longValue() >= min
                && node.longValue() <= max) {
            return node.longValue();
        }
        throw fault(
                ImportReason.BAD_ATTRIBUTE,
                "an integer from %d to %d is expected, not %s".formatted(min, max, shown()));
    }

    double real(String name, double absent) {
        return find(name).map(JsonPart::real).orElse(absent);
    }

    double real() {
        double value = node.isNumber() ? JsonNumbers.toDouble(node) : Double.NaN;
        if (!Double.isFinite(value)) {
            throw fault(ImportReason.BAD_ATTRIBUTE, "a finite number is expected, not " + shown());
        }
        return value;
    }

    /** What the parser packed, if it did. */
    Optional<IntArray> packed() {
        return node instanceof POJONode carrier && carrier.getPojo() instanceof IntArray ints
                ? Optional.of(ints)
                : Optional.empty();
    }

    private String shown() {
        String text = node.toString();
        return text.length() > 60 ? text.substring(0, 60) + "…" : text;
    }
}
