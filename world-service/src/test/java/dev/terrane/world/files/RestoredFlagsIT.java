package dev.terrane.world.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Await;
import dev.terrane.world.WorldChild;
import dev.terrane.world.WorldServer;
import dev.terrane.world.backups.BackupRestore;
import dev.terrane.world.backups.RestoredFlags;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever of a service with worlds in files of their own is restored, nothing gated is shown. */
class RestoredFlagsIT {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String OWN = "terrane.world.files.own=true";
    private static final String FLAGS = "/api/v1/assets/flags?asset=t";

    @TempDir Path folder;

    private Path shared(String data) {
        return folder.resolve(data).resolve("world").resolve("world.db");
    }

    private Path file(String data, String world) {
        return shared(data).resolveSibling("worlds").resolve(world).resolve("world.db");
    }

    private static String chunk(String world) {
        return "/api/v1/worlds/" + world + "/rooms/r/chunks/0,0,0";
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isBetween(200, 202);
        return reply;
    }

    /** A world with a chunk that refers to asset t. */
    private static void make(WorldServer server, String world) {
        ok(
                server.json(
                        "POST",
                        "/api/v1/worlds",
                        "{'id':'%s','name':'W','chunkSize':[4,4,1]}".formatted(world)));
        ok(
                server.json(
                        "POST",
                        "/api/v1/worlds/" + world + "/rooms",
                        "{'id':'r','name':'R','min':[0,0,0],'max':[400,4,1]}"));
        ok(server.json("PUT", chunk(world), WorldChild.chunk(world, 0), "If-None-Match", "*"));
    }

    private static Reply upkeep(WorldServer server, String world, String what) {
        return ok(
                server.sendAs(
                        server.issuer().token("operator"),
                        "POST",
                        "/api/v1/worlds/" + world + "/maintenance/" + what,
                        ""));
    }

    private static void flag(WorldServer server, String severity) {
        ok(
                server.sendAs(
                        server.issuer().token("moderator"),
                        "PUT",
                        FLAGS,
                        "{'categories':{'violence':'%s'},'mature':false}".formatted(severity),
                        "Content-Type",
                        "application/json"));
    }

    private static void requireGated(WorldServer server, String world) {
        Reply reply = server.get(chunk(world));
        assertThat(reply.text("code")).as(world + ": " + reply.body()).isEqualTo("CHUNK_GATED");
    }

    private static void requireSevere(WorldServer server) {
        assertThat(
                        ok(server.sendAs(server.issuer().token("moderator"), "GET", FLAGS, ""))
                                .json()
                                .at("/categories/violence")
                                .asString(""))
                .isEqualTo("severe");
    }

    private RestoredFlags restoreShared() {
        return new BackupRestore(InstantSource.system())
                .restore(
                        new BackupRestore.Order(
                                shared("one").resolveSibling("backups").resolve("pre.db"),
                                shared("one"),
                                "",
                                false,
                                Optional.empty(),
                                RestoredFlags.Rule.STRICTER))
                .flags();
    }

    /** Reproduced: the backup's flags were taken, and the files' chunks rewritten downwards. */
    @Test
    void noRestoreTakesFlagsFromWorldsInFilesOfTheirOwn() throws IOException {
        flagSinceTheBackup();
        assertThat(restoreShared()).isEqualTo(new RestoredFlags(true, 1, 0, 0));
        try (WorldServer server = WorldServer.start(folder.resolve("one"), OWN)) {
            requireGated(server, "a");
            requireGated(server, "b");
            requireSevere(server);
        }

        Path kept = shared("one").resolveSibling("replaced");
        // The first restore kept the flags aside: without that copy, which would be asked first.
        Files.move(kept, kept.resolveSibling("elsewhere"));
        Files.write(shared("one"), "damaged".getBytes(StandardCharsets.UTF_8));
        assertThat(restoreShared())
                .as("what the files beside it say")
                .isEqualTo(new RestoredFlags(false, 1, 0, 0));
        try (WorldServer server = WorldServer.start(folder.resolve("one"), OWN)) {
            requireGated(server, "a");
            requireGated(server, "b");
            requireSevere(server);
            lowerAndRestore(server);
        }
        bringElsewhere();
    }

    private void flagSinceTheBackup() {
        try (WorldServer server = WorldServer.start(folder.resolve("one"), OWN)) {
            make(server, "a");
            make(server, "b");
            ok(server.rpc("MaintenanceService", "CreateBackup", "{'name':'pre'}", "operator"));
            upkeep(server, "a", "backup?name=pre");
            flag(server, "severe");
            Reply restored = upkeep(server, "a", "restore?name=pre");
            assertThat(restored.json().path("flagsKept").asInt()).isEqualTo(1);
            assertThat(restored.json().path("flagsRaised").asInt()).isZero();
            requireGated(server, "a");
        }
    }

    /** A world's older copy of the same flags does not undo what moderators said since. */
    private static void lowerAndRestore(WorldServer server) {
        upkeep(server, "a", "backup?name=severe");
        flag(server, "none");
        Reply restored = upkeep(server, "a", "restore?name=severe");
        assertThat(restored.json().path("flagsRaised").asInt()).isZero();
        for (String world : List.of("a", "b")) {
            Await.until(
                    LONG,
                    world + " is shown again",
                    () -> server.get(chunk(world)).status() == 200);
        }
    }

    /** Another service learns what its worlds' chunks are flagged for with the file. */
    private void bringElsewhere() throws IOException {
        Path backups = file("two", "a").resolveSibling("backups");
        try (WorldServer server = WorldServer.start(folder.resolve("two"), OWN)) {
            make(server, "a");
            make(server, "c");
            Files.createDirectories(backups);
            Files.copy(
                    file("one", "a").resolveSibling("backups").resolve("severe.db"),
                    backups.resolve("strange.db"));
            Reply restored = upkeep(server, "a", "restore?name=strange");
            assertThat(restored.json().path("flagsRaised").asInt()).isEqualTo(1);
            requireGated(server, "a");
            requireSevere(server);
            Await.until(
                    LONG,
                    "the flags hold for other worlds",
                    () -> server.get(chunk("c")).status() == 403);
        }
    }
}
