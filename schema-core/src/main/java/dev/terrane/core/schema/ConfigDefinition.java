package dev.terrane.core.schema;

import java.util.List;

/**
 * The static rows of one class.
 *
 * @param className class whose fields the rows fill; it declares {@code id} as {@code uint32}
 * @param rows the rows in the document's order
 */
public record ConfigDefinition(String className, List<ConfigRow> rows) {
    public ConfigDefinition {
        rows = List.copyOf(rows);
    }
}
