package dev.terrane.cli.map;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Fetches all chunks of a room over REST, one after another. */
final class RoomDownload implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String AGPC = "application/vnd.terrane.agpc";

    private final URI gateway;
    private final String token;
    private final String path;
    private final HttpClient client = HttpClient.newHttpClient();

    RoomDownload(URI gateway, String token, String world, String room) {
        this.gateway = gateway;
        this.token = token;
        this.path = "/api/v1/worlds/%s/rooms/%s".formatted(encode(world), encode(room));
    }

    /** The room's bounds. */
    Box bounds() throws InterruptedException {
        JsonNode room = json(path);
        double[] min = three(room.path("min"));
        double[] max = three(room.path("max"));
        return new Box(min[0], min[1], min[2], max[0], max[1], max[2]);
    }

    /** Its chunks in the order of their coordinates. */
    List<Chunk> chunks() throws InterruptedException {
        List<Chunk> chunks = new ArrayList<>();
        String pageToken = "";
        do {
            JsonNode page = json(path + "/chunks?limit=1000&pageToken=" + encode(pageToken));
            for (JsonNode head : page.path("items")) {
                String text = head.path("key").asString("");
                ChunkKey key =
                        ChunkKey.find(text).orElseThrow(() -> refused("it names a chunk " + text));
                String at =
                        "%s/chunks/%d,%d,%d"
                                .formatted(
                                        path, key.coord().cx(), key.coord().cy(), key.coord().cz());
                chunks.add(decoded(text, get(at, AGPC)));
            }
            pageToken = page.path("nextPageToken").asString("");
        } while (!pageToken.isEmpty());
        return chunks;
    }

    private static Chunk decoded(String key, byte[] image) {
        return switch (AgpcCodec.decode(Bytes.wrap(image))) {
            case Decoded.Ok<Chunk>(Chunk chunk) -> chunk;
            case Decoded.Rejected<Chunk> rejected ->
                    throw refused("chunk " + key + " cannot be read: " + rejected.detail());
        };
    }

    private JsonNode json(String at) throws InterruptedException {
        return JsonMapper.shared().readTree(get(at, "application/json"));
    }

    private byte[] get(String at, String accept) throws InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(gateway.resolve(at))
                        .timeout(TIMEOUT)
                        .header("Authorization", "Bearer " + token)
                        .header("Accept", accept)
                        .build();
        HttpResponse<byte[]> response;
        try {
            response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw TerraneException.of(
                            CliError.NOT_RUNNING,
                            "no gateway answers at %s (%s)".formatted(request.uri(), e))
                    .toException();
        }
        if (response.statusCode() != 200) {
            throw refused(at + " answered " + response.statusCode() + ": " + said(response.body()));
        }
        return response.body();
    }

    /** What a refusal tells people; its text as it is when it is none of ours. */
    private static String said(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        try {
            JsonNode problem = JsonMapper.shared().readTree(text);
            String detail = problem.path("detail").asString("");
            return detail.isEmpty()
                    ? text
                    : "%s (%s). %s"
                            .formatted(
                                    detail,
                                    problem.path("code").asString("no code"),
                                    problem.path("fix").asString(""));
        } catch (JacksonException e) {
            return text;
        }
    }

    private static double[] three(JsonNode list) {
        return new double[] {
            list.path(0).asDouble(0), list.path(1).asDouble(0), list.path(2).asDouble(0)
        };
    }

    private static TerraneException refused(String text) {
        return TerraneException.of(CommonError.INVALID_ARGUMENT, text).toException();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        client.close();
    }
}
