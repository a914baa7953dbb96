package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.Transform.Rotation;
import dev.terrane.core.chunk.Transform.Vector;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What an object has and Tiled cannot say, kept in its property {@code terrane} by an export: id,
 * exact position, rotation and scale, and properties as a whole. An object that was moved or turned
 * in Tiled stands where Tiled says; properties set in Tiled replace remembered ones of their name.
 */
final class ObjectNotes {
    /** Moves of less are rounding. */
    private static final double NEAR = 1e-3;

    private final ObjectNode values;
    private final @Nullable JsonPart notes;

    private ObjectNotes(ObjectNode values, @Nullable JsonPart notes) {
        this.values = values;
        this.notes = notes;
    }

    /** The notes of an object, and its properties without them. */
    static ObjectNotes take(SourceObject object) {
        ObjectNode values = object.properties().deepCopy();
        String text = PropertyReader.findString(values, ExportNotes.PROPERTY).orElse(null);
        if (text == null) {
            return new ObjectNotes(values, null);
        }
        values.remove(ExportNotes.PROPERTY);
        JsonPart notes =
                new JsonTrees(ImportLimits.DEFAULT)
                        .embedded(
                                object.place().within("property '" + ExportNotes.PROPERTY + "'"),
                                text)
                        .requireObject();
        JsonPart remembered = notes.find("properties").orElse(null);
        if (remembered != null) {
            ObjectNode merged = (ObjectNode) remembered.requireObject().node();
            if (merged.has("content_flags")) {
                PropertyReader.requireAllowed("content_flags", remembered);
            }
            merged.setAll(values);
            values = merged;
        }
        return new ObjectNotes(values, notes);
    }

    /** The object's properties. */
    ObjectNode values() {
        return values;
    }

    Optional<String> id() {
        return notes == null ? Optional.empty() : notes.find("id").map(id -> notes.string("id"));
    }

    /** Where the object stands: as Tiled says, or exactly where it stood. */
    Transform exact(float x, float y, float z, double radians) {
        Rotation rotation = radians == 0 ? Rotation.NONE : Rotation.ofAngle(radians);
        Vector position = new Vector(settled(x), settled(y), settled(z));
        Vector scale = Vector.ONE;
        if (notes == null) {
            return new Transform(position, rotation, scale);
        }
        float[] pos = floats("pos", 3);
        if (pos != null) {
            boolean stayed = near(pos[0], x) && near(pos[1], y);
            position = new Vector(stayed ? pos[0] : x, stayed ? pos[1] : y, pos[2]);
        }
        float[] rot = floats("rot", 4);
        // The angle is what Tiled was given for it.
        if (rot != null && near((float) notes.real("angle", 0), (float) radians)) {
            rotation = new Rotation(rot[0], rot[1], rot[2], rot[3]);
        }
        float[] size = floats("scale", 3);
        if (size != null) {
            scale = new Vector(size[0], size[1], size[2]);
        }
        try {
            return new Transform(position, rotation, scale);
        } catch (IllegalArgumentException e) {
            throw notes.fault(ImportReason.BAD_PROPERTY, String.valueOf(e.getMessage()));
        }
    }

    /** What lies beyond float32 lies beyond the lattice, which is told apart later. */
    private static float settled(float value) {
        return Float.isFinite(value) ? value : Float.MAX_VALUE;
    }

    private static boolean near(float a, float b) {
        return Math.abs((double) a - b) < NEAR;
    }

    private float @Nullable [] floats(String name, int count) {
        JsonPart list = notes == null ? null : notes.find(name).orElse(null);
        if (list == null) {
            return null;
        }
        var elements = list.elements();
        if (elements.size() != count) {
            throw list.fault(ImportReason.BAD_PROPERTY, count + " numbers are expected");
        }
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) elements.get(i).real();
            if (!Float.isFinite(values[i])) {
                throw list.fault(ImportReason.BAD_PROPERTY, "beyond float32");
            }
        }
        return values;
    }
}
