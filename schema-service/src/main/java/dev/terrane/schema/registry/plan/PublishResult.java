package dev.terrane.schema.registry.plan;

import dev.terrane.schema.registry.DocumentProblem;
import dev.terrane.schema.registry.PublishedSchema;
import dev.terrane.schema.registry.SchemaName;
import java.util.List;

/** What became of a request to publish. All but Published have changed nothing. */
public sealed interface PublishResult {
    /** Every document is the newest version of its name now, in the order of the request. */
    record Published(List<Item> items, String planHash) implements PublishResult {
        public Published {
            items = List.copyOf(items);
        }
    }

    /**
     * One document that is published.
     *
     * @param schema the version that holds it
     * @param isCreated false when the newest version had this content already
     * @param plan what was decided
     */
    record Item(PublishedSchema schema, boolean isCreated, PublishPlan plan) {}

    /** What publishing would do. */
    record Planned(List<PublishPlan> plans, String planHash) implements PublishResult {
        public Planned {
            plans = List.copyOf(plans);
        }
    }

    /** Documents break rules of the format or of further checks. */
    record Invalid(List<Invalidity> invalid) implements PublishResult {
        public Invalid {
            invalid = List.copyOf(invalid);
        }
    }

    /** The problems of one document. */
    record Invalidity(SchemaName name, int documentBytes, List<DocumentProblem> problems) {
        public Invalidity {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Another version is the newest than the one the publisher expected.
     *
     * @param name of which schema
     * @param expected what the publisher expected, 0 for none
     * @param latest number of the newest version, 0 for none
     */
    record Conflict(SchemaName name, int expected, int latest) implements PublishResult {}

    /** The mode forbids changes, or what is held would vanish. */
    record Refused(List<PublishPlan> plans, String planHash) implements PublishResult {
        public Refused {
            plans = List.copyOf(plans);
        }
    }

    /** Changes must be confirmed with the hash. */
    record Unconfirmed(List<PublishPlan> plans, String planHash) implements PublishResult {
        public Unconfirmed {
            plans = List.copyOf(plans);
        }
    }

    /** The plan is another than the one that was confirmed. */
    record Stale(List<PublishPlan> plans, String planHash, String confirmed)
            implements PublishResult {
        public Stale {
            plans = List.copyOf(plans);
        }
    }
}
