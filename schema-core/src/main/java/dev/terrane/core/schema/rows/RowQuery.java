package dev.terrane.core.schema.rows;

import dev.terrane.core.schema.ConfigDefinition;
import dev.terrane.core.schema.ConfigRow;
import dev.terrane.core.schema.SchemaDocument;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A question for static rows. Answers come in the order of ids, a page at a time; the page after is
 * asked for by the last id of the page before, so that rows that come or go meanwhile shift
 * nothing.
 *
 * @param className only rows of this class; null for any
 * @param filters conditions on fields of the class, all of which hold; none without a class
 * @param after only rows with larger ids; 0 for all
 * @param limit rows on a page, 1..{@value #LIMIT_MAX}
 */
public record RowQuery(@Nullable String className, List<RowFilter> filters, long after, int limit) {
    /** Most rows on a page. */
    public static final int LIMIT_MAX = 1000;

    public RowQuery {
        filters = List.copyOf(filters);
        if (limit < 1 || limit > LIMIT_MAX) {
            throw new IllegalArgumentException("a page has 1.." + LIMIT_MAX + " rows: " + limit);
        }
        if (className == null && !filters.isEmpty()) {
            throw new IllegalArgumentException("conditions are on fields of a class");
        }
    }

    /**
     * A row and whose it is.
     *
     * @param className the class
     * @param row the row
     */
    public record Found(String className, ConfigRow row) {}

    /**
     * Some rows.
     *
     * @param rows by id
     * @param next the last id of this page when more follow
     */
    public record Page(List<Found> rows, Optional<Long> next) {
        public Page {
            rows = List.copyOf(rows);
        }
    }

    /** Answers the question. */
    public Page run(SchemaDocument document) {
        List<Found> found = new ArrayList<>();
        for (ConfigDefinition config : document.configs()) {
            if (className == null || className.equals(config.className())) {
                for (ConfigRow row : config.rows()) {
                    if (row.id() > after && accepts(row)) {
                        found.add(new Found(config.className(), row));
                    }
                }
            }
        }
        found.sort(Comparator.comparingLong(each -> each.row().id()));
        if (found.size() <= limit) {
            return new Page(found, Optional.empty());
        }
        List<Found> page = found.subList(0, limit);
        return new Page(page, Optional.of(page.getLast().row().id()));
    }

    private boolean accepts(ConfigRow row) {
        for (RowFilter filter : filters) {
            if (!filter.accepts(row)) {
                return false;
            }
        }
        return true;
    }

    /** The row with this id, whatever its class. */
    public static Optional<Found> find(SchemaDocument document, long id) {
        for (ConfigDefinition config : document.configs()) {
            for (ConfigRow row : config.rows()) {
                if (row.id() == id) {
                    return Optional.of(new Found(config.className(), row));
                }
            }
        }
        return Optional.empty();
    }
}
