package dev.terrane.world.files;

import static dev.terrane.world.WorldChild.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.Await;
import dev.terrane.world.WorldChild;
import dev.terrane.world.WorldChildren;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The service is killed while two worlds in files of their own and one in the shared database are
 * changed: what each acknowledged is there, and a retry gives the first answer.
 */
class WorldFilesCrashIT extends WorldChildren {
    private static final List<String> WORLDS = List.of("a", "b", "shared");
    private static final int EDITORS_EACH = 4;
    private static final int ACKNOWLEDGED_MIN = 100;
    private static final int IN_FLIGHT_MIN = 8;
    private static final int ROUNDS = Boolean.getBoolean("terrane.long") ? 20 : 2;

    @TempDir Path data;

    /** One editor of one chunk; used by one thread at a time. */
    private static final class Editor {
        private final String world;
        private final String path;
        private final int number;
        private String base = "";
        private String tag = "";
        private String answer = "";
        private int edits;
        private boolean unanswered;

        Editor(String world, int number) {
            this.world = world;
            this.number = number;
            this.path = "/api/v1/worlds/%s/rooms/r/chunks/%d,0,0".formatted(world, number);
        }

        HttpResponse<String> send(WorldChild service, String on, int edit) throws IOException {
            return service.send(
                    "PATCH",
                    path,
                    "[{\"op\":\"replace\",\"path\":\"/tiles/0/tiles/%d\",\"value\":%d}]"
                            .formatted(edit % 16, 1 - edit / 16 % 2),
                    "Content-Type",
                    "application/json-patch+json",
                    "If-Match",
                    on,
                    "Idempotency-Key",
                    "%s-%d-%d".formatted(world, number, edit));
        }

        void accept(HttpResponse<String> reply) {
            ok(reply);
            base = tag;
            tag = reply.headers().firstValue("ETag").orElseThrow();
            answer = reply.body();
            edits++;
        }
    }

    @Test
    void whatEachWorldAcknowledgedSurvivesEveryKill() throws Exception {
        List<Editor> editors = new ArrayList<>();
        for (String world : WORLDS) {
            for (int i = 0; i < EDITORS_EACH; i++) {
                editors.add(new Editor(world, i));
            }
        }
        try (WorldChild service = startService(data)) {
            prepare(service, editors, "shared");
        }
        for (int round = 0; round <= ROUNDS; round++) {
            try (WorldChild service = startService(data, "terrane.world.files.own=true")) {
                if (round == 0) {
                    prepare(service, editors, "a");
                    prepare(service, editors, "b");
                } else {
                    for (Editor editor : editors) {
                        verify(service, editor);
                    }
                }
                if (round < ROUNDS) {
                    editUntilKilled(service, editors);
                }
            }
            for (Path file : files()) {
                assertThat(Files.exists(file)).as(file.toString()).isTrue();
                WorldChild.requireSound(file);
            }
        }
    }

    private List<Path> files() {
        Path shared = WorldChild.database(data);
        return List.of(
                shared,
                shared.resolveSibling("worlds/a/world.db"),
                shared.resolveSibling("worlds/b/world.db"));
    }

    private static void prepare(WorldChild service, List<Editor> editors, String world)
            throws IOException {
        service.makeRoom(world);
        for (Editor editor : editors) {
            if (editor.world.equals(world)) {
                editor.accept(service.makeChunk(world, editor.number));
                editor.edits = 0;
            }
        }
    }

    private static void editUntilKilled(WorldChild service, List<Editor> editors) throws Exception {
        List<AtomicInteger> acknowledged = WORLDS.stream().map(_ -> new AtomicInteger()).toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(editors.size())) {
            List<Future<?>> running = new ArrayList<>();
            for (Editor editor : editors) {
                AtomicInteger count = acknowledged.get(WORLDS.indexOf(editor.world));
                running.add(threads.submit(() -> edit(service, editor, count)));
            }
            Await.until(
                    LONG,
                    "acknowledgements in every world",
                    () -> acknowledged.stream().allMatch(n -> n.get() >= ACKNOWLEDGED_MIN));
            service.kill();
            for (Future<?> editor : running) {
                editor.get();
            }
        }
        assertThat(editors.stream().filter(editor -> editor.unanswered))
                .as("edits in flight")
                .hasSizeGreaterThanOrEqualTo(IN_FLIGHT_MIN);
    }

    /** Until there is no answer. */
    private static void edit(WorldChild service, Editor editor, AtomicInteger acknowledged) {
        try {
            while (true) {
                editor.accept(editor.send(service, editor.tag, editor.edits));
                acknowledged.incrementAndGet();
            }
        } catch (IOException gone) {
            editor.unanswered = true;
        }
    }

    /** On the restarted service. */
    private static void verify(WorldChild service, Editor editor) throws IOException {
        assertThat(editor.send(service, editor.base, editor.edits - 1).body())
                .as("a retry of the last acknowledged edit of " + editor.path)
                .isEqualTo(editor.answer);
        // Committed or not before the kill: now it is, once.
        editor.accept(editor.send(service, editor.tag, editor.edits));
        editor.unanswered = false;
        HttpResponse<String> now = service.get(editor.path);
        assertThat(now.headers().firstValue("ETag")).contains(editor.tag);
        assertThat(now.headers().firstValue("Terrane-Revision"))
                .contains(Integer.toString(editor.edits + 1));
    }
}
