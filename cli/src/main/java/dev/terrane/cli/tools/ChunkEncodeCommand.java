package dev.terrane.cli.tools;

import dev.terrane.cli.ExitCode;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.codec.BodyForm;
import dev.terrane.core.chunk.codec.ChunkImage;
import dev.terrane.core.chunk.codec.ChunkJson;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** JSON to AGPC. */
@Command(
        name = "encode",
        description = "Writes the binary form of a chunk given as JSON.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"1:the chunk is refused, with the place", "2:the file cannot be read"})
final class ChunkEncodeCommand extends ToolCommand {
    @Parameters(paramLabel = "JSON", description = "The chunk as JSON; - is standard input.")
    private Path file = Path.of("-");

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where to write (default: beside the input, ending in .agpc).")
    private @Nullable Path target;

    @Option(names = "--zstd", description = "Compresses the body; the checksum stays the same.")
    private boolean zstd;

    @Override
    public Integer call() {
        return switch (ChunkJson.decode(readText(file))) {
            case Decoded.Rejected<Chunk> rejected -> ChunkFiles.refuse(err(), file, rejected);
            case Decoded.Ok<Chunk>(Chunk chunk) -> {
                ChunkImage image = AgpcCodec.encode(chunk, zstd ? BodyForm.ZSTD : BodyForm.RAW);
                Path written = target();
                write(written, image.bytes().toArray());
                out().printf(
                                Locale.ROOT,
                                "%s  %d bytes  checksum %s%n",
                                written,
                                image.bytes().size(),
                                image.checksum().hex());
                yield ExitCode.OK;
            }
        };
    }

    private Path target() {
        if (target != null) {
            return target;
        }
        if (file.toString().equals("-")) {
            throw usage("--out is needed when the chunk comes from standard input");
        }
        String name = file.getFileName().toString().replaceFirst("\\.json$", "");
        return file.resolveSibling(name + ".agpc");
    }
}
