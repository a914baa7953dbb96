package dev.terrane.cli.map;

import dev.terrane.cli.ExitCode;
import dev.terrane.cli.run.GatewayOptions;
import dev.terrane.cli.tools.ToolCommand;
import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.maps.ExportOutcome;
import dev.terrane.core.chunk.maps.ImportOptions;
import dev.terrane.core.chunk.maps.ImportOutcome;
import dev.terrane.core.chunk.maps.MapExporter;
import dev.terrane.core.chunk.maps.MapImporter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes a room as a map that imports to the same chunks. */
@Command(
        name = "export",
        description = {
            "Writes a room as a Tiled map in JSON (tmj) or in Terrane's own form (json).",
            "The room is fetched from a gateway, or read from a map with --from."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:the room has something the form cannot carry, named",
            "2:the room or the map cannot be read",
            "5:no gateway runs, or it does not answer"
        })
final class MapExportCommand extends ToolCommand {
    @Option(names = "--world", paramLabel = "W", description = "World id.")
    private @Nullable String world;

    @Option(names = "--room", paramLabel = "R", description = "Room id.")
    private @Nullable String room;

    @Option(
            names = "--from",
            paramLabel = "FILE",
            description = "A map (tmx, tmj, ldtk, json) to convert, without a gateway.")
    private @Nullable Path from;

    @Option(
            names = "--chunk-size",
            paramLabel = "XxYxZ",
            description = "With --from: cells of a chunk (default: ${DEFAULT-VALUE}).")
    private String chunkSize = "32x32x1";

    @Option(names = "--format", paramLabel = "FORMAT", description = "tmj or json.")
    private Form form = Form.TMJ;

    @Option(names = "--out", paramLabel = "FILE", description = "Where to write (default: here).")
    private @Nullable Path target;

    @Mixin private GatewayOptions gateway = new GatewayOptions();

    /** What is written. */
    enum Form {
        TMJ,
        JSON
    }

    private record Room(List<Chunk> chunks, Box bounds) {}

    @Override
    public Integer call() throws InterruptedException {
        Room content = from != null ? converted(from) : fetched();
        if (content == null) {
            return ExitCode.NO;
        }
        return switch (form) {
            case JSON -> finish(MapExporter.toRoomJson(content.chunks(), content.bounds()));
            case TMJ ->
                    switch (MapExporter.toTmj(content.chunks(), content.bounds())) {
                        case ExportOutcome.Exported(String json) -> finish(json + "\n");
                        case ExportOutcome.Refused refused -> {
                            err().println("terrane: " + refused.text());
                            yield ExitCode.NO;
                        }
                    };
        };
    }

    private Room fetched() throws InterruptedException {
        if (world == null || room == null) {
            throw usage("Name --world and --room, or a map with --from.");
        }
        URI url = gateway.gateway();
        String token = gateway.token(url, "map-export", "viewer");
        try (RoomDownload download = new RoomDownload(url, token, world, room)) {
            return new Room(download.chunks(), download.bounds());
        }
    }

    private @Nullable Room converted(Path file) {
        MapFiles map = MapFiles.read(file);
        ImportOptions options =
                ImportOptions.of(
                        RoomKey.of(world == null ? "world" : world, room == null ? "room" : room),
                        new ChunkGrid(size(), ChunkGrid.Origin.ZERO),
                        Meta.NONE);
        return switch (MapImporter.importMap(
                map.name(),
                map.map(),
                path -> Optional.ofNullable(map.files().get(path)),
                options)) {
            case ImportOutcome.Imported imported -> {
                imported.warnings().forEach(warning -> err().println("warning: " + warning));
                yield new Room(imported.chunks(), imported.bounds());
            }
            case ImportOutcome.Refused refused -> {
                err().println("terrane: " + refused.text());
                yield null;
            }
        };
    }

    private ChunkSize size() {
        String[] sides = chunkSize.split("x", -1);
        try {
            if (sides.length == 3) {
                return new ChunkSize(
                        Integer.parseInt(sides[0]),
                        Integer.parseInt(sides[1]),
                        Integer.parseInt(sides[2]));
            }
        } catch (IllegalArgumentException e) {
            throw usage("--chunk-size %s: %s".formatted(chunkSize, e.getMessage()));
        }
        throw usage("--chunk-size is XxYxZ, for example 32x32x1, not " + chunkSize);
    }

    private int finish(String text) {
        if (target == null) {
            out().print(text);
            out().flush();
        } else {
            write(target, text.getBytes(StandardCharsets.UTF_8));
        }
        return ExitCode.OK;
    }
}
