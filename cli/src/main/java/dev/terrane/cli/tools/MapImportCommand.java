package dev.terrane.cli.tools;

import dev.terrane.cli.CliCommand;
import dev.terrane.cli.ExitCode;
import dev.terrane.cli.OutputFormat;
import dev.terrane.cli.run.DataFolder;
import dev.terrane.cli.run.DevTokens;
import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.TerraneException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sends a map with the files it refers to. */
@Command(
        name = "import",
        description = {
            "Imports a map into a room: Tiled (.tmx, .tmj), LDtk (.ldtk) or a room as JSON.",
            "World and room are made when absent; the room must have no chunks."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:the server refused the map",
            "2:the map or a file it refers to cannot be read",
            "5:no gateway runs, or it does not answer"
        })
final class MapImportCommand extends CliCommand {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    @Parameters(paramLabel = "FILE", description = "The map.")
    private Path file = Path.of("map.tmx");

    @Option(names = "--world", required = true, paramLabel = "W", description = "World id.")
    private String world = "";

    @Option(names = "--room", required = true, paramLabel = "R", description = "Room id.")
    private String room = "";

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The gateway (default: the one that runs on the data folder).")
    private @Nullable URI url;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description =
                    "Token of role editor (default: TERRANE_TOKEN, else a development token).")
    private @Nullable String token;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Data folder (default: common.data-dir, ./data).")
    private @Nullable Path data;

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Idempotency key: a retry with it gets the first answer.")
    private String id = UUID.randomUUID().toString();

    @Option(names = "--format", paramLabel = "FORMAT", description = "text or json.")
    private OutputFormat format = OutputFormat.TEXT;

    @Override
    public Integer call() throws InterruptedException {
        MapFiles map = MapFiles.read(file);
        DataFolder folder = DataFolder.of(data);
        URI gateway = url != null ? url : folder.gateway();
        Multipart body = new Multipart();
        body.file("map", map.name(), map.map().toArray());
        map.files().forEach((path, content) -> body.file(path, path, content.toArray()));
        HttpRequest request =
                HttpRequest.newBuilder(gateway.resolve(path()))
                        .timeout(TIMEOUT)
                        .header("Authorization", "Bearer " + token(gateway, folder))
                        .header("Content-Type", body.contentType())
                        .header("Idempotency-Key", id)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body.toBytes()))
                        .build();
        return report(send(request));
    }

    private String path() {
        return "/api/v1/worlds/%s/imports?room=%s".formatted(encode(world), encode(room));
    }

    private String token(URI gateway, DataFolder folder) {
        return Optional.ofNullable(token)
                .or(() -> Optional.ofNullable(System.getenv("TERRANE_TOKEN")))
                .orElseGet(
                        () ->
                                DevTokens.at(gateway, folder)
                                        .get(DevTokens.Ask.forRoles("map-import", "editor"))
                                        .token());
    }

    private static HttpResponse<String> send(HttpRequest request) throws InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw TerraneException.of(
                            CliError.NOT_RUNNING,
                            "no gateway answers at %s (%s)".formatted(request.uri(), e))
                    .toException();
        }
    }

    private int report(HttpResponse<String> response) {
        JsonNode answer;
        try {
            answer = JsonMapper.shared().readTree(response.body());
        } catch (JacksonException e) {
            answer = JsonMapper.shared().createObjectNode();
        }
        if (response.statusCode() >= 300) {
            err().println(
                            "terrane: refused (%d): %s"
                                    .formatted(response.statusCode(), said(answer, response)));
            return ExitCode.NO;
        }
        switch (format) {
            case JSON -> printJson(answer);
            case TEXT ->
                    answer.properties()
                            .forEach(
                                    entry ->
                                            out().println(
                                                            entry.getKey()
                                                                    + ": "
                                                                    + entry.getValue()));
        }
        return ExitCode.OK;
    }

    private static String said(JsonNode problem, HttpResponse<String> response) {
        String detail = problem.path("detail").asString(response.body());
        String title = problem.path("title").asString("");
        String type = problem.path("type").asString("");
        return title
                + (title.isEmpty() ? "" : ": ")
                + detail
                + (type.isEmpty() ? "" : " [" + type + "]");
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
