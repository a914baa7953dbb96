package dev.terrane.world.definitions.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.testing.Reply;
import dev.terrane.world.WorldServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Bodies of worlds and rooms: those the OpenAPI document shows, and those that are refused. */
class WorldBodiesIT {
    private static final String CHUNK = "/api/v1/worlds/{world}/rooms/{room}/chunks/{coord}";
    private static final String JSON = "application/json";
    private static final String MERGE = "application/merge-patch+json";
    private static final List<String> LIFE =
            List.of(
                    "post /api/v1/worlds " + JSON,
                    "patch /api/v1/worlds/{world} " + MERGE,
                    "put /api/v1/worlds/{world}/durability " + JSON,
                    "post /api/v1/worlds/{world}/rooms " + JSON,
                    "patch /api/v1/worlds/{world}/rooms/{room} " + MERGE,
                    "put /api/v1/assets/flags " + JSON,
                    "put " + CHUNK + " " + JSON,
                    "patch " + CHUNK + " application/json-patch+json",
                    "post " + CHUNK + "/rollback " + JSON);

    @TempDir static Path folder;
    private static WorldServer world;

    @BeforeAll
    static void start() {
        world = WorldServer.start(folder);
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST worlds | {'id':'b','name':' '} | /name | something to see",
                "POST worlds | {'id':'b','name':'\\u200b\\u00a0'} | /name | something to see",
                "POST worlds | {'id':'b','name':'a\\tb'} | /name | control characters",
                "POST worlds | {'id':'b','name':''} | /name | a name is required",
                "POST worlds | {'id':'b','name':'b','origin':[0,-1e400,0]} | /origin/1 | finite number",
                "POST worlds/a/rooms | {'id':'b','name':'\\u2003','min':[0,0,0],'max':[1,1,1]} | /name | see",
                "POST worlds/a/rooms | {'id':'b','name':'b','min':[0,0,0],'max':[1,1e400,1]} | /max/1 | finite",
                "POST worlds/a/rooms | {'id':'b','name':'b','min':[0,0,0],'max':[1,1,0]} | /max/2 | not above",
                "POST worlds | {'id':'b','name':'b','chunkSize':[0,1,1]} | /chunkSize | chunk",
                "POST worlds | {'id':'b','name':'b','chunkSize':[1,1]} | /chunkSize | three numbers",
                "POST worlds | {'id':'b','name':'b','origin':[0,0.1,0]} | /origin | float32",
                "POST worlds | {'id':'b','name':'b','durability':'no'} | /durability | write-behind",
                "POST worlds | {'id':'b c','name':'b'} | /id | id",
                "POST worlds/a/rooms | {'id':'b c','name':'b','min':[0,0,0],'max':[1,1,1]} | /id | id",
                "POST worlds/a/rooms | {'id':'b','name':'b','min':[0,0],'max':[1,1,1]} | /min | three",
                "PUT worlds/a/durability | {'durability':'no'} | /durability | not 'no'",
                "PUT worlds/a/durability | {} | /durability | not",
                "POST worlds/a/rooms/r/chunks/0,0,0/rollback | {} | /revision | from 1",
                "POST worlds/a/rooms/r/chunks/0,0,0/rollback | {'revision':0} | /revision | from 1",
                "PUT assets/flags?asset=s | {} | /categories | all categories",
                "PUT assets/flags?asset=s | {'categories':{'hat':'mild'},'mature':true} | /categories/hat | no such",
                "PUT assets/flags?asset=s | {'categories':{'a.b/c':'mild'},'mature':true} | /categories/a.b~1c | no such",
                "PUT assets/flags?asset=s | {'categories':{'hate':null},'mature':true} | /categories/hate | moderate",
                "PUT assets/flags?asset=s | {'categories':{'hate':'bad'},'mature':true} | /categories/hate | moderate",
                "PUT assets/flags?asset=s | {'categories':{}} | /mature | mature",
                "PATCH worlds/a | {'name':' '} | /name | something to see",
                "PATCH worlds/a | {'durability':'write-behind'} | /durability | PUT /api/v1/worlds/a/durability",
            })
    void aBodyThatIsWrongIsToldWhereAndWhy(
            String call, String body, String pointer, String detail) {
        world.json("POST", "/api/v1/worlds", "{'id':'a','name':'a'}");
        String tag = world.get("/api/v1/worlds/a").header("ETag");
        String[] words = call.split(" ");
        boolean isPatch = words[0].equals("PATCH");
        Reply reply =
                world.sendAs(
                        world.issuer().token("editor", "operator", "moderator"),
                        words[0],
                        "/api/v1/" + words[1],
                        body,
                        "Content-Type",
                        isPatch ? MERGE : JSON,
                        isPatch ? "If-Match" : "If-None-Match",
                        isPatch ? tag : "*");

        assertThat(reply.status()).as(reply.body()).isEqualTo(400);
        assertThat(reply.text("pointer")).isEqualTo(pointer);
        assertThat(reply.text("detail")).contains(detail);
        assertThat(world.get("/api/v1/worlds/b").status()).isEqualTo(404);
    }

    @Test
    void everyExampleOfABodyIsTakenAsItStands() {
        JsonNode paths = world.get("/api/v1/openapi/world").json().path("paths");
        assertThat(jsonBodies(paths)).containsExactlyInAnyOrderElementsOf(LIFE);

        for (String step : LIFE) {
            String[] words = step.split(" ");
            JsonNode operation = paths.path(words[1]).path(words[0]);
            String path = filled(words[1], operation);
            if (words[0].equals("patch") && words[1].equals(CHUNK)) {
                drawn(path);
            }
            String example = example(operation, words[2]);

            Reply reply = send(words, path, example);

            assertThat(reply.status())
                    .as("%s %s: %s", step, example, reply.body())
                    .isBetween(200, 299);
        }
    }

    /** Verb, path and type of every JSON body of the document. */
    private static List<String> jsonBodies(JsonNode paths) {
        List<String> found = new ArrayList<>();
        for (var path : paths.properties()) {
            for (var verb : path.getValue().properties()) {
                verb.getValue().path("requestBody").path("content").propertyNames().stream()
                        .filter(type -> type.endsWith("json"))
                        .forEach(
                                type ->
                                        found.add(
                                                verb.getKey() + " " + path.getKey() + " " + type));
            }
        }
        return found;
    }

    /** A path with the examples of its parameters, and those of the query that must be there. */
    private static String filled(String template, JsonNode operation) {
        String path = template;
        String query = "";
        for (JsonNode parameter : operation.path("parameters")) {
            String name = parameter.path("name").asString();
            String example = parameter.path("example").asString("");
            switch (parameter.path("in").asString()) {
                case "path" -> path = path.replace("{" + name + "}", example);
                case "query" ->
                        query +=
                                parameter.path("required").asBoolean(false)
                                        ? (query.isEmpty() ? "?" : "&") + name + "=" + example
                                        : "";
                default -> {}
            }
        }
        return path + query;
    }

    /** The one example of a body. */
    private static String example(JsonNode operation, String type) {
        JsonNode examples =
                operation.path("requestBody").path("content").path(type).path("examples");
        assertThat(examples.size()).as(operation.path("summary") + " " + examples).isEqualTo(1);
        JsonNode value = examples.iterator().next().path("value");
        return value.isString() ? value.stringValue() : value.toString();
    }

    /** Made for what is there now, if it is there. */
    private static Reply send(String[] words, String path, String body) {
        boolean conditional = words[0].equals("patch") || words[1].startsWith(CHUNK);
        String resource = path.replaceFirst("/rollback$", "");
        String tag =
                conditional
                        ? world.get(resource).http().headers().firstValue("ETag").orElse("")
                        : "";
        List<String> headers = new ArrayList<>(List.of("Content-Type", words[2]));
        if (conditional) {
            headers.addAll(
                    tag.isEmpty() ? List.of("If-None-Match", "*") : List.of("If-Match", tag));
        }
        String role =
                switch (words[1]) {
                    case "/api/v1/worlds/{world}/durability" -> "operator";
                    case "/api/v1/assets/flags" -> "moderator";
                    default -> "editor";
                };
        return world.sendAs(
                world.issuer().token(role),
                words[0].toUpperCase(Locale.ROOT),
                path,
                body,
                headers.toArray(String[]::new));
    }

    /** The example of a patch draws on a layer, which the example of a chunk does not have. */
    private static void drawn(String path) {
        String cells =
                IntStream.range(0, 32 * 32).mapToObj(_ -> "0").collect(Collectors.joining(","));
        String chunk =
                """
                {'world_id':'isle','room_id':'main','coord':{'cx':0,'cy':0,'cz':0},
                 'tiles':[{'name':'ground','layer_id':1,'tiles':[%s],
                   'palette':[{'id':0,'asset_id':''},{'id':2,'asset_id':'tiles/grass'}]}]}"""
                        .formatted(cells);
        String tag = world.get(path).header("ETag");
        Reply reply = world.json("PUT", path, chunk, "If-Match", tag);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    }
}
