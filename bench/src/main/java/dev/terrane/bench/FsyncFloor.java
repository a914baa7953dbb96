package dev.terrane.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * What the disk takes to keep the bytes of one edit, without any database: five pages written over
 * old ones and forced. A commit cannot be faster, and what sharing commits can save is this.
 */
final class FsyncFloor {
    private static final int BYTES = 5 * 4_096;
    private static final int PLACES = 64;
    private static final int TIMES = 500;

    private FsyncFloor() {}

    static List<Row> measure(String row, Path folder, PrintWriter log) throws IOException {
        Path file = Files.createTempFile(folder, "fsync", ".bin");
        List<Double> micros = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int i = 0; i < PLACES + TIMES; i++) {
                channel.write(ByteBuffer.allocate(BYTES), (long) (i % PLACES) * BYTES);
                long begin = System.nanoTime();
                channel.force(false);
                if (i >= PLACES) {
                    micros.add((System.nanoTime() - begin) / 1e3);
                }
            }
        }
        Collections.sort(micros);
        log.printf(
                Locale.ROOT,
                "fsync of %d bytes: p10 %.0f us, p50 %.0f us, p90 %.0f us%n",
                BYTES,
                micros.get(TIMES / 10),
                micros.get(TIMES / 2),
                micros.get(TIMES * 9 / 10));
        return List.of(new Row(row, micros.get(TIMES / 2), "us", "the disk alone"));
    }
}
