package dev.terrane.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.Properties;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileGrid;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.gateway.system.ChunkHolder.Belief;
import dev.terrane.gateway.system.Deployment.Reply;
import dev.terrane.testing.Await;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;

/** Changes a world over REST at world-service's back door: with every allowance. */
final class RoomKit {
    static final String AGPC = "application/vnd.terrane.agpc";
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final ChunkGrid GRID =
            new ChunkGrid(new ChunkSize(4, 4, 1), ChunkGrid.Origin.ZERO);

    private final Deployment deployment;
    private final String token;
    private final String world;
    private final String room;

    RoomKit(Deployment deployment, String token, String world, String room) {
        this.deployment = deployment;
        this.token = token;
        this.world = world;
        this.room = room;
    }

    static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isBetween(200, 299);
        return reply;
    }

    /** Makes the world, its room of 64 by 64 chunks and a stage of the room's name. */
    RoomKit make(String durability) {
        ok(
                deployment.post(
                        "/api/v1/worlds",
                        token,
                        "{\"id\":\"%s\",\"name\":\"W\",\"chunkSize\":[4,4,1],\"durability\":\"%s\"}"
                                .formatted(world, durability)));
        return makeRoom();
    }

    RoomKit makeRoom() {
        ok(
                deployment.post(
                        "/api/v1/worlds/" + world + "/rooms",
                        token,
                        "{\"id\":\"%s\",\"name\":\"Room %s\",\"min\":[0,0,0],\"max\":[256,256,1]}"
                                .formatted(room, room)));
        return this;
    }

    /** Moves the room's highest side along x. */
    Reply reach(int maxX) {
        String path = "/api/v1/worlds/%s/rooms/%s".formatted(world, room);
        String tag =
                ok(deployment.get(path, token)).raw().headers().firstValue("ETag").orElseThrow();
        return deployment.send(
                path,
                token,
                request ->
                        request.header("Content-Type", "application/merge-patch+json")
                                .header("If-Match", tag)
                                .method(
                                        "PATCH",
                                        BodyPublishers.ofString(
                                                "{\"max\":[%d,256,1]}".formatted(maxX))));
    }

    RoomKit stage(String id) {
        ok(
                deployment.post(
                        "/api/v1/stages",
                        token,
                        "{\"id\":\"%s\",\"schema\":\"guests@1\",\"world\":\"%s\",\"room\":\"%s\"}"
                                .formatted(id, world, room)));
        return this;
    }

    String path(int cx, int cy) {
        return "/api/v1/worlds/%s/rooms/%s/chunks/%d,%d,0".formatted(world, room, cx, cy);
    }

    /** Creates a chunk that shows an asset. */
    void create(int cx, int cy, String asset) {
        put(cx, cy, asset, "first", "If-None-Match", "*");
    }

    /** Replaces its content. */
    void change(int cx, int cy, String asset, String text) {
        put(cx, cy, asset, text, "If-Match", tag(cx, cy));
    }

    void delete(int cx, int cy) {
        String tag = tag(cx, cy);
        ok(
                deployment.send(
                        path(cx, cy), token, request -> request.header("If-Match", tag).DELETE()));
    }

    void rollback(int cx, int cy, long revision) {
        String tag = tag(cx, cy);
        ok(
                deployment.send(
                        path(cx, cy) + "/rollback",
                        token,
                        request ->
                                request.header("If-Match", tag)
                                        .header("Content-Type", "application/json")
                                        .POST(
                                                BodyPublishers.ofString(
                                                        "{\"revision\":" + revision + "}"))));
    }

    private void put(int cx, int cy, String asset, String text, String condition, String value) {
        byte[] image = AgpcCodec.encode(chunk(cx, cy, asset, text)).bytes().toArray();
        ok(
                deployment.send(
                        path(cx, cy),
                        token,
                        request ->
                                request.header("Content-Type", AGPC)
                                        .header(condition, value)
                                        .PUT(BodyPublishers.ofByteArray(image))));
    }

    private Chunk chunk(int cx, int cy, String asset, String text) {
        TileLayer ground =
                new TileLayer(
                        "ground",
                        0,
                        GRID.size(),
                        List.of(TileDef.AIR, new TileDef(1, "tiles/grass", false, 0, 1)),
                        TileGrid.air(16));
        WorldObject thing =
                new WorldObject(
                        new ObjectId("thing"),
                        "thing",
                        asset,
                        Transform.at(cx * 4, cy * 4, 0),
                        Properties.parse("{\"text\":\"" + text + "\"}").get(),
                        false,
                        ContentFlags.NONE);
        return new Chunk(
                new ChunkKey(RoomKey.of(world, room), new ChunkCoord(cx, cy, 0)),
                GRID,
                List.of(ground),
                List.of(thing),
                ContentFlags.NONE,
                Meta.NONE);
    }

    /** Sets an asset's violence and waits until its chunks are rewritten. */
    void flag(String asset, int violence) {
        String severity = List.of("none", "mild", "moderate", "severe").get(violence);
        Reply set =
                ok(
                        deployment.send(
                                "/api/v1/assets/flags?asset=" + asset,
                                token,
                                request ->
                                        request.header("Content-Type", "application/json")
                                                .PUT(BodyPublishers.ofString(flags(severity)))));
        String job = set.json().path("job").path("id").asString("");
        if (!job.isEmpty()) {
            Await.until(
                    SOON,
                    "flags rewritten",
                    () ->
                            ok(deployment.get("/api/v1/assets/jobs/" + job, token))
                                    .json()
                                    .path("state")
                                    .asString("")
                                    .equals("done"));
        }
    }

    private static String flags(String severity) {
        return "{\"categories\":{\"violence\":\"" + severity + "\"},\"mature\":false}";
    }

    private String tag(int cx, int cy) {
        return ok(deployment.get(path(cx, cy), token))
                .raw()
                .headers()
                .firstValue("ETag")
                .orElseThrow();
    }

    /** The checksum of a revision. */
    String revision(int cx, int cy, long revision) {
        return ok(deployment.get(path(cx, cy) + "/revisions/" + revision, token))
                .raw()
                .headers()
                .firstValue("ETag")
                .orElseThrow()
                .substring(1, 65);
    }

    /** What a client should believe of a chunk that it may see. */
    Belief truth(int cx, int cy) {
        Reply reply = deployment.get(path(cx, cy), token);
        if (reply.status() == 404) {
            Reply history = deployment.get(path(cx, cy) + "/revisions?limit=1", token);
            return history.status() == 404
                    ? new Belief(0, "", true, false)
                    : new Belief(
                            history.json().path("items").path(0).path("revision").asLong(),
                            history.json().path("items").path(0).path("checksum").asString(""),
                            true,
                            false);
        }
        String tag = ok(reply).raw().headers().firstValue("ETag").orElseThrow();
        return new Belief(
                reply.json().path("meta").path("revision").asLong(),
                tag.substring(1, 65),
                false,
                false);
    }
}
