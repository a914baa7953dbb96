package dev.terrane.cli.tools;

import dev.terrane.cli.ExitCode;
import dev.terrane.cli.OutputFormat;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.codec.ChunkImage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is in a chunk's image, in short. */
@Command(
        name = "inspect",
        description = "Verifies a chunk in binary form and says what is in it.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"1:the chunk is refused, with the place", "2:the file cannot be read"})
final class ChunkInspectCommand extends ToolCommand {
    @Parameters(paramLabel = "FILE", description = "The chunk's image; - is standard input.")
    private Path file = Path.of("-");

    @Option(names = "--format", paramLabel = "FORMAT", description = "text or json.")
    private OutputFormat format = OutputFormat.TEXT;

    @Override
    public Integer call() {
        Bytes bytes = Bytes.copyOf(read(file));
        return switch (AgpcCodec.decode(bytes)) {
            case Decoded.Rejected<Chunk> rejected -> ChunkFiles.refuse(err(), file, rejected);
            case Decoded.Ok<Chunk>(Chunk chunk) -> {
                Map<String, Object> report = report(bytes, chunk);
                switch (format) {
                    case JSON -> printJson(report);
                    case TEXT -> printText(report);
                }
                yield ExitCode.OK;
            }
        };
    }

    /** One line a value; members of a list have a line each. */
    private void printText(Map<String, Object> report) {
        report.forEach(
                (name, value) -> {
                    for (Object one : value instanceof List<?> list ? list : List.of(value)) {
                        String text =
                                one instanceof Map<?, ?> fields
                                        ? fields.entrySet().stream()
                                                .map(e -> e.getKey() + " " + e.getValue())
                                                .collect(Collectors.joining(", "))
                                        : one.toString();
                        out().printf(Locale.ROOT, "%-12s %s%n", name, text);
                    }
                });
    }

    private static Map<String, Object> report(Bytes bytes, Chunk chunk) {
        AgpcCodec.Header header = AgpcCodec.decodeHeader(bytes).get();
        ChunkImage image = AgpcCodec.encode(chunk);
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("key", chunk.key().toString());
        report.put("version", header.version());
        report.put("body", header.zstd() ? "zstd" : "raw");
        report.put("fileBytes", bytes.size());
        report.put("bodyBytes", image.bodyBytes());
        report.put("checksum", image.checksum().hex());
        report.put("contentHash", image.contentHash().hex());
        ChunkSize size = chunk.grid().size();
        report.put("size", "%d x %d x %d".formatted(size.x(), size.y(), size.z()));
        List<Object> layers = new ArrayList<>();
        for (TileLayer layer : chunk.layers()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("id", layer.layerId());
            fields.put("name", layer.name());
            fields.put("palette", layer.palette().size());
            fields.put("solid", layer.palette().stream().filter(TileDef::solid).count());
            layers.add(fields);
        }
        report.put("layers", layers);
        report.put("objects", chunk.objects().size());
        report.put("mature", chunk.flags().mature());
        report.put("revision", chunk.meta().revision());
        report.put("author", chunk.meta().author());
        return report;
    }
}
