package dev.terrane.core.session;

import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyView;
import dev.terrane.core.session.physics.Queries;
import dev.terrane.core.session.physics.Vec2;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

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

        /** Not answered. */
        record Refused(QueryError error, long revision) implements Answer {}
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
        if (info.faulted()) {
            error = QueryError.SESSION_FAULTED;
        } else if (info.disposed()) {
            error = QueryError.SESSION_DISPOSED;
        } else if (!isValid(query)) {
            error = QueryError.INVALID_QUERY;
        } else if (query.expected() instanceof Expected.At(long at) && at != info.revision()) {
            error = QueryError.STALE_REVISION;
        }
        if (error != null) {
            return new Answer.Refused(error, info.revision());
        }
        List<Queries.Hit> hits = new ArrayList<>();
        for (BodyId id : query.candidates()) {
            BodyView body = session.findBody(id);
            if (body == null) {
                return new Answer.Refused(QueryError.UNKNOWN_BODY, info.revision());
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

    private static Queries.@org.jspecify.annotations.Nullable Hit hit(
            BodyView body, SessionQuery query) {
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

    private static boolean isValid(SessionQuery query) {
        if (query.candidates().size() > CANDIDATES_MAX
                || new HashSet<>(query.candidates()).size() != query.candidates().size()) {
            return false;
        }
        return switch (query) {
            case Overlap overlap -> overlap.center().isFinite() && isPositive(overlap.radius());
            case Cast cast -> {
                double x = cast.direction().x();
                double y = cast.direction().y();
                double squared = x * x + y * y;
                yield cast.origin().isFinite()
                        && isPositive(cast.radius())
                        && Double.isFinite(cast.distance())
                        && cast.distance() >= 0
                        && Double.isFinite(squared)
                        && squared > 1e-8;
            }
        };
    }

    private static boolean isPositive(double value) {
        return Double.isFinite(value) && value > 0;
    }
}
