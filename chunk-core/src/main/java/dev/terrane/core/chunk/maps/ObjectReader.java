package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads one {@code <object>}. */
final class ObjectReader {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ObjectReader() {}

    /** Consumes an object of a map. */
    static ObjectDraft read(XmlCursor in, String layer) {
        int id = in.integer("id", 0, Integer.MAX_VALUE);
        String before = in.about("object " + id + " of layer '" + layer + "'");
        ObjectDraft draft = draft(in, id);
        in.about(before);
        return draft;
    }

    /** Consumes the element, of a map or of a template. */
    static ObjectDraft draft(XmlCursor in, int id) {
        Place place = in.place();
        String template = in.find("template").orElse(null);
        String name = in.find("name").orElse(null);
        String type = in.find("class").or(() -> in.find("type")).orElse(null);
        Double x = real(in, "x");
        Double y = real(in, "y");
        Double width = real(in, "width");
        Double height = real(in, "height");
        Double rotation = real(in, "rotation");
        Integer gid = gid(in);
        ObjectNode shape = null;
        ObjectNode properties = NODES.objectNode();
        Unkept unkept = new Unkept().attributes(Unkept.OBJECT, in);
        while (in.nextChild()) {
            switch (in.name()) {
                case "properties" -> properties = PropertyReader.read(in);
                case "point", "ellipse", "capsule" -> {
                    shape = NODES.objectNode().put("kind", in.name());
                    in.skip();
                }
                case "polygon", "polyline" -> {
                    shape = NODES.objectNode().put("kind", in.name());
                    points(in, shape.putArray("points"));
                }
                case "text" -> {
                    unkept.addAll(new Unkept().attributes(Unkept.TEXT, in).namesOf("text"));
                    shape = NODES.objectNode().put("kind", "text").put("text", in.text());
                }
                default -> {
                    unkept.add("<" + in.name() + ">");
                    in.skip();
                }
            }
        }
        return new ObjectDraft(
                id,
                template,
                name,
                type,
                x,
                y,
                width,
                height,
                rotation,
                gid,
                shape,
                properties,
                unkept.names(),
                place);
    }

    private static @Nullable Double real(XmlCursor in, String attribute) {
        String text = in.find(attribute).orElse(null);
        return text == null ? null : Double.valueOf(in.real(attribute, text));
    }

    private static @Nullable Integer gid(XmlCursor in) {
        String text = in.find("gid").orElse(null);
        if (text == null) {
            return null;
        }
        try {
            return Integer.parseUnsignedInt(text);
        } catch (NumberFormatException e) {
            throw in.fault(ImportReason.BAD_ATTRIBUTE, "gid='" + text + "' is not a tile number");
        }
    }

    /** Points in pixels; the placer turns them into world units. */
    private static void points(XmlCursor in, ArrayNode points) {
        for (String pair : in.get("points").trim().split("\\s+")) {
            String[] parts = pair.split(",", -1);
            if (parts.length != 2) {
                throw in.fault(ImportReason.BAD_ATTRIBUTE, "'" + pair + "' is not a point");
            }
            points.addArray().add(in.real("points", parts[0])).add(in.real("points", parts[1]));
        }
        in.skip();
    }
}
