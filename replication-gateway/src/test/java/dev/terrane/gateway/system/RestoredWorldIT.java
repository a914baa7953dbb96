package dev.terrane.gateway.system;

import static dev.terrane.gateway.system.RoomKit.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.gateway.system.ChunkHolder.Belief;
import dev.terrane.proto.stage.v1alpha1.ChunkEditResult;
import dev.terrane.schema.SchemaApp;
import dev.terrane.testing.Await;
import dev.terrane.world.WorldApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * What clients hold when a world goes backwards: restored from a backup, with an import rolled
 * back, a room that is gone, a chunk that was set aside and healed.
 */
@TestInstance(Lifecycle.PER_CLASS)
class RestoredWorldIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String PLAIN = "props/plain";

    @TempDir static Path folder;
    private Deployment deployment;
    private StreamCuts way;
    private String admin;
    private String player;

    @BeforeAll
    void start() {
        deployment = new Deployment(folder);
        way = new StreamCuts(deployment.port("world"));
        deployment
                .detour("world", way.port())
                .start("schema", SchemaApp.class)
                .start("world", WorldApp.class, "terrane.world.files.own=true")
                .startGateway();
        admin = deployment.unlimitedToken("root", "admin");
        ok(deployment.post("/api/v1/schemas/guests", admin, GuestDeployment.SCHEMA));
        player = deployment.token("ada", "player");
    }

    @AfterAll
    void stop() {
        deployment.close();
        way.close();
    }

    private RoomKit room(String world, String room) {
        return new RoomKit(deployment, admin, world, room);
    }

    private void maintain(String world, String call) {
        ok(deployment.post("/api/v1/worlds/" + world + "/maintenance/" + call, admin, ""));
    }

    private static void await(String what, ChunkHolder holder, int cx, int cy, Belief truth) {
        Await.untilAsserted(
                SOON, what, () -> assertThat(holder.believes(cx, cy)).as(what).isEqualTo(truth));
    }

    @Test
    void aWorldThatIsRestoredGoesBackForWhoeverHoldsIt() {
        RoomKit room = room("back", "r").make("committed").stage("back");
        for (int cx = 0; cx < 4; cx++) {
            room.create(cx, 0, PLAIN);
        }
        maintain("back", "backup?name=first");
        try (ChunkHolder ada = new ChunkHolder(deployment, "back", player)) {
            for (int cx = 0; cx < 4; cx++) {
                ada.ask(cx, 0);
            }
            room.change(0, 0, PLAIN, "second");
            room.change(0, 0, PLAIN, "third");
            room.delete(1, 0);
            room.create(4, 0, PLAIN);
            await("third", ada, 0, 0, room.truth(0, 0));
            await("deleted", ada, 1, 0, room.truth(1, 0));
            assertThat(ada.ask(4, 0).getRevision()).isEqualTo(1);

            maintain("back", "restore?name=first");

            assertThat(room.truth(0, 0).revision()).isEqualTo(1);
            for (int cx = 0; cx < 5; cx++) {
                await("restored " + cx, ada, cx, 0, room.truth(cx, 0));
            }
            assertThat(ada.believes(4, 0)).isEqualTo(new Belief(0, "", true, false));
            assertThat(ada.notices(2, 0)).as("nothing happened to it").isZero();

            // The same number again, of other content, while nobody tells.
            room.change(0, 0, PLAIN, "another second");
            await("another second", ada, 0, 0, room.truth(0, 0));
            Belief told = ada.believes(0, 0);
            way.cutStreams();
            maintain("back", "restore?name=first");
            room.change(0, 0, PLAIN, "one more second");
            assertThat(room.truth(0, 0).revision()).isEqualTo(told.revision());
            assertThat(room.truth(0, 0)).isNotEqualTo(told);
            way.events.heal();
            await("one more second", ada, 0, 0, room.truth(0, 0));
        } finally {
            way.events.heal();
        }
    }

    @Test
    void chunksOfARoomThatIsGoneAreGoneAndComeBackWithIt() {
        room("rooms", "first").make("committed");
        maintain("rooms", "backup?name=before");
        RoomKit late = room("rooms", "late").makeRoom().stage("late");
        late.create(0, 0, PLAIN);
        late.create(1, 0, PLAIN);
        maintain("rooms", "backup?name=after");
        try (ChunkHolder ada = new ChunkHolder(deployment, "late", player)) {
            ada.ask(0, 0);
            ada.ask(1, 0);
            way.cutStreams();
            maintain("rooms", "restore?name=before");
            assertThat(ada.ask(1, 0).getError().getCode()).isEqualTo("NOT_FOUND");
            way.events.heal();
            await("gone", ada, 0, 0, new Belief(0, "", true, false));

            maintain("rooms", "restore?name=after");

            await("back", ada, 0, 0, late.truth(0, 0));
            assertThat(late.truth(0, 0).revision()).isEqualTo(1);
        } finally {
            way.events.heal();
        }
    }

    @Test
    void anImportThatIsRolledBackIsToldToHolders() {
        var imported =
                deployment.importMap(
                        "/api/v1/worlds/maps/imports?room=r", admin, "b", RoomEditIT.map());
        ok(imported);
        RoomKit room = room("maps", "r").stage("maps");
        try (ChunkHolder ada = new ChunkHolder(deployment, "maps", player)) {
            assertThat(ada.ask(0, 0).getRevision()).isEqualTo(1);
            way.cutStreams();
            String job = imported.json().path("id").asString("");
            var rollback =
                    ok(
                            deployment.post(
                                    "/api/v1/worlds/maps/imports/" + job + "/rollback", admin, ""));
            String id = rollback.json().path("id").asString("");
            Await.until(
                    SOON,
                    "rolled back",
                    () ->
                            ok(deployment.get("/api/v1/worlds/maps/imports/" + id, admin))
                                    .json()
                                    .path("state")
                                    .asString("")
                                    .equals("done"));
            way.events.heal();
            Belief truth = room.truth(0, 0);
            assertThat(truth.deleted()).isTrue();
            // All events of it came after all.
            await("rolled back", ada, 0, 0, truth);
        } finally {
            way.events.heal();
        }
    }

    @Test
    void aChunkThatWasSetAsideAndHealedIsToldAsItIsNow() throws Exception {
        RoomKit room = room("ill", "r").make("committed").stage("ill");
        room.create(0, 0, PLAIN);
        room.create(1, 0, PLAIN);
        room.change(0, 0, PLAIN, "second");
        try (ChunkHolder ada = new ChunkHolder(deployment, "ill", player);
                ChunkHolder late = new ChunkHolder(deployment, "ill", player)) {
            assertThat(ada.ask(0, 0).getRevision()).isEqualTo(2);
            ada.ask(1, 0);
            way.cutStreams();
            damage("ill:r:0:0:0", 2);
            maintain("ill", "verify");
            Await.untilAsserted(
                    SOON,
                    "set aside",
                    () ->
                            assertThat(late.ask(0, 0).getError().getCode())
                                    .isEqualTo("CHUNK_CORRUPT"));
            assertThat(late.ask(1, 0).getRevision()).as("its neighbour").isEqualTo(1);
            ok(deployment.post(room.path(0, 0) + "/restore", admin, ""));
            way.events.heal();

            Belief truth = room.truth(0, 0);
            assertThat(truth.revision()).as("the newest that verifies, again").isEqualTo(3);
            await("healed", ada, 0, 0, truth);
            assertThat(ada.notices(1, 0)).isZero();
        } finally {
            way.events.heal();
        }
    }

    @Test
    void aRoomThatGrowsAndShrinksGoesOnForWhoeverHoldsIt() {
        RoomKit room = room("sizes", "r").make("committed").stage("sizes");
        room.create(63, 0, PLAIN);
        try (ChunkHolder eve =
                new ChunkHolder(deployment, "sizes", deployment.token("eve", "editor"))) {
            assertThat(eve.ask(63, 0).getRevision()).isEqualTo(1);
            ok(room.reach(260));
            room.create(64, 0, PLAIN);
            assertThat(eve.ask(64, 0).getRevision()).isEqualTo(1);
            assertThat(move(eve, 64, room.truth(64, 0), 259).getRevision()).isEqualTo(2);
            await("moved", eve, 64, 0, room.truth(64, 0));

            assertThat(room.reach(258).json().path("code").asString(""))
                    .isEqualTo("ROOM_CONTENT_OUTSIDE");
            room.delete(64, 0);
            ok(room.reach(254));

            await("deleted", eve, 64, 0, room.truth(64, 0));
            Belief held = eve.believes(63, 0);
            assertThat(held).isEqualTo(room.truth(63, 0));
            assertThat(move(eve, 63, held, 255).getError().getCode()).isEqualTo("CHUNK_INVALID");
            assertThat(move(eve, 63, held, 253).getRevision()).isEqualTo(2);
        }
    }

    /** Moves the object of a chunk along x. */
    private static ChunkEditResult move(ChunkHolder holder, int cx, Belief base, int x) {
        return holder.edit(
                cx,
                0,
                base.revision(),
                base.checksum(),
                "[{'op':'replace','path':'/objects/0/transform/pos/0','value':%d}]".formatted(x),
                "move-" + cx + "-" + x);
    }

    /** Spoils both copies of a revision's payload on disk. */
    private static void damage(String key, int revision) throws IOException, SQLException {
        Path file;
        try (Stream<Path> files = Files.walk(folder)) {
            file =
                    files.filter(path -> path.endsWith(Path.of("ill", "world.db")))
                            .findFirst()
                            .orElseThrow();
        }
        String spoilt = "SET payload = substr(payload, 1, 60) || x'ff' || substr(payload, 62)";
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 20000");
            assertThat(
                            statement.executeUpdate(
                                    "UPDATE chunks " + spoilt + " WHERE key = '" + key + "'"))
                    .isEqualTo(1);
            assertThat(
                            statement.executeUpdate(
                                    "UPDATE revisions %s WHERE chunk_key = '%s' AND revision = %d"
                                            .formatted(spoilt, key, revision)))
                    .isEqualTo(1);
        }
    }
}
