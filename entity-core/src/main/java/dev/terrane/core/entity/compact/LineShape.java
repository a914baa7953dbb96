package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.schema.ScalarType;

/** Which places of a line are texts: the fields of a class or the columns of a table. */
final class LineShape {
    private final boolean[] texts;
    private final boolean any;

    LineShape(IndexMap<FieldLayout> members) {
        texts = new boolean[members.size()];
        boolean found = false;
        for (int i = 0; i < texts.length; i++) {
            texts[i] = members.valueAt(i).type() == ScalarType.STRING;
            found |= texts[i];
        }
        any = found;
    }

    int size() {
        return texts.length;
    }

    boolean isText(int place) {
        return texts[place];
    }

    boolean hasTexts() {
        return any;
    }
}
