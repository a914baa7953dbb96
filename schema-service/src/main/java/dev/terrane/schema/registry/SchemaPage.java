package dev.terrane.schema.registry;

import java.util.List;
import java.util.Optional;

/**
 * Some versions in the order of name (by bytes) and number.
 *
 * @param versions the versions
 * @param next the last id of this page when more follow
 */
public record SchemaPage(List<SchemaVersion> versions, Optional<SchemaId> next) {
    /** Most versions on a page. */
    public static final int SIZE_MAX = 1000;

    /** Versions on a page when the caller does not say. */
    public static final int SIZE_DEFAULT = 100;

    public SchemaPage {
        versions = List.copyOf(versions);
    }
}
