package dev.terrane.world.chunks.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.support.testing.Reply;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.WorldServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collections;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Worlds and chunks over real RPC, in JSON as curl sends it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChunkRpcIT {
    @TempDir static Path folder;
    private WorldServer world;

    @BeforeAll
    void start() {
        world = WorldServer.start(folder);
        Reply created =
                world.rpc(
                        "WorldService",
                        "CreateWorld",
                        "{'world':{'id':'w','name':'World','chunkSize':{'x':4,'y':4,'z':1}}}",
                        "editor");
        assertThat(created.status()).as(created.body()).isEqualTo(200);
        Reply room =
                world.rpc(
                        "WorldService",
                        "CreateRoom",
                        "{'room':{'id':'r','world':'w','name':'Room','bounds':"
                                + "{'min':{'x':-20,'y':-20},'max':{'x':20,'y':20,'z':1}}}}",
                        "editor");
        assertThat(room.status()).as(room.body()).isEqualTo(200);
    }

    @AfterAll
    void stop() {
        world.close();
    }

    private static String key(int cx, int cy) {
        return "{'world':'w','room':'r','cx':%d,'cy':%d}".formatted(cx, cy);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private JsonNode created(int cx, int cy) {
        byte[] image = AgpcCodec.encode(WorldFixture.chunk(cx, cy)).bytes().toArray();
        Reply reply =
                chunks(
                        "PutChunk",
                        "{'key':%s,'image':'%s','editId':'c-%d-%d'}"
                                .formatted(key(cx, cy), base64(image), cx, cy),
                        "editor");
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json().path("chunk");
    }

    private Reply chunks(String method, String message, String role) {
        return world.rpc("ChunkService", method, message, role);
    }

    private Reply edit(JsonNode base, int cx, int cy, String patch, String editId, String more) {
        return chunks(
                "EditChunk",
                "{'key':%s,'baseRevision':'%s','baseChecksum':'%s','patch':'%s','editId':'%s'%s}"
                        .formatted(
                                key(cx, cy),
                                base.path("revision").asString(),
                                base.path("checksum").asString(),
                                base64(patch.replace('\'', '"').getBytes(StandardCharsets.UTF_8)),
                                editId,
                                more),
                more.isEmpty() ? "editor" : "service");
    }

    @Test
    void chunksArePutGotEditedAndListed() {
        JsonNode head = created(0, 0);
        created(1, 0);

        Reply edited = edit(head, 0, 0, WorldFixture.setTile(2, 1), "e1", "");
        Reply got = chunks("GetChunk", "{'key':" + key(0, 0) + "}", "viewer");
        Reply many =
                chunks(
                        "GetChunks",
                        "{'keys':[%s,%s,%s]}".formatted(key(1, 0), key(4, 4), key(0, 0)),
                        "service");
        Reply listed =
                chunks(
                        "ListChunks",
                        "{'world':'w','room':'r','box':{'min':{'x':4,'y':0},"
                                + "'max':{'x':8,'y':4,'z':1}}}",
                        "player");
        Reply objects = chunks("ListObjects", "{'world':'w','room':'r','type':'sign'}", "service");
        Reply flags = chunks("GetChunkFlags", "{'key':" + key(0, 0) + "}", "player");

        assertThat(edited.status()).as(edited.body()).isEqualTo(200);
        assertThat(edited.json().path("changed").asBoolean()).isTrue();
        assertThat(edited.json().path("chunk").path("revision").asString()).isEqualTo("2");
        byte[] image =
                Base64.getDecoder().decode(got.json().path("chunk").path("image").asString());
        Chunk chunk = AgpcCodec.decode(Bytes.wrap(image)).get();
        assertThat(chunk.layers().getFirst().tiles().get(2)).isEqualTo(1);
        assertThat(many.json().path("chunks")).hasSize(2);
        assertThat(listed.json().path("chunks")).hasSize(1);
        assertThat(listed.json().path("chunks").get(0).has("image")).isFalse();
        assertThat(objects.json().path("objects").get(0).path("propertiesJson").asString())
                .isEqualTo("{\"text\":\"hello\"}");
        assertThat(flags.json().path("revision").asString()).isEqualTo("2");
    }

    @Test
    void conflictsCarryTheCurrentState() {
        JsonNode head = created(2, 2);
        edit(head, 2, 2, WorldFixture.setTile(2, 1), "e1", "");

        Reply stale = edit(head, 2, 2, WorldFixture.setTile(3, 1), "e2", "");
        Reply retry = edit(head, 2, 2, WorldFixture.setTile(2, 1), "e1", "");

        assertThat(stale.status()).isEqualTo(409);
        assertThat(stale.text("code")).isEqualTo("aborted");
        assertThat(stale.body()).contains("terrane.error.v1alpha1.RevisionConflict");
        assertThat(retry.status()).isEqualTo(200);
    }

    @Test
    void aServiceEditsOnAPlayersBehalfAndNobodyElseDoes() {
        JsonNode head = created(3, 3);

        Reply forged =
                chunks(
                        "GetChunk",
                        "{'key':" + key(3, 3) + ",'caller':{'subject':'ann'}}",
                        "player");
        Reply edited =
                edit(
                        head,
                        3,
                        3,
                        WorldFixture.setTile(2, 1),
                        "e1",
                        ",'caller':{'subject':'ann','roles':['player']}");

        assertThat(forged.text("code")).isEqualTo("invalid_argument");
        assertThat(edited.status()).as(edited.body()).isEqualTo(200);
        Reply got = world.get("/api/v1/worlds/w/rooms/r/chunks/3,3,0");
        assertThat(got.json().path("meta").path("author").asString()).isEqualTo("ann");
    }

    @Test
    void anEditIdIsThePlayersOwn() {
        JsonNode head = created(-2, -2);
        String ann = ",'caller':{'subject':'ann','roles':['editor']}";
        String bob = ",'caller':{'subject':'bob','roles':['editor']}";

        JsonNode anns = edit(head, -2, -2, WorldFixture.setTile(2, 1), "e1", ann).json();
        Reply again = edit(head, -2, -2, WorldFixture.setTile(2, 1), "e1", ann);
        Reply other = edit(anns.path("chunk"), -2, -2, WorldFixture.setTile(3, 1), "e1", bob);
        Reply guessed = edit(head, -2, -2, WorldFixture.setTile(2, 1), "e1", bob);

        assertThat(again.json()).isEqualTo(anns);
        assertThat(other.status()).as(other.body()).isEqualTo(200);
        assertThat(other.json().path("chunk").path("revision").asString()).isEqualTo("3");
        assertThat(guessed.body()).contains("IDEMPOTENCY_MISMATCH");
    }

    @Test
    void aServiceIsToldWhatChunksAreAlsoThoseThatAreGone() {
        JsonNode there = created(-3, -3);
        JsonNode gone = created(-4, -3);
        Reply deleted =
                chunks(
                        "DeleteChunk",
                        "{'key':%s,'baseRevision':'1','baseChecksum':'%s','editId':'d'}"
                                .formatted(key(-4, -3), gone.path("checksum").asString()),
                        "editor");
        assertThat(deleted.status()).as(deleted.body()).isEqualTo(200);
        String asked = "{'keys':[%s,%s,%s]}".formatted(key(-4, -3), key(-4, -4), key(-3, -3));

        JsonNode states = chunks("GetChunkStates", asked, "service").json().path("states");

        assertThat(states).hasSize(3);
        assertThat(states.get(0).path("exists").asBoolean()).isFalse();
        assertThat(states.get(0).path("revision").asString()).isEqualTo("2");
        assertThat(states.get(0).path("checksum")).isEqualTo(gone.path("checksum"));
        assertThat(states.get(1).path("revision").asString("0")).isEqualTo("0");
        assertThat(states.get(1).path("key").path("cy").asInt()).isEqualTo(-4);
        assertThat(states.get(2).path("exists").asBoolean()).isTrue();
        assertThat(states.get(2).path("revision").asString()).isEqualTo("1");
        assertThat(states.get(2).path("checksum")).isEqualTo(there.path("checksum"));
        for (String role : new String[] {"editor", "operator", "admin"}) {
            assertThat(chunks("GetChunkStates", asked, role).text("code"))
                    .isEqualTo("permission_denied");
        }
        String elsewhere = "{'world':'w','room':'other'}";
        assertThat(
                        chunks("GetChunkStates", "{'keys':[%s]}".formatted(elsewhere), "service")
                                .json()
                                .path("states")
                                .get(0)
                                .path("exists")
                                .asBoolean())
                .as("a room that is not there is no refusal: its chunks are gone")
                .isFalse();
        assertThat(
                        chunks(
                                        "GetChunkStates",
                                        "{'keys':[%s,%s]}".formatted(key(0, 9), elsewhere),
                                        "service")
                                .text("code"))
                .isEqualTo("invalid_argument");
        String tooMany = String.join(",", Collections.nCopies(257, key(0, 9)));
        assertThat(chunks("GetChunkStates", "{'keys':[" + tooMany + "]}", "service").body())
                .contains("1 to 256 keys");
    }

    @Test
    void requestsAreCheckedFieldByField() {
        assertThat(chunks("GetChunk", "{'key':" + key(4, 4) + "}", "viewer").text("code"))
                .isEqualTo("not_found");
        assertThat(chunks("GetChunk", "{'key':{'world':'w w'}}", "viewer").body())
                .contains("key.world");
        assertThat(chunks("GetChunks", "{}", "viewer").text("code")).isEqualTo("invalid_argument");
        assertThat(chunks("PutChunk", "{'key':" + key(4, 4) + "}", "editor").body())
                .contains("edit_id");
        assertThat(
                        chunks(
                                        "PutChunk",
                                        "{'key':" + key(4, 4) + ",'editId':'x','image':'AAAA'}",
                                        "editor")
                                .text("code"))
                .isEqualTo("invalid_argument");
        assertThat(world.rpc("WorldService", "GetWorld", "{'world':'x'}", "viewer").text("code"))
                .isEqualTo("not_found");
        assertThat(
                        world.rpc("WorldService", "ListRooms", "{'world':'w'}", "viewer")
                                .json()
                                .path("rooms"))
                .hasSize(1);
        assertThat(world.rpc("WorldService", "ListWorlds", "{}", "viewer").json().path("worlds"))
                .hasSize(1);
        assertThat(
                        world.rpc("WorldService", "GetRoom", "{'world':'w','room':'r'}", "viewer")
                                .json()
                                .path("room")
                                .path("name")
                                .asString())
                .isEqualTo("Room");
    }
}
