package dev.terrane.cli.tools;

import dev.terrane.cli.ExitCode;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.codec.ChunkJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** AGPC to JSON. */
@Command(
        name = "decode",
        description = "Prints the JSON form of a chunk in binary form.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"1:the chunk is refused, with the place", "2:the file cannot be read"})
final class ChunkDecodeCommand extends ToolCommand {
    @Parameters(paramLabel = "FILE", description = "The chunk's image; - is standard input.")
    private Path file = Path.of("-");

    @Option(names = "--out", paramLabel = "FILE", description = "Where to write (default: here).")
    private @Nullable Path target;

    @Override
    public Integer call() {
        return switch (AgpcCodec.decode(Bytes.copyOf(read(file)))) {
            case Decoded.Rejected<Chunk> rejected -> ChunkFiles.refuse(err(), file, rejected);
            case Decoded.Ok<Chunk>(Chunk chunk) -> {
                String json = ChunkJson.encodePretty(chunk);
                if (target == null) {
                    out().println(json);
                } else {
                    write(target, (json + "\n").getBytes(StandardCharsets.UTF_8));
                }
                yield ExitCode.OK;
            }
        };
    }
}
