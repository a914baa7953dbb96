package dev.terrane.schema.registry.plan;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaResult;
import dev.terrane.core.schema.diff.SchemaDiff;
import dev.terrane.schema.registry.CommitResult;
import dev.terrane.schema.registry.DocumentCheck;
import dev.terrane.schema.registry.DocumentGate;
import dev.terrane.schema.registry.DocumentProblem;
import dev.terrane.schema.registry.NewSchema;
import dev.terrane.schema.registry.Publication;
import dev.terrane.schema.registry.PublicationListener;
import dev.terrane.schema.registry.PublishedSchema;
import dev.terrane.schema.registry.SchemaContent;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaRegistry;
import dev.terrane.schema.registry.SchemaSnapshot;
import dev.terrane.schema.registry.SchemaStore;
import dev.terrane.schema.registry.SchemaVersion;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Plans and publishes. A plan is made from a snapshot outside of any transaction and committed only
 * if nothing it depends on has moved since; otherwise it is made again, so two publishers never
 * both win on the same ground. Repeating the newest content gives that version again, so a retry is
 * safe. Safe for all threads.
 */
public final class Publisher {
    /** Each round somebody else has changed what the plan was made from. */
    private static final int ROUNDS_MAX = 20;

    private final SchemaStore store;
    private final SchemaRegistry registry;
    private final List<DocumentCheck> checks;
    private final List<PublicationListener> listeners;
    private final InstantSource clock;
    private final DocumentGate gate;

    /** Keeps listeners in the order of numbers; plans are made before it is taken. */
    private final ReentrantLock committing = new ReentrantLock();

    /**
     * A publisher on a store.
     *
     * @param documentBytesMax longest document; what is longer together is worked on in turn
     */
    public Publisher(
            SchemaStore store,
            SchemaRegistry registry,
            List<DocumentCheck> checks,
            List<PublicationListener> listeners,
            long documentBytesMax,
            InstantSource clock) {
        this.gate = new DocumentGate(documentBytesMax);
        this.store = store;
        this.registry = registry;
        this.checks = List.copyOf(checks);
        this.listeners = List.copyOf(listeners);
        this.clock = clock;
    }

    /** A valid document of the request. */
    private record Valid(
            PublishRequest.Document source, SchemaDocument document, SchemaContent content) {}

    /** What a round decided. */
    private record Decision(SchemaSnapshot snapshot, PublishPlan plan) {}

    /** What publishing would do; nothing is changed. */
    public PublishResult plan(PublishRequest request) {
        return gate.run(request.documentBytes(), () -> planInside(request));
    }

    private PublishResult planInside(PublishRequest request) {
        List<Valid> documents = new ArrayList<>();
        PublishResult invalid = read(request, documents);
        if (invalid != null) {
            return invalid;
        }
        List<PublishPlan> plans = plans(decide(documents));
        return new PublishResult.Planned(plans, combined(plans));
    }

    /** Publishes all documents or none. */
    public PublishResult publish(PublishRequest request) {
        return gate.run(request.documentBytes(), () -> publishInside(request));
    }

    private PublishResult publishInside(PublishRequest request) {
        List<Valid> documents = new ArrayList<>();
        PublishResult invalid = read(request, documents);
        if (invalid != null) {
            return invalid;
        }
        for (int round = 0; round < ROUNDS_MAX; round++) {
            List<Decision> decisions = decide(documents);
            PublishResult refusal = refusal(request, documents, decisions);
            if (refusal != null) {
                return refusal;
            }
            Optional<PublishResult> done = commit(request, documents, decisions);
            if (done.isPresent()) {
                return done.get();
            }
        }
        throw new IllegalStateException("what is published changed " + ROUNDS_MAX + " times");
    }

    /** What differs between two versions, judged by what is in use of the first one's schema. */
    public SchemaDiff diff(PublishedSchema before, PublishedSchema after) {
        return gate.run(after.document().length(), () -> diffInside(before, after));
    }

    private SchemaDiff diffInside(PublishedSchema before, PublishedSchema after) {
        SchemaSnapshot snapshot = store.snapshot(before.id().name());
        return new Planner(
                        snapshot,
                        this::document,
                        registry.readStored(after.document()),
                        after.content())
                .diff(registry.readStored(before.document()));
    }

    /** Fills the list, or gives the refusal of all documents that are not valid. */
    private @Nullable PublishResult read(PublishRequest request, List<Valid> documents) {
        List<PublishResult.Invalidity> invalid = new ArrayList<>();
        for (PublishRequest.Document source : request.documents()) {
            List<DocumentProblem> problems = new ArrayList<>();
            switch (registry.read(source.bytes(), source.isStored())) {
                case SchemaResult.Rejected(var found) ->
                        found.forEach(problem -> problems.add(DocumentProblem.of(problem)));
                case SchemaResult.Ok(var document) -> {
                    checks.forEach(check -> problems.addAll(check.check(source.name(), document)));
                    documents.add(new Valid(source, document, SchemaContent.of(document)));
                }
            }
            if (!problems.isEmpty()) {
                invalid.add(new PublishResult.Invalidity(source.name(), source.length(), problems));
            }
        }
        return invalid.isEmpty() ? null : new PublishResult.Invalid(invalid);
    }

