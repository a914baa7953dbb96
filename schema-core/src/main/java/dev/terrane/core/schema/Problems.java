package dev.terrane.core.schema;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the problems of one document up to a cap. */
final class Problems {
    private static final int QUOTED_MAX = 64;

    private final int max;
    private final List<SchemaProblem> found = new ArrayList<>();

    Problems(int max) {
        this.max = max;
    }

    /** Adds a problem, unless the cap is reached. */
    void add(SchemaRule rule, JsonPath path, SourcePosition at, String message) {
        if (found.size() < max) {
            found.add(new SchemaProblem(rule, path.pointer(), at, message));
        }
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /** The refusal, in the order of the text. */
    SchemaResult.Rejected toRejected() {
        List<SchemaProblem> sorted = new ArrayList<>(found);
        sorted.sort(
                Comparator.comparingInt(SchemaProblem::line)
                        .thenComparingInt(SchemaProblem::column));
        return new SchemaResult.Rejected(sorted);
    }

    /** A text of the document in quotes, short and without control characters. */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        int points = 0;
        for (int i = 0; i < text.length() && points < QUOTED_MAX; points++) {
            int point = text.codePointAt(i);
            i += Character.charCount(point);
            boolean plain =
                    !Character.isISOControl(point)
                            && Character.getType(point) != Character.SURROGATE
                            && Character.getType(point) != Character.FORMAT
                            && Character.getType(point) != Character.LINE_SEPARATOR
                            && Character.getType(point) != Character.PARAGRAPH_SEPARATOR;
            if (plain) {
                quoted.appendCodePoint(point);
            } else {
                quoted.append(String.format("\\u%04x", point));
            }
        }
        if (text.codePointCount(0, text.length()) > QUOTED_MAX) {
            quoted.append('…');
        }
        return quoted.append('"').toString();
    }
}
