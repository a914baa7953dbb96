package dev.terrane.gateway.system;

import static dev.terrane.gateway.system.RoomKit.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.gateway.system.ChunkHolder.Belief;
import dev.terrane.schema.SchemaApp;
import dev.terrane.testing.Await;
import dev.terrane.testing.FaultProxy.Direction;
import dev.terrane.world.WorldApp;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What clients hold after the stream of chunk events was lost, whatever happened meanwhile, on real
 * services and sockets. Every way of losing it meets every state a chunk may get into:
 *
 * <pre>
 *               RESUMED     RESTARTED     BACKLOG       UNREADABLE    SILENT
 *               cut, all    other epoch   cut, events   other epoch,  half-open, then
 *               replayed                  dropped       the state     cut
 *                                                       unreadable
 * UNTOUCHED     nothing     nothing       nothing       nothing       nothing
 * CHANGED       told        told          told          told          told
 * DELETED       told        told          told          told          told
 * RECREATED     told        told          told          told          told
 * GATED         revoked*    revoked*      revoked*      revoked*      revoked*
 * CHANGED_GATED revoked*    revoked*      revoked*      revoked*      revoked*
 * GATED_DELETED revoked*    told+         told+         told+         revoked*
 * OPENED_AGAIN  revoked/    told          told          told          revoked/
 *               told                                                  told
 * ROLLED_BACK   told        told          told          told          told
 * </pre>
 *
 * *whoever may not see it; who may is told what it is now. +without the checksum of what was
 * deleted, which not everybody might have seen; so are all deletions that were missed. Worlds that
 * go backwards are in {@link RestoredWorldIT}.
 */
