package dev.terrane.cli.checkout;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A release archive: files in one folder. The same entries give the same bytes: times are fixed,
 * owners are 0.
 */
final class Archive {
    private static final int BLOCK = 512;
    private static final Instant TIME = Instant.parse("2026-11-01T00:00:00Z");

    private final String folder;
    private final List<Entry> entries;

    Archive(String folder, List<Entry> entries) {
        this.folder = folder;
        this.entries = List.copyOf(entries);
    }

    /**
     * One file.
     *
     * @param name name in the archive, ASCII
     * @param file what it holds
     * @param executable whether it can be run
     */
    record Entry(String name, Path file, boolean executable) {
        private String permissions() {
            return executable ? "rwxr-xr-x" : "rw-r--r--";
        }

        private int mode() {
            return executable ? 0755 : 0644;
        }
    }

    /** Writes the POSIX ustar form, gzipped; returns the file. */
    Path writeTarGz(Path target) throws IOException {
        try (OutputStream out =
                new GZIPOutputStream(new BufferedOutputStream(Files.newOutputStream(target)))) {
            for (Entry entry : entries) {
                long size = Files.size(entry.file());
                out.write(header(entry, size));
                Files.copy(entry.file(), out);
                out.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
            }
            out.write(new byte[2 * BLOCK]);
        }
        return target;
    }

    /** Writes a zip that keeps the permissions; returns the file. */
    Path writeZip(Path target) throws IOException {
        Files.deleteIfExists(target);
        Map<String, String> settings =
                Map.of("create", "true", "enablePosixFileAttributes", "true");
        try (FileSystem zip = FileSystems.newFileSystem(target, settings)) {
            Path root = zip.getPath(folder);
            Set<Path> folders = new TreeSet<>();
            for (Entry entry : entries) {
                Path file = root.resolve(entry.name());
                makeFolder(file.getParent(), folders);
                Files.copy(entry.file(), file);
                Files.setPosixFilePermissions(
                        file, PosixFilePermissions.fromString(entry.permissions()));
                stamp(file);
            }
            // Last, so that no entry written into them moves their time.
            for (Path made : folders) {
                stamp(made);
            }
        }
        return target;
    }

    /** A zip holds when an entry was written, read and made: each is the fixed time. */
    private static void stamp(Path entry) throws IOException {
        FileTime time = FileTime.from(TIME);
        Files.getFileAttributeView(entry, BasicFileAttributeView.class).setTimes(time, time, time);
    }

    /** Makes a folder of a zip and those above it, where they are not yet among the made ones. */
    private static void makeFolder(@Nullable Path wanted, Set<Path> made) throws IOException {
        if (wanted != null && made.add(wanted)) {
            makeFolder(wanted.getParent(), made);
            Files.createDirectory(wanted);
            Files.setPosixFilePermissions(wanted, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    /** Field offsets of POSIX.1-1988 ustar; numbers are octal digits with a trailing NUL. */
    private byte[] header(Entry entry, long size) {
        byte[] header = new byte[BLOCK];
        put(header, 0, folder + "/" + entry.name());
        put(header, 100, octal(7, entry.mode()));
        put(header, 108, octal(7, 0));
        put(header, 116, octal(7, 0));
        put(header, 124, octal(11, size));
        put(header, 136, octal(11, TIME.getEpochSecond()));
        put(header, 148, "        ");
        put(header, 156, "0");
        put(header, 257, "ustar\0" + "00");
        int sum = 0;
        for (byte value : header) {
            sum += value & 0xFF;
        }
        put(header, 148, octal(6, sum) + "\0 ");
        return header;
    }

    private static String octal(int digits, long value) {
        return String.format(Locale.ROOT, "%0" + digits + "o", value);
    }

    private static void put(byte[] header, int offset, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, offset, bytes.length);
    }
}
