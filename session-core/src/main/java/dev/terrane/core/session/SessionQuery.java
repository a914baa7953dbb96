package dev.terrane.core.session;

import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyView;
import dev.terrane.core.session.physics.Defect;
import dev.terrane.core.session.physics.Queries;
import dev.terrane.core.session.physics.Vec2;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question about the world at its present revision; changes nothing and is not journaled. Only
 * the named candidates are looked at, whatever their filters.
 */
public sealed interface SessionQuery {
    /** Most candidates of one query. */
    int CANDIDATES_MAX = 4_096;

    /** The revision it is asked of. */
    Expected expected();

    /** The bodies that may be hit. */
    List<BodyId> candidates();

    /** Which candidates a circle at rest meets. */
    record Overlap(Expected expected, Vec2 center, double radius, List<BodyId> candidates)
            implements SessionQuery {
        public Overlap {
            candidates = List.copyOf(candidates);
        }
    }

    /** Which candidates a moved circle meets, each at its own first touch. */
    record Cast(
            Expected expected,
            Vec2 origin,
            Vec2 direction,
            double distance,
            double radius,
            List<BodyId> candidates)
            implements SessionQuery {
        public Cast {
            candidates = List.copyOf(candidates);
        }
    }

    /** What the session says. */
    sealed interface Answer {
        /** Hits by ascending distance, then id. */
        record Hits(long revision, long stepIndex, List<Queries.Hit> hits) implements Answer {
            public Hits {
                hits = List.copyOf(hits);
            }
        }

        /**
         * Not answered.
         *
         * @param defect what is wrong with the query, or null if nothing is
         */
        record Refused(QueryError error, long revision, @Nullable Defect defect)
                implements Answer {}
    }

    /** Why a query was not answered, in order of checking. */
    enum QueryError {
        SESSION_FAULTED,
        SESSION_DISPOSED,
        INVALID_QUERY,
        STALE_REVISION,
        UNKNOWN_BODY
    }

    /** Asks the session. To be called by its owner. */
    static Answer ask(Session session, SessionQuery query) {
        SessionInfo info = session.info();
        QueryError error = null;
        Defect defect = null;
        if (info.faulted()) {
            error = QueryError.SESSION_FAULTED;
        } else if (info.disposed()) {
            error = QueryError.SESSION_DISPOSED;
        } else if ((defect = query.defect()) != null) {
            error = QueryError.INVALID_QUERY;
        } else if (query.expected() instanceof Expected.At(long at) && at != info.revision()) {
            error = QueryError.STALE_REVISION;
        }
        if (error != null) {
            return new Answer.Refused(error, info.revision(), defect);
        }
        List<Queries.Hit> hits = new ArrayList<>();
        for (int i = 0; i < query.candidates().size(); i++) {
            BodyId id = query.candidates().get(i);
            BodyView body = session.findBody(id);
            if (body == null) {
                return new Answer.Refused(
                        QueryError.UNKNOWN_BODY,
                        info.revision(),
                        new Defect("candidate_body_ids[" + i + "]", "there is no body " + id));
            }
            Queries.Hit hit = hit(body, query);
            if (hit != null) {
                hits.add(hit);
            }
        }
        hits.sort(
                Comparator.comparingDouble(Queries.Hit::distance).thenComparing(Queries.Hit::body));
        return new Answer.Hits(info.revision(), info.stepIndex(), hits);
    }

    private static Queries.@Nullable Hit hit(BodyView body, SessionQuery query) {
        return switch (query) {
            case Overlap overlap -> Queries.overlap(body, overlap.center(), overlap.radius());
            case Cast cast -> {
                double x = cast.direction().x();
                double y = cast.direction().y();
                double scale = cast.distance() / Math.sqrt(x * x + y * y);
                yield Queries.cast(
                        body, cast.origin(), new Vec2(x * scale, y * scale), cast.radius());
            }
        };
    }

    /** Why it is no question, or null if it is one. */
    default @Nullable Defect defect() {
        Defect candidates = defect(candidates());
        if (candidates != null) {
            return candidates;
        }
        return switch (this) {
            case Overlap overlap ->
                    Defect.first(
                            finite("overlap.center", overlap.center()),
                            positive("overlap.radius", overlap.radius()));
            case Cast cast ->
                    Defect.first(
                            finite("cast.origin", cast.origin()),
                            positive("cast.radius", cast.radius()),
                            cast.distance() >= 0 && Double.isFinite(cast.distance())
                                    ? null
                                    : new Defect(
                                            "cast.distance",
                                            "must be finite and at least 0, not "
                                                    + cast.distance()),
                            direction(cast.direction()));
        };
    }

    private static @Nullable Defect defect(List<BodyId> candidates) {
        if (candidates.size() > CANDIDATES_MAX) {
            return new Defect(
                    "candidate_body_ids",
                    "at most " + CANDIDATES_MAX + ", not " + candidates.size());
        }
        HashSet<BodyId> seen = new HashSet<>();
        for (int i = 0; i < candidates.size(); i++) {
            if (!seen.add(candidates.get(i))) {
                return new Defect(
                        "candidate_body_ids[" + i + "]", candidates.get(i) + " is given twice");
            }
        }
        return null;
    }

    private static @Nullable Defect finite(String field, Vec2 value) {
        return value.isFinite() ? null : new Defect(field, "must be finite, not " + value);
    }

    private static @Nullable Defect positive(String field, double value) {
        return Double.isFinite(value) && value > 0
                ? null
                : new Defect(field, "must be finite and above 0, not " + value);
    }

    private static @Nullable Defect direction(Vec2 direction) {
        double squared = direction.x() * direction.x() + direction.y() * direction.y();
        return Double.isFinite(squared) && squared > 1e-8
                ? null
                : new Defect("cast.direction", "must be finite and longer than 1e-4");
    }
}
