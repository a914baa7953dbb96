package dev.terrane.schema.hints;

import dev.terrane.core.schema.HintCheck;
import dev.terrane.core.schema.HintViolation;
import dev.terrane.core.schema.HintsReader;
import dev.terrane.core.schema.HintsResult;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaHints;
import dev.terrane.core.schema.SchemaLimits;
import dev.terrane.schema.registry.SchemaName;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Stores hints and holds documents against them. Safe for all threads. */
public final class Hints {
    private static final SchemaLimits LIMITS = SchemaLimits.DEFAULT;

    private final HintsStore store;
    private final InstantSource clock;

    /** Hints in a store. */
    public Hints(HintsStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** The hints of a schema as they were written. */
    public Optional<StoredHints> find(SchemaName name) {
        return store.find(name);
    }

    /** The hints of a schema for one of its documents; what it does not have is left out. */
    public SchemaHints of(SchemaName name, SchemaDocument document) {
        return store.find(name).map(stored -> parse(stored, document)).orElse(SchemaHints.NONE);
    }

    private static SchemaHints parse(StoredHints stored, SchemaDocument document) {
        return switch (HintsReader.read(
                stored.text().getBytes(StandardCharsets.UTF_8),
                document,
                HintsReader.Unknown.IGNORE,
                LIMITS)) {
            case HintsResult.Ok(SchemaHints hints) -> hints;
            // A member has another type now: what was said of the old one is no rule for the new.
            case HintsResult.Rejected _ -> SchemaHints.NONE;
        };
    }

    /** What the stored hints do not allow in a document. */
    public List<HintViolation> check(SchemaName name, SchemaDocument document) {
        return HintCheck.check(document, of(name, document), LIMITS.problemsMax());
    }

    /**
     * Stores hints in place of those there are. They fit the document, and its rows keep to them.
     *
     * @param text UTF-8 JSON
     * @param document what they are for: the newest version, or a draft
     * @param subject who writes them
     */
    public HintsOutcome save(
            SchemaName name, byte[] text, SchemaDocument document, String subject) {
        return switch (HintsReader.read(text, document, HintsReader.Unknown.REFUSE, LIMITS)) {
            case HintsResult.Rejected(var problems) -> new HintsOutcome.Invalid(problems);
            case HintsResult.Ok(SchemaHints hints) -> {
                List<HintViolation> violations =
                        HintCheck.check(document, hints, LIMITS.problemsMax());
                yield violations.isEmpty()
                        ? new HintsOutcome.Saved(store.save(stored(name, text, subject)))
                        : new HintsOutcome.Violated(violations);
            }
        };
    }

    /** Removes the hints of a schema; whether there were any. */
    public boolean delete(SchemaName name) {
        return store.delete(name);
    }

    private StoredHints stored(SchemaName name, byte[] text, String subject) {
        return new StoredHints(
                name,
                new String(text, StandardCharsets.UTF_8),
                hash(text),
                clock.instant().truncatedTo(ChronoUnit.MILLIS),
                subject);
    }

    private static String hash(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
