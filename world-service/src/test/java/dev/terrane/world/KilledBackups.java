package dev.terrane.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Makes backups of a service until it is killed, and looks at what that left. */
final class KilledBackups {
    private final Path folder;
    private final String world;
    private final List<String> made = new ArrayList<>();
    private int number;
    private int halves;

    /** Of the shared database of a data folder, asked for by way of a world. */
    KilledBackups(Path data, String world) {
        this.folder = WorldChild.database(data).resolveSibling("backups");
        this.world = world;
    }

    /** One after the other, until there is no answer. */
    synchronized void makeUntilKilled(WorldChild service) {
        while (true) {
            String name = "b" + number++;
            try {
                HttpResponse<String> reply =
                        service.send(
                                "POST",
                                "/api/v1/worlds/" + world + "/maintenance/backup?name=" + name,
                                "");
                assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
                made.add(name + ".db");
            } catch (IOException gone) {
                return;
            }
        }
    }

    /**
     * What was answered is there, and what is there is whole; a half one has no backup's name, and
     * is gone with the next. Looks at those that the kill may have met.
     */
    synchronized void requireWhole() throws IOException, SQLException {
        List<String> left = left();
        assertThat(left).containsAll(made);
        for (String file : left) {
            if (!file.endsWith(".db")) {
                assertThat(file).matches("b\\d+\\.part(-journal|-wal|-shm)?");
            } else if (!made.contains(file) || file.equals(made.getLast())) {
                WorldChild.requireSound(folder.resolve(file));
            }
        }
        List<String> parts = left.stream().filter(file -> file.endsWith(".part")).toList();
        assertThat(parts).as("one is made at a time").hasSizeLessThanOrEqualTo(1);
        halves += parts.size();
        made.clear();
        for (String file : left) {
            if (file.endsWith(".db")) {
                Files.delete(folder.resolve(file));
            }
        }
    }

    private List<String> left() throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** How many kills came in the midst of a backup. */
    synchronized int halves() {
        return halves;
    }
}