    private List<Decision> decide(List<Valid> documents) {
        List<Decision> decisions = new ArrayList<>();
        for (Valid valid : documents) {
            SchemaSnapshot snapshot = store.snapshot(valid.source().name());
            Planner planner =
                    new Planner(snapshot, this::document, valid.document(), valid.content());
            decisions.add(new Decision(snapshot, planner.plan()));
        }
        return decisions;
    }

    private SchemaDocument document(SchemaVersion version) {
        return registry.readStored(registry.content(version).document());
    }

    private static List<PublishPlan> plans(List<Decision> decisions) {
        return decisions.stream().map(Decision::plan).toList();
    }

    private static @Nullable PublishResult refusal(
            PublishRequest request, List<Valid> documents, List<Decision> decisions) {
        for (int i = 0; i < documents.size(); i++) {
            PublishPlan plan = decisions.get(i).plan();
            var expected = documents.get(i).source().expectedLatest();
            if (expected.isPresent()
                    && expected.getAsInt() != plan.latest()
                    && !plan.isUnchanged()) {
                return new PublishResult.Conflict(plan.name(), expected.getAsInt(), plan.latest());
            }
        }
        List<PublishPlan> plans =
                plans(decisions).stream().filter(plan -> !plan.isUnchanged()).toList();
        String hash = combined(plans(decisions));
        if (plans.stream().anyMatch(plan -> !plan.isAccepted())) {
            return new PublishResult.Refused(plans, hash);
        }
        return switch (request.confirmation()) {
            case PublishRequest.Confirmation.Everything() -> null;
            case PublishRequest.Confirmation.OfPlan(String confirmed) ->
                    confirmed.equals(hash) || plans.isEmpty()
                            ? null
                            : new PublishResult.Stale(plans, hash, confirmed);
            case PublishRequest.Confirmation.None() ->
                    plans.stream().allMatch(plan -> plan.confirmations().isEmpty())
                            ? null
                            : new PublishResult.Unconfirmed(plans, hash);
        };
    }

    /** Commits, or gives nothing when the decisions were made on ground that has moved. */
    private Optional<PublishResult> commit(
            PublishRequest request, List<Valid> documents, List<Decision> decisions) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        List<Publication> publications = new ArrayList<>();
        for (int i = 0; i < documents.size(); i++) {
            publications.add(publication(request, documents.get(i), decisions.get(i), now));
        }
        committing.lock();
        try {
            return switch (store.commit(publications)) {
                case CommitResult.Moved _ -> Optional.empty();
                case CommitResult.Committed(List<PublishedSchema> published) ->
                        Optional.of(announce(request, decisions, published));
            };
        } finally {
            committing.unlock();
        }
    }

    private static Publication publication(
            PublishRequest request, Valid valid, Decision decision, Instant now) {
        SchemaName name = valid.source().name();
        PublishPlan plan = decision.plan();
        Optional<NewSchema> schema =
                plan.isUnchanged()
                        ? Optional.empty()
                        : Optional.of(new NewSchema(name, valid.content(), now, request.subject()));
        return new Publication(
                name,
                decision.snapshot().revision(),
                schema,
                plan.isUnchanged() ? List.of() : plan.reserved(),
                request.channel()
                        .map(
                                move ->
                                        new Publication.Move(
                                                move.channel(),
                                                move.reason(),
                                                now,
                                                request.subject())));
    }

    private PublishResult announce(
            PublishRequest request, List<Decision> decisions, List<PublishedSchema> published) {
        List<PublishResult.Item> items = new ArrayList<>();
        for (int i = 0; i < published.size(); i++) {
            PublishPlan plan = decisions.get(i).plan();
            PublishedSchema schema = published.get(i);
            items.add(new PublishResult.Item(schema, !plan.isUnchanged(), plan));
            if (!plan.isUnchanged()) {
                registry.remember(schema);
                listeners.forEach(listener -> listener.published(schema.version()));
            }
            request.channel()
                    .ifPresent(
                            move ->
                                    listeners.forEach(
                                            listener ->
                                                    listener.moved(
                                                            move.channel(), schema.version())));
        }
        return new PublishResult.Published(items, combined(plans(decisions)));
    }

    /** One plan's own hash; of several, the hash of all in their order. */
    private static String combined(List<PublishPlan> plans) {
        if (plans.size() == 1) {
            return plans.getFirst().hash();
        }
        var hash = new PlanHash();
        plans.forEach(plan -> hash.add(plan.name().value(), plan.hash()));
        return hash.toHex();
    }
}
