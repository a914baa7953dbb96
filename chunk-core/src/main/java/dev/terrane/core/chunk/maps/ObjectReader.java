package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads one {@code <object>}. */
final class ObjectReader {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ObjectReader() {}

    /** Consumes the element. */
    static TmxObject read(XmlCursor in, String layer) {
        int id = in.integer("id", 0, Integer.MAX_VALUE);
        in.about("object " + id + " of layer '" + layer + "'");
        Place place = in.place();
        if (in.find("template").isPresent()) {
            throw in.fault(
                    ImportReason.UNSUPPORTED_FEATURE, "templates are not read; detach the object");
        }
        String name = in.find("name").orElse("");
        String type = in.find("class").or(() -> in.find("type")).orElse("");
        double x = in.real("x", 0);
        double y = in.real("y", 0);
        double width = in.real("width", 0);
        double height = in.real("height", 0);
        double rotation = in.real("rotation", 0);
        int gid = gid(in);
        ObjectNode shape = NODES.objectNode();
        if (gid != 0) {
            shape.put("kind", "tile");
        } else if (width != 0 || height != 0) {
            shape.put("kind", "rectangle");
        }
        ObjectNode properties = NODES.objectNode();
        while (in.nextChild()) {
            switch (in.name()) {
                case "properties" -> properties = PropertyReader.read(in);
                case "point" -> {
                    shape.removeAll();
                    in.skip();
                }
                case "ellipse", "capsule" -> {
                    shape.put("kind", in.name());
                    in.skip();
                }
                case "polygon", "polyline" -> {
                    shape.put("kind", in.name());
                    points(in, shape.putArray("points"));
                }
                case "text" -> {
                    shape.put("kind", "text");
                    shape.put("text", in.text());
                }
                default -> in.skip();
            }
        }
        in.about("");
        return new TmxObject(
                id, name, type, x, y, width, height, rotation, gid, shape, properties, place);
    }

    private static int gid(XmlCursor in) {
        String text = in.find("gid").orElse("0");
        try {
            return Integer.parseUnsignedInt(text);
        } catch (NumberFormatException e) {
            throw in.fault(ImportReason.BAD_ATTRIBUTE, "gid='" + text + "' is not a tile number");
        }
    }

    /** Points in pixels; the assembler turns them into world units. */
    private static void points(XmlCursor in, ArrayNode points) {
        for (String pair : in.get("points").trim().split(" +")) {
            String[] parts = pair.split(",", -1);
            if (parts.length != 2) {
                throw in.fault(ImportReason.BAD_ATTRIBUTE, "'" + pair + "' is not a point");
            }
            points.addArray().add(in.real("points", parts[0])).add(in.real("points", parts[1]));
        }
        in.skip();
    }
}
