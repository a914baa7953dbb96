package dev.terrane.gateway.system;

import static dev.terrane.gateway.system.RoomKit.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.gateway.system.ChunkHolder.Belief;
import dev.terrane.proto.stage.v1alpha1.ChunkData;
import dev.terrane.proto.stage.v1alpha1.ChunkEditResult;
import dev.terrane.schema.SchemaApp;
import dev.terrane.testing.Await;
import dev.terrane.testing.Processes;
import dev.terrane.world.WorldApp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Edits over stages: two stages of one gateway and one of another on the same room. */
class SharedRoomIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String PLAIN = "props/plain";
    private static final String KEEPS =
            "[{'op':'replace','path':'/objects/0/properties/text','value':'%s'}]";

    @TempDir private Path folder;

    private static Deployment services(Path data) {
        Deployment deployment = new Deployment(data).start("schema", SchemaApp.class);
        return deployment;
    }

    private static void publish(Deployment deployment, String admin) {
        ok(deployment.post("/api/v1/schemas/guests", admin, GuestDeployment.SCHEMA));
    }

    /** Another gateway before the same services, which trusts the first one's tokens. */
    private static Deployment another(Deployment first, Path data) {
        return new Deployment(data)
                .detour("schema", first.port("schema"))
                .detour("world", first.port("world"))
                .detour("session", first.port("session"))
                .startGateway(
                        "terrane.common.security.issuer=" + first.base(),
                        "terrane.gateway.tokens.enabled=false",
                        "terrane.common.security.jwks-url=" + first.base() + "/oauth2/jwks",
                        "terrane.common.security.token-url=" + first.base() + "/oauth2/token");
    }

    @Test
    void stagesOfTwoGatewaysShareOneRoom() {
        try (Deployment one = services(folder.resolve("one"))) {
            one.start("world", WorldApp.class).startGateway();
            String admin = one.unlimitedToken("root", "admin");
            publish(one, admin);
            String ann = one.token("ann", "editor");
            String bob = one.token("bob", "editor");
            RoomKit room =
                    new RoomKit(one, admin, "w", "r").make("committed").stage("a").stage("b");
            room.create(0, 0, PLAIN);
            room.create(1, 0, "props/secret");
            try (Deployment two = another(one, folder.resolve("two"))) {
                new RoomKit(two, admin, "w", "r").stage("c");
                try (ChunkHolder anns = new ChunkHolder(one, "a", ann);
                        ChunkHolder bobs = new ChunkHolder(one, "b", bob);
                        ChunkHolder annsOther = new ChunkHolder(two, "c", ann)) {
                    var scene = new Scene(room, anns, bobs, annsOther);
                    scene.all().forEach(holder -> holder.ask(0, 0));
                    scene.all().forEach(holder -> holder.ask(1, 0));
                    Belief base = anns.believes(0, 0);
                    ChunkEditResult won = scene.oneOfTwoEditorsWins(base);
                    scene.halfABaseIsNone(base, won);
                    scene.anAnswerThatWasLostIsFoundByItsId(base, won);
                    scene.whoMayNotSeeAChunkHasItNoLonger();
                    scene.limitsAreAnswers();
                }
            }
        }
    }

    /**
     * Ann and Bob on two stages of one gateway, and Ann on a stage of another.
     *
     * @param room the room they share
     */
    private record Scene(RoomKit room, ChunkHolder anns, ChunkHolder bobs, ChunkHolder annsOther) {
        List<ChunkHolder> all() {
            return List.of(anns, bobs, annsOther);
        }

        private static ChunkEditResult edit(
                ChunkHolder holder, Belief base, String patch, String editId) {
            return holder.edit(0, 0, base.revision(), base.checksum(), patch, editId);
        }

        private ChunkEditResult oneOfTwoEditorsWins(Belief base) {
            var won = edit(anns, base, KEEPS.formatted("anns"), "e1");
            assertThat(won.hasError()).as(won.toString()).isFalse();
            assertThat(won.getDurable()).isTrue();
            var lost = edit(bobs, base, KEEPS.formatted("bobs"), "e1");
            assertThat(lost.getError().getCode()).isEqualTo("STALE_REVISION");
            assertThat(lost.getChecksum()).isEqualTo(won.getChecksum());
            Belief truth = room.truth(0, 0);
            await("anns change", bobs, 0, truth);
            await("anns change", annsOther, 0, truth);
            return won;
        }

        private void halfABaseIsNone(Belief base, ChunkEditResult won) {
            for (ChunkHolder holder : List.of(bobs, annsOther)) {
                var half =
                        holder.edit(
                                0,
                                0,
                                won.getRevision(),
                                base.checksum(),
                                KEEPS.formatted("half"),
                                "half");
                assertThat(half.getError().getCode()).isEqualTo("STALE_REVISION");
            }
        }

        private void anAnswerThatWasLostIsFoundByItsId(Belief base, ChunkEditResult won) {
            var again = edit(annsOther, base, KEEPS.formatted("anns"), "e1");
            assertThat(again.toBuilder().clearAt().build())
                    .isEqualTo(won.toBuilder().clearAt().build());
            var other = edit(anns, room.truth(0, 0), KEEPS.formatted("other"), "e1");
            assertThat(other.getError().getCode()).isEqualTo("IDEMPOTENCY_MISMATCH");
        }

        /** On every stage, and it cannot edit it. */
        private void whoMayNotSeeAChunkHasItNoLonger() {
            Belief secret = anns.believes(1, 0);
            room.flag("props/secret", 3);
            for (ChunkHolder holder : all()) {
                await("revoked", holder, 1, new Belief(0, "", false, true));
                var blind =
                        holder.edit(
                                1,
                                0,
                                secret.revision(),
                                secret.checksum(),
                                KEEPS.formatted("blind"),
                                "blind");
                assertThat(blind.getError().getCode()).isEqualTo("CHUNK_GATED");
                assertThat(blind.getChecksum()).isEmpty();
                ChunkData data = holder.ask(1, 0);
                assertThat(data.getError().getCode()).isEqualTo("CHUNK_GATED");
                assertThat(data.getImage().isEmpty()).isTrue();
            }
        }

        /** World-service's. */
        private void limitsAreAnswers() {
            Belief truth = room.truth(0, 0);
            var wide = edit(anns, truth, "[" + " ".repeat((256 << 10) - 1) + "]", "wide");
            assertThat(wide.getError().getCode()).isEqualTo("PAYLOAD_TOO_LARGE");
            assertThat(wide.getError().getLimit()).isEqualTo(256 << 10);
            String test = "{'op':'test','path':'/tiles','value':0}";
            var many = edit(anns, truth, "[" + (test + ",").repeat(4096) + test + "]", "many");
            assertThat(many.getError().getCode()).isEqualTo("PAYLOAD_TOO_LARGE");
            assertThat(many.getError().getLimit()).isEqualTo(4096);
            var outside = edit(anns, truth, "[{'op':'add','path':'/flags','value':{}}]", "outside");
            assertThat(outside.getError().getCode()).isEqualTo("PATCH_PATH_FORBIDDEN");
        }
    }

    private static void await(String what, ChunkHolder holder, int cx, Belief truth) {
        Await.untilAsserted(
                SOON, what, () -> assertThat(holder.believes(cx, 0)).as(what).isEqualTo(truth));
    }

    @Test
    void whatWasNotDurableIsSettledAlsoByACrash() {
        String slow = "terrane.world.write-behind.interval=1h";
        try (Deployment deployment = services(folder)) {
            Processes.Child world = deployment.startWorldProcess(slow);
            try {
                deployment.startGateway();
                String admin = deployment.unlimitedToken("root", "admin");
                publish(deployment, admin);
                RoomKit room =
                        new RoomKit(deployment, admin, "w", "r").make("write-behind").stage("s");
                room.create(0, 0, PLAIN);
                room.create(1, 0, PLAIN);
                String ann = deployment.token("ann", "editor");
                try (ChunkHolder editor = new ChunkHolder(deployment, "s", ann)) {
                    Belief first = believed(editor, 0);
                    Belief second = believed(editor, 1);
                    assertThat(edit(editor, 0, first, "kept", "kept").getDurable()).isFalse();
                    ok(deployment.post("/api/v1/worlds/w/maintenance/flush", admin, ""));
                    assertThat(settled(editor, "kept")).isTrue();
                    assertThat(edit(editor, 1, second, "lost", "lost").getDurable()).isFalse();
                    Belief lost = room.truth(1, 0);
                    assertThat(lost.revision()).isEqualTo(2);

                    world.kill();
                    world = deployment.startWorldProcess(slow);

                    assertThat(settled(editor, "lost")).isFalse();
                    await("kept", editor, 0, room.truth(0, 0));
                    await("fell back", editor, 1, room.truth(1, 0));
                    assertThat(room.truth(1, 0)).isEqualTo(second);

                    // Sent again with its id: the kept one is answered, the lost one is made anew.
                    var kept = edit(editor, 0, first, "kept", "kept");
                    assertThat(kept.getRevision()).isEqualTo(2);
                    assertThat(kept.getDurable()).isTrue();
                    var anew = edit(editor, 1, second, "lost", "lost");
                    assertThat(anew.hasError()).as(anew.toString()).isFalse();
                    assertThat(anew.getRevision()).isEqualTo(2);
                    assertThat(anew.getDurable()).isFalse();
                }
                // Another connection, after the gateway was restarted: the id asks what became of
                // it.
                deployment.stop("gateway");
                deployment.startGateway();
                ok(deployment.post("/api/v1/worlds/w/maintenance/flush", admin, ""));
                try (ChunkHolder editor = new ChunkHolder(deployment, "s", ann)) {
                    var asked =
                            edit(
                                    editor,
                                    1,
                                    new Belief(1, firstChecksum(room), false, false),
                                    "lost",
                                    "lost");
                    assertThat(asked.getRevision()).isEqualTo(2);
                    assertThat(asked.getDurable()).isTrue();
                }
            } finally {
                world.close();
            }
        }
    }

    private static String firstChecksum(RoomKit room) {
        return room.revision(1, 0, 1);
    }

    private static Belief believed(ChunkHolder holder, int cx) {
        holder.ask(cx, 0);
        return holder.believes(cx, 0);
    }

    private static dev.terrane.proto.stage.v1alpha1.ChunkEditResult edit(
            ChunkHolder holder, int cx, Belief base, String text, String id) {
        return holder.edit(cx, 0, base.revision(), base.checksum(), KEEPS.formatted(text), id);
    }

    private static boolean settled(ChunkHolder holder, String editId) {
        return Await.value(
                SOON,
                editId + " settled",
                () ->
                        holder.peer.received().stream()
                                .filter(m -> m.hasChunkEditSettled())
                                .map(m -> m.getChunkEditSettled())
                                .filter(m -> m.getEditId().equals(editId))
                                .map(m -> Optional.of(m.getDurable()))
                                .findFirst()
                                .orElseGet(Optional::empty));
    }
}
