package dev.terrane.world.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.support.store.StoreTraces;
import dev.terrane.support.testing.Reply;
import dev.terrane.world.WorldServer;
import dev.terrane.world.backups.WorldMoves;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Worlds whose own file is gone after a clean stop are refused, not made anew. */
class LostWorldFilesIT {
    private static final String OWN = "terrane.world.files.own=true";

    @TempDir Path data;

    private Path file(String world) {
        return data.resolve("world/worlds").resolve(world).resolve("world.db");
    }

    private static Reply make(WorldServer server, String world) {
        return server.json(
                "POST",
                "/api/v1/worlds",
                "{'id':'%s','name':'W','chunkSize':[4,4,1]}".formatted(world));
    }

    private static Reply upkeep(WorldServer server, String world, String what) {
        return server.sendAs(
                server.issuer().token("operator"),
                "POST",
                "/api/v1/worlds/" + world + "/maintenance/" + what,
                "");
    }

    private static void assertLost(Reply reply, String world) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(503);
        assertThat(reply.text("code")).isEqualTo("STORE_MISSING");
        assertThat(reply.header("Retry-After")).isNullOrEmpty();
        assertThat(reply.text("detail"))
                .contains(
                        "world '" + world + "' cannot be used",
                        "worlds/" + world + "/world.db",
                        "terrane store begin-anew world --world " + world);
    }

    @Test
    void aFileThatIsGoneOrEmptyIsRefusedUntilItIsRestoredOrGivenUp() throws Exception {
        List<String> lost = List.of("gone", "empty", "old", "given");
        try (WorldServer server = WorldServer.start(data, OWN)) {
            for (String world : lost) {
                assertThat(make(server, world).status()).isEqualTo(200);
            }
            assertThat(make(server, "kept").status()).isEqualTo(200);
            assertThat(upkeep(server, "gone", "backup?name=good").status()).isEqualTo(200);
            assertThat(upkeep(server, "old", "backup?name=good").status()).isEqualTo(200);
        }
        Files.delete(file("gone"));
        Files.write(file("empty"), new byte[0]);
        Files.delete(file("old"));
        Files.delete(StoreTraces.mark(file("old")));
        Files.delete(file("given"));
        try (WorldServer server = WorldServer.start(data, OWN)) {
            assertThat(server.get("/readyz").status()).isEqualTo(200);
            assertThat(server.get("/api/v1/worlds").json().path("items")).hasSize(1);
            for (String world : lost) {
                assertLost(server.get("/api/v1/worlds/" + world), world);
                assertLost(make(server, world), world);
                Reply byRpc =
                        server.rpc(
                                "WorldService",
                                "GetWorld",
                                "{'world':'%s'}".formatted(world),
                                "viewer");
                assertThat(byRpc.text("code")).isEqualTo("data_loss");
                assertThat(file(world)).satisfies(f -> assertThat(StoreTraces.isGone(f)).isTrue());
            }
            Files.copy(
                    file("old").resolveSibling("backups/good.db"),
                    file("gone").resolveSibling("backups/other.db"));
            for (String name : List.of("other", "none")) {
                Reply refused = upkeep(server, "gone", "restore?name=" + name);
                assertThat(refused.text("code")).isEqualTo("BACKUP_INVALID");
                assertThat(refused.text("detail"))
                        .contains(Path.of("worlds", "gone", "backups", name + ".db").toString())
                        .doesNotContain(data.toString());
            }
            for (String world : List.of("gone", "old")) {
                Reply restored = upkeep(server, world, "restore?name=good");
                assertThat(restored.status()).as(restored.body()).isEqualTo(200);
                assertThat(server.get("/api/v1/worlds/" + world).status()).isEqualTo(200);
                Reply taken = upkeep(server, world, "backup?name=good");
                assertThat(taken.status()).isEqualTo(409);
                assertThat(taken.text("code")).isEqualTo("BACKUP_EXISTS");
            }
        }
        StoreTraces.allowAnew(file("given"));
        StoreTraces.allowAnew(file("empty"));
        try (WorldServer server = WorldServer.start(data, OWN)) {
            for (String world : List.of("given", "empty")) {
                assertThat(server.get("/api/v1/worlds/" + world).status()).isEqualTo(404);
                assertThat(make(server, world).status()).isEqualTo(200);
            }
            assertThat(server.get("/api/v1/worlds").json().path("items")).hasSize(5);
        }
    }

    /** A link to itself is what a folder without permission is: there, and closed to everybody. */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a right of their own there")
    void aFolderThatCannotBeEnteredIsNotTakenForNone() throws Exception {
        try (WorldServer server = WorldServer.start(data, OWN)) {
            assertThat(make(server, "isle").status()).isEqualTo(200);
            assertThat(make(server, "other").status()).isEqualTo(200);
        }
        Path folder = file("isle").getParent();
        Path away = Files.move(folder, data.resolve("away"));
        Files.createSymbolicLink(folder, folder.getFileName());
        for (String own : List.of(OWN, "terrane.world.files.own=false")) {
            try (WorldServer server = WorldServer.start(data, own)) {
                for (Reply reply :
                        List.of(
                                server.get("/api/v1/worlds/isle"),
                                make(server, "isle"),
                                upkeep(server, "isle", "backup?name=b"),
                                upkeep(server, "isle", "restore?name=b"))) {
                    assertThat(reply.status()).as(reply.body()).isEqualTo(503);
                    assertThat(reply.text("code")).isEqualTo("STORE_UNFIT");
                    assertThat(reply.text("detail"))
                            .containsPattern("world.db|backups/b.db")
                            .contains("may not be used by user")
                            .doesNotContain(data.toString());
                }
                assertThat(server.get("/api/v1/worlds/other").status()).isEqualTo(200);
            }
        }
        Files.delete(folder);
        Files.move(away, folder);
        try (WorldServer server = WorldServer.start(data, OWN)) {
            assertThat(server.get("/api/v1/worlds").json().path("items")).hasSize(2);
        }
    }

    @Test
    void aWorldThatWasMovedToTheSharedDatabaseIsNotMissed() throws Exception {
        try (WorldServer server = WorldServer.start(data, OWN)) {
            assertThat(make(server, "isle").status()).isEqualTo(200);
            assertThat(make(server, "older").status()).isEqualTo(200);
        }
        WorldMoves moves = new WorldMoves(data.resolve("world/world.db"), InstantSource.system());
        moves.toShared(new WorldId("isle"));
        moves.toShared(new WorldId("older"));
        assertThat(file("older").resolveSibling("replaced")).isDirectory();
        Files.delete(StoreTraces.mark(file("older")));
        try (WorldServer server = WorldServer.start(data, OWN)) {
            for (String world : List.of("isle", "older")) {
                assertThat(server.get("/api/v1/worlds/" + world).status()).isEqualTo(200);
                assertThat(file(world)).doesNotExist();
            }
        }
        moves.toOwn(new WorldId("isle"));
        try (WorldServer server = WorldServer.start(data, OWN)) {
            assertThat(server.get("/api/v1/worlds/isle").status()).isEqualTo(200);
            assertThat(StoreTraces.mark(file("isle"))).content().startsWith("made");
        }
    }
}
