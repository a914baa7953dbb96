package dev.terrane.cli.map;

import java.nio.file.Path;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends a map with the files it refers to, and waits until it is the room's content. */
@Command(
        name = "import",
        description = {
            "Imports a map into a room: Tiled (.tmx, .tmj), LDtk (.ldtk) or a room as JSON.",
            "World and room are made when absent. Into a room that is there, what the map",
            "changed since its last import is taken over, and edits stay.",
            "Ctrl-C cancels the import, or says how to come back to it."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:the server refused the map, or the import was cancelled",
            "2:the map or a file it refers to cannot be read",
            "3:map and edits changed the same: nothing was changed; with --plan: nothing would be",
            "5:no gateway runs, or it does not answer"
        })
final class MapImportCommand extends ImportCommand {
    @Parameters(paramLabel = "FILE", description = "The map.")
    private Path file = Path.of("map.tmx");

    @Mixin private ImportOptions options = new ImportOptions();

    @Option(names = "--room", required = true, paramLabel = "R", description = "Room id.")
    private String room = "";

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Idempotency key: a retry with it gets the same import.")
    private String id = UUID.randomUUID().toString();

    @Override
    public Integer call() throws InterruptedException {
        MapFiles map = MapFiles.read(file);
        Multipart body = new Multipart();
        body.file("map", map.name(), map.map().toArray());
        map.files().forEach((path, content) -> body.file(path, path, content.toArray()));
        try (ImportClient client = connect(options.world())) {
            return follow(
                    client, client.start(room, "&" + options.query(), body, id), options.world());
        }
    }
}
