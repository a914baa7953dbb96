package dev.terrane.schema.drafts;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaResult;
import dev.terrane.schema.registry.DocumentCheck;
import dev.terrane.schema.registry.DocumentProblem;
import dev.terrane.schema.registry.SchemaContent;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.SchemaRegistry;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Keeps drafts. A draft is always a valid document in its canonical form; what is refused is not
 * kept. Safe for all threads.
 */
public final class Drafts {
    private final DraftStore store;
    private final SchemaRegistry registry;
    private final List<DocumentCheck> checks;
    private final int draftsMax;
    private final InstantSource clock;

    /** Drafts in a store, at most so many of one schema. */
    public Drafts(
            DraftStore store,
            SchemaRegistry registry,
            List<DocumentCheck> checks,
            int draftsMax,
            InstantSource clock) {
        this.store = store;
        this.registry = registry;
        this.checks = List.copyOf(checks);
        this.draftsMax = draftsMax;
        this.clock = clock;
    }

    /** The draft with its document. */
    public Optional<DraftDocument> find(DraftKey key) {
        return store.find(key);
    }

    /** All drafts of a schema by name. */
    public List<Draft> list(SchemaName schema) {
        return store.list(schema);
    }

    /**
     * Saves a document as a draft. The same content again is Unchanged whatever was expected of the
     * tag, so a retry is safe.
     *
     * @param document the text as written, UTF-8
     * @param baseVersion the version it was begun from, which may be retired, 0 for none; empty
     *     keeps what the draft has, and means the newest for a new draft
     * @param subject who saves
     */
    public DraftResult save(
            DraftKey key,
            byte[] document,
            DraftExpectation expected,
            OptionalInt baseVersion,
            String subject) {
        return switch (registry.read(document)) {
            case SchemaResult.Rejected(var problems) ->
                    new DraftResult.Invalid(problems.stream().map(DocumentProblem::of).toList());
            case SchemaResult.Ok(var valid) -> save(key, valid, expected, baseVersion, subject);
        };
    }

    /** As {@link #save(DraftKey, byte[], DraftExpectation, OptionalInt, String)}, of a model. */
    public DraftResult save(
            DraftKey key,
            SchemaDocument document,
            DraftExpectation expected,
            OptionalInt baseVersion,
            String subject) {
        List<DocumentProblem> problems = check(key.schema(), document);
        if (!problems.isEmpty()) {
            return new DraftResult.Invalid(problems);
        }
        if (baseVersion.isPresent() && baseVersion.getAsInt() > 0) {
            // A version that was ever there stays, retired or not, so this cannot become untrue.
            SchemaId base = new SchemaId(key.schema(), baseVersion.getAsInt());
            if (registry.findAlsoRetired(new SchemaReference.Pinned(base)).isEmpty()) {
                return new DraftResult.NoBase(base);
            }
        }
        DraftStore.NewDraft draft =
                new DraftStore.NewDraft(
                        key,
                        SchemaContent.of(document),
                        baseVersion,
                        clock.instant().truncatedTo(ChronoUnit.MILLIS),
                        subject);
        return store.save(draft, expected, draftsMax);
    }

    /** What the further checks have against a valid document. */
    public List<DocumentProblem> check(SchemaName schema, SchemaDocument document) {
        List<DocumentProblem> problems = new ArrayList<>();
        checks.forEach(check -> problems.addAll(check.check(schema, document)));
        return problems;
    }

    /** Removes a draft if it is what is expected. */
    public DraftResult delete(DraftKey key, DraftTag expected) {
        return store.delete(key, expected);
    }
}
