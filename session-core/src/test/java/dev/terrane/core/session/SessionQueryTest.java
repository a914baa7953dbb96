package dev.terrane.core.session;

import static dev.terrane.core.session.Fixtures.ball;
import static dev.terrane.core.session.Fixtures.box;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.Queries;
import dev.terrane.core.session.physics.Vec2;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionQueryTest {
    private final Session session =
            Fixtures.session(ball("t", 0, 0, 1), ball("u", 20, 0, 1), box("wall", 0, 10, 4, 1));

    private List<Queries.Hit> overlap(double x, double radius, String... candidates) {
        return hits(
                new SessionQuery.Overlap(Expected.ANY, new Vec2(x, 0), radius, ids(candidates)));
    }

    private List<Queries.Hit> hits(SessionQuery query) {
        return ((SessionQuery.Answer.Hits) SessionQuery.ask(session, query)).hits();
    }

    private SessionQuery.QueryError error(SessionQuery query) {
        return ((SessionQuery.Answer.Refused) SessionQuery.ask(session, query)).error();
    }

    private static List<BodyId> ids(String... names) {
        return List.of(names).stream().map(BodyId::new).toList();
    }

    private static SessionQuery.Cast cast(
            Vec2 origin, Vec2 direction, double distance, String... c) {
        return new SessionQuery.Cast(Expected.ANY, origin, direction, distance, 0.5, ids(c));
    }

    @Test
    void overlapWitnesses() {
        assertThat(overlap(2.0, 1, "t")).hasSize(1);
        assertThat(overlap(2.00049, 1, "t")).hasSize(1);
        assertThat(overlap(2.00051, 1, "t")).isEmpty();
    }

    @Test
    void castWitness() {
        Queries.Hit hit = hits(cast(new Vec2(-5, 0), new Vec2(1, 0), 10, "t")).getFirst();
        assertThat(hit.distance()).isCloseTo(3.505, within(1e-9));
        assertThat(hit.normal()).isEqualTo(new Vec2(-1, 0));
    }

    @Test
    void castFromWithinHitsAtOnceWithoutNormal() {
        Queries.Hit hit = hits(cast(new Vec2(1.2, 0), new Vec2(1, 0), 10, "t")).getFirst();
        assertThat(hit.distance()).isZero();
        assertThat(hit.normal()).isEqualTo(Vec2.ZERO);
    }

    @Test
    void castSeesOnlyNamedCandidatesAndSortsByDistance() {
        assertThat(hits(cast(new Vec2(-5, 0), new Vec2(2, 0), 30, "u", "t")))
                .extracting(hit -> hit.body().value())
                .containsExactly("t", "u");
        assertThat(hits(cast(new Vec2(-5, 0), new Vec2(2, 0), 30, "u"))).hasSize(1);
    }

    @Test
    void castMeetsABox() {
        Queries.Hit hit = hits(cast(new Vec2(1, 0), new Vec2(0, 1), 30, "wall")).getFirst();
        assertThat(hit.point().y()).isCloseTo(9, within(1e-9));
        assertThat(hit.distance()).isCloseTo(8.505, within(1e-6));
    }

    @Test
    void errorsComeInTheirOrderAndChangeNothing() {
        var stale = new SessionQuery.Overlap(new Expected.At(7), Vec2.ZERO, 1, ids("none"));
        var invalid = new SessionQuery.Overlap(new Expected.At(7), Vec2.ZERO, 0, ids("none"));
        var twice = new SessionQuery.Overlap(Expected.ANY, Vec2.ZERO, 1, ids("t", "t"));
        assertThat(error(invalid)).isEqualTo(SessionQuery.QueryError.INVALID_QUERY);
        assertThat(error(twice)).isEqualTo(SessionQuery.QueryError.INVALID_QUERY);
        assertThat(error(stale)).isEqualTo(SessionQuery.QueryError.STALE_REVISION);
        assertThat(error(new SessionQuery.Overlap(Expected.ANY, Vec2.ZERO, 1, ids("none"))))
                .isEqualTo(SessionQuery.QueryError.UNKNOWN_BODY);
        assertThat(session.revision()).isZero();
        Fixtures.accept(session, new Operation.Dispose());
        assertThat(error(stale)).isEqualTo(SessionQuery.QueryError.SESSION_DISPOSED);
    }

    private String defect(SessionQuery query) {
        var refused = (SessionQuery.Answer.Refused) SessionQuery.ask(session, query);
        assertThat(refused.defect()).isNotNull();
        return refused.defect().toString();
    }

    @Test
    void aRefusalNamesTheFieldAndTheValue() {
        var nan = new SessionQuery.Overlap(Expected.ANY, new Vec2(Double.NaN, 0), 1, ids("t"));
        var flat = new SessionQuery.Overlap(Expected.ANY, Vec2.ZERO, -0.5, ids("t"));
        var twice = new SessionQuery.Overlap(Expected.ANY, Vec2.ZERO, 1, ids("t", "u", "t"));
        var nobody = new SessionQuery.Overlap(Expected.ANY, Vec2.ZERO, 1, ids("t", "none"));
        assertThat(defect(nan)).startsWith("overlap.center: ").contains("NaN");
        assertThat(defect(flat)).startsWith("overlap.radius: ").contains("-0.5");
        assertThat(defect(twice)).startsWith("candidate_body_ids[2]: ").contains("t is given");
        assertThat(defect(nobody)).startsWith("candidate_body_ids[1]: ").contains("none");
        assertThat(defect(cast(Vec2.ZERO, new Vec2(1e-5, 0), 1, "t")))
                .startsWith("cast.direction: ");
        assertThat(defect(cast(Vec2.ZERO, new Vec2(1, 0), -1, "t")))
                .startsWith("cast.distance: ")
                .contains("-1.0");
    }
}
