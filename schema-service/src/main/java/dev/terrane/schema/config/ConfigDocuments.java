package dev.terrane.schema.config;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.schema.drafts.Draft;
import dev.terrane.schema.drafts.DraftDocument;
import dev.terrane.schema.drafts.DraftExpectation;
import dev.terrane.schema.drafts.DraftKey;
import dev.terrane.schema.drafts.DraftRefusals;
import dev.terrane.schema.drafts.DraftTag;
import dev.terrane.schema.drafts.Drafts;
import dev.terrane.schema.registry.PublishedSchema;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.SchemaRegistry;
import dev.terrane.schema.registry.edge.SchemaRefusals;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.springframework.stereotype.Component;

/** The documents whose rows are asked for, and changes of drafts. Safe for all threads. */
@Component
public final class ConfigDocuments {
    private final SchemaRegistry registry;
    private final Drafts drafts;

    ConfigDocuments(SchemaRegistry registry, Drafts drafts) {
        this.registry = registry;
        this.drafts = drafts;
    }

    /** The version a text refers to; refused when there is none. */
    public PublishedSchema version(String reference) {
        SchemaReference parsed = SchemaNames.requireReference("id", reference);
        return registry.find(parsed)
                .orElseThrow(() -> SchemaRefusals.absent(registry, "id", parsed));
    }

    /** A draft; refused when there is none. */
    public DraftDocument draft(DraftKey key) {
        return drafts.find(key).orElseThrow(() -> DraftRefusals.missing(key));
    }

    /** The document of a version. */
    public SchemaDocument read(PublishedSchema schema) {
        return registry.readStored(schema.document());
    }

    /** The document of a draft. */
    public SchemaDocument read(DraftDocument draft) {
        return registry.readStored(draft.document());
    }

    /**
     * Saves a draft with a change. A change that has been made already changes nothing, whatever
     * was expected, so a retry is safe.
     *
     * @param expected the state the change was made for
     * @param change gives the changed document, or throws why not
     */
    public Draft change(
            DraftKey key, DraftTag expected, UnaryOperator<SchemaDocument> change, String subject) {
        SchemaDocument changed = change.apply(read(draft(key)));
        return DraftRefusals.saved(
                key,
                drafts.save(
                        key,
                        changed,
                        new DraftExpectation.Exactly(expected),
                        OptionalInt.empty(),
                        subject));
    }
}
