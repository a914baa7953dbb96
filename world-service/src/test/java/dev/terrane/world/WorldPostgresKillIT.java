package dev.terrane.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Await;
import dev.terrane.testing.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * PostgreSQL is killed beneath the running service with edits in flight, and started again. The
 * service says so meanwhile, goes on by itself, and has everything it acknowledged.
 */
class WorldPostgresKillIT {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int EDITORS = 8;
    private static final int ACKNOWLEDGED_MIN = 100;

    /** More than could be answered one after the other, each when a pool's time is over. */
    private static final int REFUSED_MIN = 200;

    private static final String WORLD = "/api/v1/worlds/w";

    @TempDir Path folder;

    /** An edit with its answer. */
    private record Answered(Edit edit, String body) {}

    private record Edit(String path, String tag, String patch, String id) {}

    /** One editor of one chunk, who sends the same edit until it is in. */
    private final class Editor {
        private final String name;
        private final String path;
        private String tag = "";
        private final AtomicInteger edits = new AtomicInteger();

        Editor(int number) {
            this.name = "e" + number;
            this.path = WORLD + "/rooms/r/chunks/" + number + ",0,0";
        }

        void run(WorldServer world) {
            try {
                edit(world);
            } finally {
                stopped.set(true); // One that failed ends the others, too.
            }
        }

        private void edit(WorldServer world) {
            while (!stopped.get()) {
                int number = edits.get();
                Edit edit =
                        new Edit(
                                path,
                                tag,
                                "[{'op':'replace','path':'/tiles/0/tiles/%d','value':%d}]"
                                        .formatted(number % 16, 1 - number / 16 % 2),
                                name + "-" + number);
                Reply reply = send(world, edit);
                if (reply.status() == 200) {
                    answered.add(new Answered(edit, reply.body()));
                    tag = reply.header("ETag");
                    edits.incrementAndGet();
                } else {
                    assertThat(reply.status()).as(reply.body()).isEqualTo(503);
                    assertThat(reply.text("code")).isEqualTo("UNAVAILABLE");
                    refused.incrementAndGet();
                }
            }
        }
    }

    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicInteger refused = new AtomicInteger();
    private final Queue<Answered> answered = new ConcurrentLinkedQueue<>();
    private final List<Editor> editors = IntStream.range(0, EDITORS).mapToObj(Editor::new).toList();

    private static Reply send(WorldServer world, Edit edit) {
        return world.patch(edit.path(), edit.tag(), edit.patch(), "Idempotency-Key", edit.id());
    }

    private void prepare(WorldServer world) {
        String id = "{'id':'%s','name':'n',%s}";
        ok(world.json("POST", "/api/v1/worlds", id.formatted("w", "'chunkSize':[4,4,1]")));
        ok(
                world.json(
                        "POST",
                        WORLD + "/rooms",
                        id.formatted("r", "'min':[0,0,0],'max':[400,4,1]")));
        for (int i = 0; i < EDITORS; i++) {
            Editor editor = editors.get(i);
            editor.tag =
                    ok(world.json(
                                    "PUT",
                                    editor.path,
                                    WorldChild.chunk("w", i),
                                    "If-None-Match",
                                    "*"))
                            .header("ETag");
        }
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply;
    }

    @Test
    void whatWasAcknowledgedSurvivesTheDatabasesKillAndTheServiceGoesOnByItself() throws Exception {
        try (PostgresServer database = PostgresServer.start(folder.resolve("postgresql"));
                WorldServer world = start(database)) {
            prepare(world);
            try (ExecutorService threads = Executors.newFixedThreadPool(EDITORS)) {
                List<Future<?>> running = new ArrayList<>();
                editors.forEach(editor -> running.add(threads.submit(() -> editor.run(world))));
                try {
                    Await.until(
                            LONG,
                            "edits",
                            () -> stopped.get() || answered.size() >= ACKNOWLEDGED_MIN);
                    database.kill();
                    refusesMeanwhile(world);
                    database.restart();
                    goesOn(world);
                } finally {
                    stopped.set(true);
                    for (Future<?> editor : running) {
                        editor.get();
                    }
                }
            }
            everythingIsThere(world, database);
        }
    }

    private WorldServer start(PostgresServer database) {
        return WorldServer.start(
                folder.resolve("data"),
                "terrane.world.store.url=" + database.database().url(),
                "terrane.world.store.user=" + database.database().user(),
                "terrane.world.store.password=" + database.database().password());
    }

    private void refusesMeanwhile(WorldServer world) {
        int before = refused.get();
        Await.until(LONG, "refusals", () -> stopped.get() || refused.get() >= before + REFUSED_MIN);
        Reply read = world.get(editors.getFirst().path);
        assertThat(read.status()).as(read.body()).isEqualTo(503);
        assertThat(read.body()).contains("UNAVAILABLE", "the database cannot be");
        assertThat(read.header("Retry-After")).isNotEmpty();
        assertThat(world.get("/readyz").status()).isEqualTo(503);
        assertThat(world.get("/livez").status()).isEqualTo(200);
    }

    /** Nobody touches the service. */
    private void goesOn(WorldServer world) {
        List<Integer> before = editors.stream().map(editor -> editor.edits.get()).toList();
        Await.until(
                LONG,
                "edits of every editor",
                () ->
                        stopped.get()
                                || IntStream.range(0, EDITORS)
                                        .allMatch(
                                                i ->
                                                        editors.get(i).edits.get()
                                                                >= before.get(i) + 5));
        Await.until(LONG, "readiness", () -> world.get("/readyz").status() == 200);
    }

    private void everythingIsThere(WorldServer world, PostgresServer database) throws Exception {
        for (Answered one : answered) {
            assertThat(send(world, one.edit()).body()).as(one.edit().id()).isEqualTo(one.body());
        }
        for (Editor editor : editors) {
            Reply now = ok(world.get(editor.path));
            assertThat(now.header("ETag")).isEqualTo(editor.tag);
            assertThat(now.header("Terrane-Revision"))
                    .isEqualTo(Integer.toString(editor.edits.get() + 1));
        }
        WorldChild.requireSound(database.database());
    }
}
