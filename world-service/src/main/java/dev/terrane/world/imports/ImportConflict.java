package dev.terrane.world.imports;

import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.merge.Conflict;

/**
 * Something that map and edits changed differently since the last import, as it is kept and shown.
 *
 * @param kind cell, object, layer or chunk
 * @param layer name of the layer; empty where none is meant
 * @param x cell, counted from the chunk's corner, as are y and z; -1 where none is meant
 * @param object id of the object; empty where none is meant
 * @param base asset of the cell at the last import, empty for air
 * @param ours asset of the cell now, or what edits did
 * @param theirs asset of the cell in the map, or what the map did
 * @param text all of it, for people
 */
public record ImportConflict(
        String kind,
        String layer,
        int x,
        int y,
        int z,
        String object,
        String base,
        String ours,
        String theirs,
        String text) {

    static ImportConflict of(Conflict conflict, Conflict.Theirs other) {
        String text = conflict.text(other);
        return switch (conflict) {
            case Conflict.Cell cell -> of(cell, text);
            case Conflict.Thing(ObjectId id, Conflict.Presence ours, Conflict.Presence theirs) ->
                    of("object", "", id.value(), ours, theirs, text);
            case Conflict.Layer(
                            int _,
                            String layer,
                            Conflict.Presence ours,
                            Conflict.Presence theirs) ->
                    of("layer", layer, "", ours, theirs, text);
            case Conflict.Whole(Conflict.Presence ours, Conflict.Presence theirs) ->
                    of("chunk", "", "", ours, theirs, text);
        };
    }

    private static ImportConflict of(Conflict.Cell cell, String text) {
        return new ImportConflict(
                "cell",
                cell.layer(),
                cell.x(),
                cell.y(),
                cell.z(),
                "",
                asset(cell.base()),
                asset(cell.ours()),
                asset(cell.theirs()),
                text);
    }

    private static String asset(TileDef tile) {
        return tile.assetId();
    }

    private static ImportConflict of(
            String kind,
            String layer,
            String object,
            Conflict.Presence ours,
            Conflict.Presence theirs,
            String text) {
        return new ImportConflict(
                kind,
                layer,
                -1,
                -1,
                -1,
                object,
                "",
                ImportJob.nameOf(ours),
                ImportJob.nameOf(theirs),
                text);
    }

    /** Whether it names tiles of the room. */
    boolean isCell() {
        return kind.equals("cell");
    }
}
