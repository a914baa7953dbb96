package dev.terrane.world.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.testing.Reply;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import dev.terrane.world.WorldChild;
import dev.terrane.world.WorldServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More worlds than files may be open, changed by several editors at once. */
class FewPlacesIT {
    private static final int WORLDS = 4;
    private static final int PLACES = 2;
    private static final int EDITORS = 3;
    private static final int EDITS = Boolean.getBoolean("terrane.long") ? 200 : 8;

    @TempDir Path data;

    private static String path(int world, int editor) {
        return "/api/v1/worlds/w%d/rooms/r/chunks/%d,0,0".formatted(world, editor);
    }

    /** Sends until there is a place for the world's file. */
    private static Reply insist(AtomicInteger refused, Supplier<Reply> call) {
        Reply reply = call.get();
        while (reply.status() == 429) {
            assertThat(reply.body()).contains("world.files.open-max");
            refused.incrementAndGet();
            reply = call.get();
        }
        return reply;
    }

    @Test
    void everyEditIsThereOnceHoweverOftenFilesAreClosedAndOpened() throws Exception {
        AtomicInteger refused = new AtomicInteger();
        try (WorldServer server =
                WorldServer.start(
                        data,
                        "terrane.world.files.own=true",
                        "terrane.world.files.open-max=" + PLACES)) {
            for (int world = 0; world < WORLDS; world++) {
                make(server, world);
            }
            SeededRandom seeds = Seeds.printed();
            int[][] done = new int[EDITORS][WORLDS];
            try (ExecutorService threads = Executors.newFixedThreadPool(EDITORS)) {
                List<Future<?>> running = new ArrayList<>();
                for (int editor = 0; editor < EDITORS; editor++) {
                    int number = editor;
                    RandomGenerator random = seeds.split();
                    running.add(
                            threads.submit(
                                    () -> edit(server, number, random, done[number], refused)));
                }
                for (Future<?> editor : running) {
                    editor.get(120, TimeUnit.SECONDS);
                }
            }
            for (int world = 0; world < WORLDS; world++) {
                for (int editor = 0; editor < EDITORS; editor++) {
                    String path = path(world, editor);
                    Reply now = insist(refused, () -> server.get(path));
                    assertThat(now.json().at("/meta/revision").asInt())
                            .as(path)
                            .isEqualTo(1 + done[editor][world]);
                }
            }
            assertThat(server.bean(WorldFiles.class).counts().open()).isLessThanOrEqualTo(PLACES);
        }
        System.out.println("refused for want of a place: " + refused);
    }

    private static void make(WorldServer server, int world) {
        String id = "w" + world;
        AtomicInteger refused = new AtomicInteger();
        for (String[] call :
                new String[][] {
                    {"", "{'id':'%s','name':'W','chunkSize':[4,4,1]}".formatted(id)},
                    {"/" + id + "/rooms", "{'id':'r','name':'R','min':[0,0,0],'max':[40,40,1]}"}
                }) {
            Reply made =
                    insist(refused, () -> server.json("POST", "/api/v1/worlds" + call[0], call[1]));
            assertThat(made.status()).as(made.body()).isEqualTo(200);
        }
        for (int editor = 0; editor < EDITORS; editor++) {
            String path = path(world, editor);
            String chunk = WorldChild.chunk(id, editor);
            Reply made =
                    insist(refused, () -> server.json("PUT", path, chunk, "If-None-Match", "*"));
            assertThat(made.status()).as(made.body()).isEqualTo(200);
        }
    }

    private static void edit(
            WorldServer server,
            int editor,
            RandomGenerator random,
            int[] done,
            AtomicInteger refused) {
        for (int i = 0; i < EDITS; i++) {
            int world = random.nextInt(WORLDS);
            String path = path(world, editor);
            String tag = insist(refused, () -> server.get(path)).header("ETag");
            // Each cell of the chunk in turn, there and back: no edit is without effect.
            int n = done[world];
            String patch =
                    "[{'op':'replace','path':'/tiles/0/tiles/%d','value':%d}]"
                            .formatted(n % 16, 1 - n / 16 % 2);
            Reply edited = insist(refused, () -> server.patch(path, tag, patch));
            assertThat(edited.status()).as(edited.body()).isEqualTo(200);
            done[world]++;
        }
    }
}
