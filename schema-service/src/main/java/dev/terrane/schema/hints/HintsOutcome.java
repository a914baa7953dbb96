package dev.terrane.schema.hints;

import dev.terrane.core.schema.HintViolation;
import dev.terrane.core.schema.SchemaProblem;
import java.util.List;

/** What became of hints that were to be stored. */
public sealed interface HintsOutcome {
    /** They are stored. */
    record Saved(StoredHints hints) implements HintsOutcome {}

    /** The text is no hints, or none for this document. */
    record Invalid(List<SchemaProblem> problems) implements HintsOutcome {
        public Invalid {
            problems = List.copyOf(problems);
        }
    }

    /** Rows of the document have values these hints do not allow. */
    record Violated(List<HintViolation> violations) implements HintsOutcome {
        public Violated {
            violations = List.copyOf(violations);
        }
    }
}
