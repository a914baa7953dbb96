package dev.terrane.core.chunk.merge;

import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.TileDef;

/** One thing that map and edits changed differently since the last import. */
public sealed interface Conflict {
    /** What it is, for people. */
    String text(Theirs theirs);

    /** What the other side is. */
    enum Theirs {
        /** A map that is imported again. */
        MAP("in the map", "in the map"),
        /** What was before an import that is taken back. */
        BEFORE("before the import", "by the roll-back");

        private final String value;
        private final String deed;

        Theirs(String value, String deed) {
            this.value = value;
            this.deed = deed;
        }
    }

    /**
     * A cell.
     *
     * @param x counted in cells from the chunk's corner, as are y and z
     * @param base the palette entry at the last import, as are ours and theirs later; the entry's
     *     id has no meaning here
     */
    record Cell(
            int layerId,
            String layer,
            int x,
            int y,
            int z,
            TileDef base,
            TileDef ours,
            TileDef theirs)
            implements Conflict {
        @Override
        public String text(Theirs other) {
            return "layer %d '%s', cell (%d, %d, %d): %s, edited to %s, %s %s"
                    .formatted(
                            layerId,
                            layer,
                            x,
                            y,
                            z,
                            shown(base),
                            shown(ours),
                            other.value,
                            shown(theirs));
        }

        private static String shown(TileDef tile) {
            return tile.assetId().isEmpty() ? "air" : tile.assetId();
        }
    }

    /** An object. */
    record Thing(ObjectId id, Presence ours, Presence theirs) implements Conflict {
        @Override
        public String text(Theirs other) {
            return "object %s: %s by edits, %s %s"
                    .formatted(id, ours.text(), theirs.text(), other.deed);
        }
    }

    /** A whole layer: one side removed or renamed what the other changed. */
    record Layer(int layerId, String layer, Presence ours, Presence theirs) implements Conflict {
        @Override
        public String text(Theirs other) {
            return "layer %d '%s': %s by edits, %s %s"
                    .formatted(layerId, layer, ours.text(), theirs.text(), other.deed);
        }
    }

    /** The whole chunk: one side removed what the other changed, or both together break a limit. */
    record Whole(Presence ours, Presence theirs) implements Conflict {
        @Override
        public String text(Theirs other) {
            return "the chunk: %s by edits, %s %s"
                    .formatted(ours.text(), theirs.text(), other.deed);
        }
    }

    /** What one side did. */
    enum Presence {
        ADDED,
        CHANGED,
        REMOVED;

        String text() {
            return switch (this) {
                case ADDED -> "added";
                case CHANGED -> "changed";
                case REMOVED -> "removed";
            };
        }
    }
}
