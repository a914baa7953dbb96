package dev.terrane.schema.drafts;

import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaNames;

/**
 * Which draft.
 *
 * @param schema the schema it may become a version of; the schema need not exist yet
 * @param name its name within the schema
 */
public record DraftKey(SchemaName schema, DraftName name) {
    /**
     * A draft as a path names it.
     *
     * @throws dev.terrane.rpc.error.TerraneException INVALID_ARGUMENT with the path's variable,
     *     {@code name} or {@code draft}
     */
    public static DraftKey require(String schema, String draft) {
        return new DraftKey(
                SchemaNames.require("name", schema),
                DraftName.find(draft).orElseThrow(() -> DraftRefusals.badName("draft")));
    }

    @Override
    public String toString() {
        return schema + "/" + name;
    }
}
