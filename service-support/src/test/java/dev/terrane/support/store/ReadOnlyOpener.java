package dev.terrane.support.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes a store and opens it again and again, each time without the right to write something of it.
 * A process of its own, because a test that runs as root may write everything.
 */
final class ReadOnlyOpener {
    /** Begins the lines that tell how an opening ended, with what was read-only. */
    static final String OPENED = "with read-only ";

    private static final List<String> PARTS = List.of("probe.db", "probe.db-wal", "");

    private ReadOnlyOpener() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        String url = "jdbc:sqlite:" + folder.resolve("probe.db");
        StoreFixture.open("probe", url, "", "").close();
        for (String part : PARTS) {
            Path file = folder.resolve(part);
            boolean made = !Files.exists(file);
            if (made) {
                Files.createFile(file);
            }
            Set<PosixFilePermission> before = Files.getPosixFilePermissions(file);
            Set<PosixFilePermission> readOnly = EnumSet.copyOf(before);
            readOnly.removeAll(
                    Set.of(
                            PosixFilePermission.OWNER_WRITE,
                            PosixFilePermission.GROUP_WRITE,
                            PosixFilePermission.OTHERS_WRITE));
            Files.setPosixFilePermissions(file, readOnly);
            System.out.println(OPENED + file + ": " + open(url) + ", left are " + list(folder));
            Files.setPosixFilePermissions(file, before);
            if (made) {
                Files.delete(file);
            }
        }
        System.out.println(OPENED + "nothing: " + open(url));
    }

    private static String open(String url) {
        try (StoreFixture _ = StoreFixture.open("probe", url, "", "")) {
            return "open";
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    private static List<String> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
