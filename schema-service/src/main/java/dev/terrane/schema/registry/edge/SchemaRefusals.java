package dev.terrane.schema.registry.edge;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SchemaError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaPage;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.SchemaRegistry;
import dev.terrane.schema.registry.SchemaVersion;
import java.util.Optional;

/** The registry's outcomes as refusals, the same on every transport. */
public final class SchemaRefusals {
    private SchemaRefusals() {}

    /** A page size out of range. */
    public static TerraneException badPageSize(String field, long size) {
        return TerraneException.of(
                        CommonError.INVALID_ARGUMENT,
                        "a page has 1.." + SchemaPage.SIZE_MAX + " items, not " + size)
                .field(field)
                .limit(field, SchemaPage.SIZE_MAX, size)
                .toException();
    }

    /** A page token this service did not make. */
    public static TerraneException badPageToken(String field) {
        return TerraneException.of(
                        CommonError.INVALID_ARGUMENT, "the page token is not one of this list")
                .field(field)
                .toException();
    }

    /** No version answers to this reference. */
    public static TerraneException notFound(String field, SchemaReference reference) {
        return TerraneException.of(CommonError.NOT_FOUND, "there is no schema " + reference)
                .field(field)
                .extra("schema", reference.toString())
                .toException();
    }

    /** What was asked for is retired, or was never there. */
    public static TerraneException absent(
            SchemaRegistry registry, String field, SchemaReference reference) {
        if (reference instanceof SchemaReference.Pinned(var id)) {
            Optional<SchemaVersion> retired = registry.findRetired(id);
            if (retired.isPresent()) {
                return retired(field, id, retired.get().contentHash().hex());
            }
        }
        return notFound(field, reference);
    }

    private static TerraneException retired(String field, SchemaId id, String contentHash) {
        return TerraneException.of(SchemaError.SCHEMA_RETIRED, id + " is retired")
                .field(field)
                .extra("schema", id.toString())
                .extra("contentHash", contentHash)
                .toException();
    }
}