@TestInstance(Lifecycle.PER_CLASS)
class OutageIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String PLAIN = "props/plain";
    private static final String SKULL = "props/skull";

    @TempDir static Path folder;
    private Deployment deployment;
    private StreamCuts way;
    private String operator;

    /** Checksum of a revision that was flagged and is deleted. */
    private String unseen = "";

    private RoomKit room;
    private String kid;
    private String adult;

    /** What happens to a chunk while nobody tells. */
    enum State {
        UNTOUCHED(0),
        CHANGED(1),
        DELETED(2),
        RECREATED(3),
        GATED(4),
        CHANGED_GATED(5),
        GATED_DELETED(6),
        OPENED_AGAIN(7),
        ROLLED_BACK(8);

        private final int cx;

        State(int cx) {
            this.cx = cx;
        }
    }

    /** How the stream is lost and comes back. */
    enum Cause {
        RESUMED(0),
        RESTARTED(1),
        BACKLOG(2),
        UNREADABLE(3),
        SILENT(4);

        private final int cy;

        Cause(int cy) {
            this.cy = cy;
        }
    }

    @BeforeAll
    void start() {
        deployment = new Deployment(folder);
        way = new StreamCuts(deployment.port("world"));
        deployment
                .detour("world", way.port())
                .start("schema", SchemaApp.class)
                .start("world", WorldApp.class, "terrane.world.events.kept-max=1000")
                .startGateway();
        String admin = deployment.unlimitedToken("root", "admin");
        ok(deployment.post("/api/v1/schemas/guests", admin, GuestDeployment.SCHEMA));
        room = new RoomKit(deployment, admin, "w", "r").make("committed").stage("s");
        room.flag(SKULL, 2);
        operator = deployment.token("op", "operator");
        kid = deployment.token("kid", "editor");
        adult = deployment.unlimitedToken("adult", "player");
    }

    @AfterAll
    void stop() {
        deployment.close();
        way.close();
    }

    @ParameterizedTest
    @EnumSource(Cause.class)
    void holdersAreToldWhatChunksAreWhateverHappenedMeanwhile(Cause cause) {
        int row = cause.cy;
        for (State state : State.values()) {
            room.create(state.cx, row, asset(state, cause));
        }
        if (cause == Cause.BACKLOG) {
            keepingEvents("2");
        }
        try (ChunkHolder young = new ChunkHolder(deployment, "s", kid);
                ChunkHolder old = new ChunkHolder(deployment, "s", adult);
                ChunkHolder late = new ChunkHolder(deployment, "s", kid)) {
            for (State state : State.values()) {
                assertThat(young.ask(state.cx, row).getRevision()).isEqualTo(1);
                assertThat(old.ask(state.cx, row).getRevision()).isEqualTo(1);
            }
            awaitBehind(0);
            lose(cause);
            for (State state : State.values()) {
                happen(state, state.cx, row, asset(state, cause));
            }
            meanwhile(late, row);
            regain(cause);

            for (State state : State.values()) {
                int cx = state.cx;
                Belief truth = room.truth(cx, row);
                Belief missed =
                        truth.deleted() ? new Belief(truth.revision(), "", true, false) : truth;
                Await.untilAsserted(
                        SOON,
                        cause + " " + state + " is " + truth,
                        () -> {
                            assertThat(old.believes(cx, row))
                                    .isEqualTo(isReplayed(cause) ? truth : missed);
                            assertThat(young.believes(cx, row))
                                    .isEqualTo(expected(state, cause, truth, missed));
                        });
            }
            assertThat(young.notices(0, row)).as("untouched").isZero();
            assertThat(old.notices(0, row)).as("untouched").isZero();
            assertThat(young.wasTold(room.truth(State.CHANGED_GATED.cx, row).checksum()))
                    .as("the checksum of what may not be seen")
                    .isFalse();
            assertThat(young.wasTold(unseen)).as("nor that of what is deleted").isFalse();
            // And from now on everything is told as ever.
            room.change(0, row, PLAIN, "afterwards");
            Belief after = room.truth(0, row);
            Await.untilAsserted(
                    SOON,
                    "the next change",
                    () -> assertThat(young.believes(0, row)).isEqualTo(after));
        } finally {
            way.events.heal();
            way.calls.heal();
            if (cause == Cause.BACKLOG) {
                keepingEvents("1000");
            }
        }
    }

    /** Whether every event comes after all. */
    private static boolean isReplayed(Cause cause) {
        return cause == Cause.RESUMED || cause == Cause.SILENT;
    }

    /** What who may not see everything believes. */
    private static Belief expected(State state, Cause cause, Belief truth, Belief missed) {
        Belief revoked = new Belief(0, "", false, true);
        return switch (state) {
            case GATED, CHANGED_GATED -> revoked;
            case GATED_DELETED, OPENED_AGAIN -> isReplayed(cause) ? revoked : missed;
            case UNTOUCHED, CHANGED, DELETED, RECREATED, ROLLED_BACK ->
                    isReplayed(cause) ? truth : missed;
        };
    }

    /** An asset of its own for what is flagged, so that rounds do not meet. */
    private static String asset(State state, Cause cause) {
        return switch (state) {
            case GATED, CHANGED_GATED, OPENED_AGAIN -> "props/" + state + "-" + cause;
            default -> PLAIN;
        };
    }

    private void happen(State state, int cx, int cy, String asset) {
        switch (state) {
            case UNTOUCHED -> {}
            case CHANGED -> room.change(cx, cy, asset, "second");
            case DELETED -> room.delete(cx, cy);
            case RECREATED -> {
                room.delete(cx, cy);
                room.create(cx, cy, asset);
            }
            case GATED -> room.flag(asset, 2);
            case CHANGED_GATED -> {
                room.change(cx, cy, asset, "second");
                room.flag(asset, 2);
            }
            case GATED_DELETED -> {
                room.change(cx, cy, SKULL, "second");
                unseen = room.truth(cx, cy).checksum();
                room.delete(cx, cy);
            }
            case OPENED_AGAIN -> {
                room.flag(asset, 2);
                room.flag(asset, 0);
            }
            case ROLLED_BACK -> {
                room.change(cx, cy, asset, "second");
                room.rollback(cx, cy, 1);
            }
        }
    }

    /** Nothing old is served while nobody tells, though the gateway had it from before. */
    private void meanwhile(ChunkHolder late, int row) {
        awaitBehind(1);
        assertThat(late.ask(State.GATED.cx, row).getError().getCode()).isEqualTo("CHUNK_GATED");
        assertThat(late.ask(State.CHANGED.cx, row).getRevision()).isEqualTo(2);
        assertThat(late.ask(State.DELETED.cx, row).getError().getCode()).isEqualTo("NOT_FOUND");
        Belief truth = room.truth(State.CHANGED.cx, row);
        var stale = late.edit(State.CHANGED.cx, row, 1, "0".repeat(64), "[]", "stale-" + row);
        assertThat(stale.getError().getCode()).isEqualTo("STALE_REVISION");
        assertThat(stale.getRevision()).isEqualTo(2);
        assertThat(stale.getChecksum()).isEqualTo(truth.checksum());
        var ready = deployment.get("/readyz", null);
        assertThat(ready.status()).isEqualTo(200);
        assertThat(ready.json().path("components").path("rooms").path("status").asString(""))
                .isEqualTo("BEHIND");
    }

    private void lose(Cause cause) {
        switch (cause) {
            case RESUMED, BACKLOG -> way.cutStreams();
            case RESTARTED, UNREADABLE -> {
                way.cutStreams();
                deployment.stop("world");
                deployment.start("world", WorldApp.class, "terrane.world.events.kept-max=1000");
            }
            case SILENT -> way.events.halfOpen();
        }
    }

    private void regain(Cause cause) {
        switch (cause) {
            case RESUMED, RESTARTED, BACKLOG -> way.events.heal();
            case UNREADABLE -> {
                double before = metric("terrane_stage_rooms_resyncs_total");
                way.cutCalls();
                try (ChunkHolder asking = new ChunkHolder(deployment, "s", kid)) {
                    assertThat(asking.ask(0, 0).getError().getCode()).isEqualTo("UNAVAILABLE");
                    assertThat(
                                    asking.edit(0, 0, 1, "0".repeat(64), "[]", "nobody")
                                            .getError()
                                            .getCode())
                            .isEqualTo("UNAVAILABLE");
                }
                long passed = way.events.bytesPassed(Direction.TO_CLIENT);
                way.events.heal();
                Await.until(
                        SOON,
                        "a connection",
                        () -> way.events.bytesPassed(Direction.TO_CLIENT) > passed);
                assertThat(metric("terrane_stage_rooms_resyncs_total")).isEqualTo(before);
                assertThat(metric("terrane_stage_rooms_behind")).isEqualTo(1);
                way.calls.heal();
            }
            case SILENT -> {
                // What is stalled never arrives: the connection is noticed to be none.
                way.events.reset();
                way.events.heal();
            }
        }
        awaitBehind(0);
    }

    /** World-service keeps so few events that whoever was away cannot have them all. */
    private void keepingEvents(String count) {
        deployment.stop("world");
        deployment.start("world", WorldApp.class, "terrane.world.events.kept-max=" + count);
    }

    private void awaitBehind(int count) {
        Await.until(
                SOON, count + " rooms behind", () -> metric("terrane_stage_rooms_behind") == count);
    }

    private double metric(String name) {
        String page = ok(deployment.get("/actuator/prometheus", operator)).body();
        return page.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void readinessNamesTheRooms() {
        awaitBehind(0);
        var ready = deployment.get("/readyz", null);
        assertThat(ready.json().path("components").path("rooms").path("status").asString(""))
                .isEqualTo("UP");
    }
}
