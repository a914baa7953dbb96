package dev.terrane.schema.hints;

import dev.terrane.schema.registry.SchemaName;
import java.util.Optional;

/** Keeps one text of hints for each schema. Safe for all threads. */
public interface HintsStore {
    /** The hints of a schema. */
    Optional<StoredHints> find(SchemaName name);

    /** Writes hints in place of those of the schema. The same text again changes nothing. */
    StoredHints save(StoredHints hints);

    /** Removes the hints of a schema; whether there were any. */
    boolean delete(SchemaName name);
}
