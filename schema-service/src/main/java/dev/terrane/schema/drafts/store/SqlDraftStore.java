package dev.terrane.schema.drafts.store;

import dev.terrane.core.schema.SchemaHash;
import dev.terrane.schema.drafts.Draft;
import dev.terrane.schema.drafts.DraftDocument;
import dev.terrane.schema.drafts.DraftExpectation;
import dev.terrane.schema.drafts.DraftKey;
import dev.terrane.schema.drafts.DraftName;
import dev.terrane.schema.drafts.DraftResult;
import dev.terrane.schema.drafts.DraftStore;
import dev.terrane.schema.drafts.DraftTag;
import dev.terrane.schema.registry.SchemaContent;
import dev.terrane.schema.registry.SchemaContents;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.support.store.StoreThreads;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Drafts in SQLite or PostgreSQL. Other processes may write too: whoever comes second to a row
 * judges anew what the first one left.
 */
@Component
final class SqlDraftStore implements DraftStore {
    private static final String NEWEST =
            """
            SELECT coalesce(max(version), 0)
            FROM schema_version
            WHERE name = :name AND retired_at_millis IS NULL
            """;

    /** Each round somebody else has changed the row. */
    private static final int ROUNDS_MAX = 20;

    private final StoreThreads threads;
    private final JdbcClient sql;
    private final DraftRepository rows;
    private final SchemaContents contents;

    SqlDraftStore(
            StoreThreads threads, JdbcClient sql, DraftRepository rows, SchemaContents contents) {
        this.threads = threads;
        this.sql = sql;
        this.rows = rows;
        this.contents = contents;
    }

    /** What a transaction did, and the content it let go of. */
    private record Outcome(DraftResult result, @Nullable SchemaHash released) {}

    private interface Attempt {
        Outcome run();
    }

    @Override
    public Optional<DraftDocument> find(DraftKey key) {
        return threads.read(
                () ->
                        row(key).map(
                                        row -> {
                                            SchemaContent content = content(row);
                                            return new DraftDocument(
                                                    draft(row, content), content.document());
                                        }));
    }

    @Override
    public List<Draft> list(SchemaName schema) {
        return threads.read(
                () ->
                        rows.findByName(schema.value()).stream()
                                .sorted(Comparator.comparing(DraftRow::draft))
                                .map(row -> draft(row, content(row)))
                                .toList());
    }

    @Override
    public DraftResult save(NewDraft draft, DraftExpectation expected, int draftsMax) {
        return repeat(() -> saveOnce(draft, expected, draftsMax));
    }

    @Override
    public DraftResult delete(DraftKey key, DraftTag expected) {
        return repeat(() -> deleteOnce(key, expected));
    }

    private DraftResult repeat(Attempt attempt) {
        RuntimeException lost = null;
        for (int round = 0; round < ROUNDS_MAX; round++) {
            try {
                Outcome outcome = threads.write(attempt::run);
                if (outcome.released() != null) {
                    contents.dropUnused(outcome.released());
                }
                return outcome.result();
            } catch (DuplicateKeyException | OptimisticLockingFailureException second) {
                lost = second;
            }
        }
        throw new IllegalStateException("a draft was changed " + ROUNDS_MAX + " times", lost);
    }

    private Outcome saveOnce(NewDraft draft, DraftExpectation expected, int draftsMax) {
        Optional<DraftRow> found = row(draft.key());
        if (found.isEmpty()) {
            return switch (expected) {
                case DraftExpectation.Exactly _ -> new Outcome(new DraftResult.Missing(), null);
                case DraftExpectation.Absent() -> new Outcome(create(draft, draftsMax), null);
            };
        }
        DraftRow row = found.get();
        Draft current = draft(row, content(row));
        boolean sameBase =
                draft.baseVersion().isEmpty()
                        || draft.baseVersion().getAsInt() == row.baseVersion();
        if (sameBase && current.tag().contentHash().equals(draft.content().contentHash())) {
            return new Outcome(new DraftResult.Unchanged(current), null);
        }
        if (!expected.equals(new DraftExpectation.Exactly(current.tag()))) {
            return new Outcome(new DraftResult.Stale(current), null);
        }
        contents.put(draft.content());
        DraftRow saved =
                rows.save(
                        row(
                                row.id(),
                                draft,
                                draft.baseVersion().orElse(row.baseVersion()),
                                row.revision()));
        return new Outcome(
                new DraftResult.Saved(draft(saved, draft.content())), current.tag().contentHash());
    }

    private DraftResult create(NewDraft draft, int draftsMax) {
        if (rows.findByName(draft.key().schema().value()).size() >= draftsMax) {
            return new DraftResult.TooMany(draftsMax);
        }
        contents.put(draft.content());
        int base =
                draft.baseVersion()
                        .orElseGet(
                                () ->
                                        sql.sql(NEWEST)
                                                .param("name", draft.key().schema().value())
                                                .query(Integer.class)
                                                .single());
        DraftRow saved = rows.save(row(null, draft, base, 0));
        return new DraftResult.Saved(draft(saved, draft.content()));
    }

    private Outcome deleteOnce(DraftKey key, DraftTag expected) {
        Optional<DraftRow> found = row(key);
        if (found.isEmpty()) {
            return new Outcome(new DraftResult.Missing(), null);
        }
        Draft current = draft(found.get(), content(found.get()));
        if (!current.tag().equals(expected)) {
            return new Outcome(new DraftResult.Stale(current), null);
        }
        rows.delete(found.get());
        return new Outcome(new DraftResult.Deleted(current), current.tag().contentHash());
    }

    private Optional<DraftRow> row(DraftKey key) {
        return rows.findByNameAndDraft(key.schema().value(), key.name().value());
    }

    private SchemaContent content(DraftRow row) {
        return contents.findContent(new SchemaHash(row.contentHash()))
                .orElseThrow(
                        () -> new IllegalStateException("a draft has lost its content: " + row));
    }

    private static DraftRow row(@Nullable Long id, NewDraft draft, int base, long revision) {
        return new DraftRow(
                id,
                draft.key().schema().value(),
                draft.key().name().value(),
                base,
                draft.content().contentHash().hex(),
                revision,
                draft.updatedAt().toEpochMilli(),
                draft.updatedBy());
    }

    private static Draft draft(DraftRow row, SchemaContent content) {
        return new Draft(
                new DraftKey(new SchemaName(row.name()), new DraftName(row.draft())),
                new DraftTag(content.contentHash(), row.revision()),
                content.wireHash(),
                row.baseVersion(),
                Instant.ofEpochMilli(row.updatedAtMillis()),
                row.updatedBy());
    }
}
