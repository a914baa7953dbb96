package dev.terrane.cli.tools;

import dev.terrane.cli.ExitCode;
import dev.terrane.core.chunk.Decoded;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;

/** How a refused chunk is shown. */
final class ChunkFiles {
    private ChunkFiles() {}

    /** Prints file, place, reason and, for a limit, its value; returns the exit code. */
    static int refuse(PrintWriter err, Path file, Decoded.Rejected<?> rejected) {
        err.printf(
                Locale.ROOT,
                "terrane: %s: %s at %s: %s%n",
                file,
                rejected.reason(),
                rejected.location(),
                rejected.detail());
        Decoded.LimitHit limit = rejected.limit();
        if (limit != null) {
            err.printf(
                    Locale.ROOT,
                    "  limit %s is %d, found %d%n",
                    limit.name(),
                    limit.limit(),
                    limit.actual());
        }
        return ExitCode.NO;
    }
}
