package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * An object of a Tiled file or of a template: null where the file says nothing, so that a template
 * can fill in.
 *
 * @param id Tiled's number; 0 in a template
 * @param template path of the template as the file writes it
 * @param shape kind and, in pixels, points; kind {@code point} is no shape
 * @param unkept what it says that objects of chunks cannot keep
 */
record ObjectDraft(
        long id,
        @Nullable String template,
        @Nullable String name,
        @Nullable String type,
        @Nullable Double x,
        @Nullable Double y,
        @Nullable Double width,
        @Nullable Double height,
        @Nullable Double rotation,
        @Nullable Integer gid,
        @Nullable ObjectNode shape,
        ObjectNode properties,
        List<String> unkept,
        Place place) {
    ObjectDraft {
        unkept = List.copyOf(unkept);
    }

    private static final String POINT = "point";

    /** What this one leaves open is the template's; properties are merged by name. */
    ObjectDraft over(ObjectDraft under) {
        ObjectNode merged = under.properties.deepCopy();
        merged.setAll(properties);
        return new ObjectDraft(
                id,
                null,
                first(name, under.name),
                first(type, under.type),
                x,
                y,
                first(width, under.width),
                first(height, under.height),
                first(rotation, under.rotation),
                first(gid, under.gid),
                first(shape, under.shape),
                merged,
                new Unkept().addAll(unkept).addAll(under.unkept).names(),
                place);
    }

    ObjectDraft withGid(int newGid) {
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
                newGid,
                shape,
                properties,
                unkept,
                place);
    }

    SourceObject toSource() {
        double wide = width == null ? 0 : width;
        double high = height == null ? 0 : height;
        int tile = gid == null ? 0 : gid;
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        if (shape != null) {
            kept = shape.path("kind").asString("").equals(POINT) ? kept : shape;
        } else if (tile != 0) {
            kept.put("kind", "tile");
        } else if (wide != 0 || high != 0) {
            kept.put("kind", "rectangle");
        }
        return new SourceObject(
                SourceObject.objectId(id),
                name == null ? "" : name,
                type == null ? "" : type,
                x == null ? 0 : x,
                y == null ? 0 : y,
                wide,
                high,
                rotation == null ? 0 : rotation,
                tile,
                kept,
                properties,
                place);
    }

    private static <T> @Nullable T first(@Nullable T mine, @Nullable T under) {
        return mine != null ? mine : under;
    }
}
