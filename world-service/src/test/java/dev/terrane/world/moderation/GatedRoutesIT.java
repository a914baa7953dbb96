package dev.terrane.world.moderation;

import static dev.terrane.world.moderation.GatedWorld.GORE;
import static dev.terrane.world.moderation.GatedWorld.WORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.rpc.server.RpcHandlerMapping;
import dev.terrane.support.testing.Reply;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Walks every operation of the OpenAPI document and every RPC method as somebody who may call all
 * of them and see nothing that is flagged: no answer has a word, a byte or a checksum of what is.
 * An operation this test does not know how to call fails it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GatedRoutesIT {
    private static final String CHUNK = "/api/v1/worlds/{world}/rooms/{room}/chunks/{coord}";
    private static final String IMPORT = "/api/v1/worlds/{world}/imports/{import}";
    private static final String NEVER = "\"" + "0".repeat(64) + "-json\"";

    /** Beginnings of content: an image, an image in JSON, a picture. */
    private static final List<String> CONTENT = List.of(WORD, "AGPC", "QUdQQ", "PNG\r\n");

    /** What operators look after stored data by names checksums, never content. */
    private static final Set<String> OF_OPERATORS =
            Set.of(
                    "GET /api/v1/worlds/{world}/maintenance/quarantine",
                    "GET /api/v1/worlds/{world}/maintenance/write-behind",
                    "POST " + CHUNK + "/restore",
                    "MaintenanceService/ListQuarantine",
                    "MaintenanceService/GetWriteBehind",
                    "MaintenanceService/RestoreChunk");

    @TempDir static Path folder;
    private GatedWorld world;
    private Set<String> checksums = Set.of();

    @BeforeAll
    void start() {
        world = new GatedWorld(folder);
        checksums = world.checksums();
        // So that the damaged chunk is known to be.
        world.server.sendAs(world.adult, "POST", "/api/v1/worlds/w/maintenance/verify?room=r", "");
    }

    @AfterAll
    void stop() {
        world.close();
    }

    /** One call of an operation. */
    private record Call(
            String operation,
            String method,
            String path,
            String body,
            Map<String, String> headers) {
        String[] headerList() {
            return headers.entrySet().stream()
                    .flatMap(header -> Stream.of(header.getKey(), header.getValue()))
                    .toArray(String[]::new);
        }

        @Override
        public String toString() {
            return method + " " + path + " " + headers + " " + body;
        }
    }

    private static Call get(String operation, String path, String accept) {
        return new Call(operation, "GET", path, "", Map.of("Accept", accept));
    }

    /** How operations that are no plain reads are called: query, body, headers. */
    private static final Map<String, List<String>> QUERIES =
            Map.of(
                    "GET " + CHUNK + "/diff",
                    List.of("?from=1", "?from=1&to=2", "?from=99", "?from=2&to=99"),
                    "GET /api/v1/worlds/{world}/rooms/{room}/objects",
                    List.of("", "?asset=props/secret", "?type=secret-type", "?box=0,0,40,4"),
                    "GET /api/v1/worlds/{world}/rooms/{room}/chunks",
                    List.of("", "?box=0,0,4,4", "?limit=1"),
                    "GET " + CHUNK + "/durability",
                    List.of("?editId=x", "?revision=1&checksum=CHECKSUM"),
                    "GET /api/v1/assets/flags",
                    List.of("?asset=" + GORE),
                    "GET " + IMPORT + "/chunks",
                    List.of("", "?kind=conflicting"));

    private static final List<String> ACCEPTS =
            List.of("application/json", "application/vnd.terrane.agpc", "image/png");

    private static final String PATCH = "[{'op':'test','path':'/tiles/0/name','value':'x'}]";
    private static final String DOCUMENT =
            "{'world_id':'w','room_id':'r','coord':{'cx':%s,'cy':0,'cz':0}}";

    private static final Map<String, String> BODIES =
            Map.of(
                    "PATCH " + CHUNK, PATCH,
                    "PUT " + CHUNK, DOCUMENT,
                    "DELETE " + CHUNK, "",
                    "POST " + CHUNK + "/rollback", "{'revision':%d}",
                    "POST " + CHUNK + "/restore", "");

    /** Operations that change something else; called once each, with the body and query here. */
    private static final Map<String, String> OTHERS =
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry("POST /api/v1/worlds", "{'id':'x','name':'X'}"),
                            Map.entry(
                                    "POST /api/v1/worlds/{world}/rooms",
                                    "{'id':'x','name':'X','min':[0,0,0],'max':[4,4,1]}"),
                            Map.entry(
                                    "PATCH /api/v1/worlds/{world}",
                                    "{'chunkSize':[8,8,1],'name':'World'}"),
                            Map.entry(
                                    "PATCH /api/v1/worlds/{world}/rooms/{room}",
                                    "{'min':[0,0,0],'max':[2,2,1]}"),
                            Map.entry(
                                    "PUT /api/v1/worlds/{world}/durability",
                                    "{'durability':'committed'}"),
                            Map.entry("POST /api/v1/worlds/{world}/maintenance/verify", ""),
                            Map.entry("POST /api/v1/worlds/{world}/maintenance/rebuild-index", ""),
                            Map.entry("POST /api/v1/worlds/{world}/maintenance/prune?keep=9", ""),
                            Map.entry("POST /api/v1/worlds/{world}/maintenance/migrate", ""),
                            Map.entry("POST /api/v1/worlds/{world}/maintenance/flush", ""),
                            Map.entry("POST /api/v1/worlds/{world}/maintenance/backup?name=b", ""),
                            Map.entry("POST /api/v1/worlds/{world}/maintenance/restore?name=b", ""),
                            Map.entry(
                                    "PUT /api/v1/assets/flags?asset=other",
                                    "{'categories':{},'mature':false}"),
                            Map.entry("POST /api/v1/worlds/{world}/imports?room=z", "no parts"),
                            Map.entry("POST " + IMPORT + "/rollback", ""),
                            Map.entry("POST " + IMPORT + "/resume?prefer=none", ""),
                            Map.entry("POST " + IMPORT + "/cancel", "")));

    @Test
    void noOperationOfTheDocumentTellsContent() {
        Map<String, Set<String>> told = new LinkedHashMap<>();
        Set<String> seen = new TreeSet<>();
        List<Call> calls = new ArrayList<>();
        for (String operation : operations()) {
            List<Call> some = calls(operation);
            assertThat(some).as("ways to call " + operation).isNotEmpty();
            calls.addAll(some);
        }
        for (Call call : calls) {
            if (call.method().equals("GET")
                    && !leaks(call.operation(), call.path(), send(call, world.adult)).isEmpty()) {
                seen.add(call.operation());
            }
        }
        for (Call call : calls) {
            Set<String> leaks = leaks(call.operation(), call.path(), send(call, world.child));
            if (!leaks.isEmpty()) {
                told.put(call.toString(), leaks);
            }
        }

        assertThat(told).isEmpty();
        assertThat(seen)
                .as("operations that tell content to who may see it: the words are looked for well")
                .contains(
                        "GET " + CHUNK,
                        "GET " + CHUNK + "/revisions",
                        "GET " + CHUNK + "/revisions/{revision}",
                        "GET " + CHUNK + "/diff",
                        "GET " + IMPORT,
                        "GET " + IMPORT + "/chunks",
                        "GET /api/v1/worlds/{world}/imports",
                        "GET /api/v1/worlds/{world}/rooms/{room}/chunks",
                        "GET /api/v1/worlds/{world}/rooms/{room}/objects");
    }

    private Reply send(Call call, String token) {
        return world.server.sendAs(
                token, call.method(), call.path(), call.body(), call.headerList());
    }

    private Set<String> leaks(String operation, String asked, Reply reply) {
        String all = reply.http().headers().map() + "\n" + reply.body();
        Set<String> found = new HashSet<>();
        // The newest content of 2,0,0 is for everybody.
        CONTENT.stream()
                .filter(mark -> mark.equals(WORD) || !asked.matches(".*(/2,0,0|'cx':2).*"))
                .filter(all::contains)
                .forEach(found::add);
        if (!OF_OPERATORS.contains(operation)) {
            checksums.stream().filter(all::contains).forEach(found::add);
        }
        return found;
    }

    private Set<String> operations() {
        JsonNode paths =
                world.server
                        .sendAs(world.child, "GET", "/api/v1/openapi/world", "")
                        .json()
                        .path("paths");
        Set<String> operations = new TreeSet<>();
        paths.properties()
                .forEach(
                        path ->
                                path.getValue()
                                        .propertyNames()
                                        .forEach(
                                                method ->
                                                        operations.add(
                                                                method.toUpperCase(Locale.ROOT)
                                                                        + " "
                                                                        + path.getKey())));
        assertThat(operations).hasSizeGreaterThan(35);
        return operations;
    }

    private List<Call> calls(String operation) {
        String method = operation.substring(0, operation.indexOf(' '));
        String path = operation.substring(operation.indexOf(' ') + 1);
        List<Call> calls = new ArrayList<>();
        if (method.equals("GET")) {
            for (String query : QUERIES.getOrDefault(operation, List.of(""))) {
                for (String filled : filled(path)) {
                    for (String checksum : query.contains("CHECKSUM") ? checksums : Set.of("")) {
                        String asked = filled + query.replace("CHECKSUM", checksum);
                        for (String accept : ACCEPTS) {
                            calls.add(get(operation, asked, accept));
                        }
                    }
                }
            }
        } else if (BODIES.containsKey(operation)) {
            for (String filled : filled(path)) {
                changes(operation, method, filled, calls);
            }
        } else {
            OTHERS.forEach(
                    (other, body) -> {
                        if (other.replaceAll("\\?.*", "").equals(operation)) {
                            String target = other.substring(other.indexOf(' ') + 1);
                            filled(target)
                                    .forEach(
                                            filled ->
                                                    calls.add(
                                                            new Call(
                                                                    operation,
                                                                    method,
                                                                    filled,
                                                                    body,
                                                                    method.equals("PATCH")
                                                                            ? definition()
                                                                            : Map.of(
                                                                                    "Content-Type",
                                                                                    "application/json"))));
                        }
                    });
        }
        return calls;
    }

    /** Headers of a change of the definitions as they are. */
    private Map<String, String> definition() {
        return Map.of(
                "Content-Type", "application/merge-patch+json", "If-Match", '"' + etag() + '"');
    }

    private String etag() {
        Reply now = world.server.sendAs(world.adult, "GET", "/api/v1/worlds/w", "");
        return now.header("ETag").replace("\"", "");
    }

    /** A change for a base that never was, for each that is flagged, and for none. */
    private void changes(String operation, String method, String path, List<Call> calls) {
        String type = method.equals("PATCH") ? "application/json-patch+json" : "application/json";
        List<Map<String, String>> bases = new ArrayList<>();
        bases.add(Map.of("If-Match", NEVER, "Content-Type", type));
        bases.add(Map.of("If-None-Match", "*", "Content-Type", type));
        if (path.contains("/r/") && (method.equals("PATCH") || operation.endsWith("/rollback"))) {
            checksums.forEach(
                    checksum ->
                            bases.add(
                                    Map.of(
                                            "If-Match",
                                            '"' + checksum + "-json\"",
                                            "Content-Type",
                                            type)));
        }
        for (Map<String, String> headers : bases) {
            for (int revision :
                    operation.endsWith("/rollback") ? new int[] {1, 2, 99} : new int[] {1}) {
                String coord = path.replaceAll(".*/chunks/(\\d+),.*", "$1");
                String body =
                        BODIES.getOrDefault(operation, "")
                                .replace("%d", Integer.toString(revision))
                                .replace("%s", coord);
                calls.add(new Call(operation, method, path, body, headers));
            }
        }
    }

    /** A path with each value its parameters may have. */
    private List<String> filled(String path) {
        List<String> filled =
                List.of(path.replace("{world}", "w").replace("{job}", GatedWorld.FLAGS_JOB));
        filled = each(filled, "{import}", List.of(world.plan));
        filled = each(filled, "{room}", List.of("r", "m"));
        filled = each(filled, "{coord}", List.of("0,0,0", "1,0,0", "2,0,0", "3,0,0"));
        filled = each(filled, "{revision}", List.of("1", "2", "3", "4", "99"));
        filled.forEach(one -> assertThat(one).as("a parameter nobody fills").doesNotContain("{"));
        return filled;
    }

    private static List<String> each(List<String> paths, String parameter, List<String> values) {
        return paths.stream()
                .flatMap(
                        path ->
                                path.contains(parameter)
                                        ? values.stream()
                                                .map(value -> path.replace(parameter, value))
                                        : Stream.of(path))
                .toList();
    }

    /** Bodies of RPC methods that name what is flagged; others are called with none. */
    private static final Map<String, List<String>> MESSAGES =
            Map.ofEntries(
                    Map.entry("ChunkService/GetChunk", List.of("{'key':KEY}")),
                    Map.entry("ChunkService/GetChunks", List.of("{'keys':[KEY]}")),
                    Map.entry("ChunkService/GetChunkStates", List.of("{'keys':[KEY]}")),
                    Map.entry(
                            "ChunkService/PutChunk",
                            List.of("{'key':KEY,'image':'','editId':'p'}")),
                    Map.entry(
                            "ChunkService/EditChunk",
                            List.of(
                                    "{'key':KEY,'baseRevision':'1','baseChecksum':'"
                                            + "0".repeat(64)
                                            + "','patch':'W10=','editId':'e'}",
                                    "{'key':KEY,'baseRevision':'3','baseChecksum':'CHECKSUM',"
                                            + "'patch':'W10=','editId':'e'}")),
                    Map.entry(
                            "ChunkService/DeleteChunk",
                            List.of(
                                    "{'key':KEY,'baseRevision':'1','baseChecksum':'"
                                            + "0".repeat(64)
                                            + "','editId':'d'}")),
                    Map.entry(
                            "ChunkService/RollbackChunk",
                            List.of(
                                    "{'key':KEY,'revision':'1','baseRevision':'1','baseChecksum':'"
                                            + "0".repeat(64)
                                            + "','editId':'b'}",
                                    "{'key':KEY,'revision':'1','editId':'b'}",
                                    "{'key':KEY,'revision':'9','editId':'b'}")),
                    Map.entry("ChunkService/ListRevisions", List.of("{'key':KEY}")),
                    Map.entry(
                            "ChunkService/GetRevision",
                            List.of("{'key':KEY,'revision':'1'}", "{'key':KEY,'revision':'9'}")),
                    Map.entry("ChunkService/DiffChunk", List.of("{'key':KEY,'fromRevision':'1'}")),
                    Map.entry("ChunkService/GetChunkFlags", List.of("{'key':KEY}")),
                    Map.entry(
                            "ChunkService/AwaitDurable",
                            List.of("{'key':KEY,'revision':'1','checksum':'CHECKSUM'}")),
                    Map.entry(
                            "ChunkService/ListChunks",
                            List.of("{'world':'w','room':'r'}", "{'world':'w','room':'m'}")),
                    Map.entry("ChunkService/ListObjects", List.of("{'world':'w','room':'r'}")),
                    Map.entry(
                            "ChunkService/ListFlaggedChunks", List.of("{'world':'w','room':'r'}")),
                    Map.entry("ImportService/GetImport", List.of("{'world':'w','id':'PLAN'}")),
                    Map.entry("ImportService/ListImports", List.of("{'world':'w'}")),
                    Map.entry(
                            "ImportService/ListImportChunks", List.of("{'world':'w','id':'PLAN'}")),
                    Map.entry("ImportService/ResumeImport", List.of("{'world':'w','id':'PLAN'}")),
                    Map.entry(
                            "ImportService/RollbackImport",
                            List.of("{'world':'w','id':'PLAN','requestId':'r'}")),
                    Map.entry("ImportService/CancelImport", List.of("{'world':'w','id':'none'}")),
                    Map.entry("ImportService/StartImport", List.of("{'world':'w','room':'m'}")),
                    Map.entry("MaintenanceService/ListQuarantine", List.of("{}")),
                    Map.entry("MaintenanceService/GetWriteBehind", List.of("{}")),
                    Map.entry(
                            "MaintenanceService/VerifyChunks", List.of("{'scope':{'world':'w'}}")),
                    Map.entry("MaintenanceService/RestoreChunk", List.of("{'key':KEY}")),
                    Map.entry(
                            "MaintenanceService/RebuildIndex", List.of("{'scope':{'world':'w'}}")),
                    Map.entry(
                            "MaintenanceService/PruneRevisions",
                            List.of("{'scope':{'world':'w'},'keep':9}")),
                    Map.entry(
                            "MaintenanceService/MigrateChunks", List.of("{'scope':{'world':'w'}}")),
                    Map.entry("MaintenanceService/Flush", List.of("{}")),
                    Map.entry("MaintenanceService/CreateBackup", List.of("{'name':'rpc'}")),
                    Map.entry("MaintenanceService/SetDurability", List.of("{'world':'w'}")),
                    Map.entry(
                            "WorldFileService/RestoreBackup",
                            List.of("{'world':'w','name':'rpc'}")),
                    Map.entry("ModerationService/ListAssetFlags", List.of("{}")),
                    Map.entry(
                            "ModerationService/GetAssetFlags", List.of("{'assetId':'gore/skull'}")),
                    Map.entry("ModerationService/GetReflagJob", List.of("{'id':'flag-gore'}")),
                    Map.entry("ModerationService/SetAssetFlags", List.of("{}")),
                    Map.entry("WorldService/GetWorld", List.of("{'world':'w'}")),
                    Map.entry("WorldService/ListWorlds", List.of("{}")),
                    Map.entry("WorldService/GetRoom", List.of("{'world':'w','room':'r'}")),
                    Map.entry("WorldService/ListRooms", List.of("{'world':'w'}")),
                    Map.entry("WorldService/CreateWorld", List.of("{}")),
                    Map.entry(
                            "WorldService/UpdateWorld",
                            List.of("{'world':'w','expectedEtag':'ETAG','origin':{'x':1}}")),
                    Map.entry(
                            "WorldService/UpdateRoom",
                            List.of(
                                    "{'world':'w','room':'r','expectedEtag':'ETAG',"
                                            + "'bounds':{'max':{'x':2,'y':2,'z':1}}}")),
                    Map.entry("WorldService/CreateRoom", List.of("{}")));

    @Test
    void noMethodTellsContent() {
        Map<String, Set<String>> told = new LinkedHashMap<>();
        for (var method : world.server.bean(RpcHandlerMapping.class).methods()) {
            String name = method.fullName().substring(method.fullName().lastIndexOf('.') + 1);
            List<String> messages = MESSAGES.get(name);
            assertThat(messages).as("ways to call " + method.fullName()).isNotNull();
            for (String message : messages) {
                for (String asked : asked(message)) {
                    Reply reply =
                            world.server.sendAs(
                                    world.child,
                                    "POST",
                                    "/" + method.fullName(),
                                    asked,
                                    "Content-Type",
                                    "application/json");
                    Set<String> leaks = leaks(name, asked, reply);
                    if (!leaks.isEmpty()) {
                        told.put(name + " " + asked, leaks);
                    }
                }
            }
        }

        assertThat(told).isEmpty();
    }

    private List<String> asked(String message) {
        List<String> asked = List.of(message.replace("PLAN", world.plan).replace("ETAG", etag()));
        asked =
                each(
                        asked,
                        "KEY",
                        Stream.of(0, 1, 2, 3)
                                .map("{'world':'w','room':'r','cx':%d}"::formatted)
                                .toList());
        return each(asked, "CHECKSUM", List.copyOf(checksums));
    }

    static Stream<String> pasts() {
        return Stream.of(
                "/revisions/1",
                "/revisions/2",
                "/revisions/3",
                "/revisions/4",
                "/revisions/99",
                "/diff?from=1",
                "/diff?from=1&to=2",
                "/diff?from=98&to=99",
                "/revisions");
    }

    @ParameterizedTest
    @MethodSource("pasts")
    void ofAGatedChunkEveryPastAnswersAlike(String past) {
        for (int cx : new int[] {0, 1, 3}) {
            Reply reply = world.server.sendAs(world.child, "GET", GatedWorld.path(cx) + past, "");
            assertThat(reply.status()).as(past + " of " + cx + ": " + reply.body()).isEqualTo(403);
            assertThat(reply.text("code")).isEqualTo("CHUNK_GATED");
            assertThat(reply.text("detail")).doesNotContain("evision");
        }
    }
}
