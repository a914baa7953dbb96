package dev.terrane.schema.drafts;

import dev.terrane.schema.registry.SchemaName;

/**
 * Which draft.
 *
 * @param schema the schema it may become a version of; the schema need not exist yet
 * @param name its name within the schema
 */
public record DraftKey(SchemaName schema, DraftName name) {
    @Override
    public String toString() {
        return schema + "/" + name;
    }
}
