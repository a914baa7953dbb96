package dev.terrane.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.Await;
import dev.terrane.testing.Databases;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The service is killed with edits in flight, again and again on the same data. What it
 * acknowledged must be there, and a retry by edit id must give the first answer. Backups are made
 * meanwhile: a kill in the midst of one leaves none that looks like one. On PostgreSQL with fewer
 * rounds: there it is another process that commits.
 */
class WorldCrashIT extends WorldChildren {
    private static final int EDITORS = 12;
    private static final int IN_FLIGHT_MIN = 8;
    private static final int ACKNOWLEDGED_MIN = 100;
    private static final int ROUNDS =
            Integer.getInteger("terrane.rounds", Boolean.getBoolean("terrane.long") ? 100 : 10);
    private static final String ROOM = "/api/v1/worlds/w/rooms/r";

    @TempDir Path folder;

    /** An edit with its answer. */
    private record Answered(String path, String tag, String patch, String editId, String body) {}

    /** One editor of one chunk; handed from thread to thread by the rounds. */
    private static final class Editor {
        private final String path;
        private String tag = "";
        private int edits;
        private int unanswered = -1;

        Editor(int number) {
            this.path = ROOM + "/chunks/" + number + ",0,0";
        }

        String patch(int edit) {
            return "[{\"op\":\"replace\",\"path\":\"/tiles/0/tiles/%d\",\"value\":%d}]"
                    .formatted(edit % 16, 1 - edit / 16 % 2);
        }

        String editId(int edit) {
            return path.replaceAll("[^0-9]", "") + "-" + edit;
        }
    }

    private final List<Editor> editors = IntStream.range(0, EDITORS).mapToObj(Editor::new).toList();
    private final Queue<Answered> round = new ConcurrentLinkedQueue<>();

    /** What else is done, and what is left is looked at once nobody uses it. */
    private interface Beside {
        /** Until the service is killed, on a thread of its own. */
        void run(WorldChild service);

        void requireSound() throws IOException, SQLException;
    }

    @Test
    void whatWasAcknowledgedSurvivesEveryKillAndARetryGivesTheFirstAnswer() throws Exception {
        Path data = folder.resolve("sqlite");
        KilledBackups backups = new KilledBackups(data, "w");
        killAgainAndAgain(
                data,
                ROUNDS,
                new Beside() {
                    @Override
                    public void run(WorldChild service) {
                        backups.makeUntilKilled(service);
                    }

                    @Override
                    public void requireSound() throws IOException, SQLException {
                        WorldChild.requireSound(WorldChild.database(data));
                        backups.requireWhole();
                    }
                });
        System.out.println("killed in the midst of a backup: " + backups.halves());
        assertThat(backups.halves()).as("kills in the midst of a backup").isPositive();
    }

    @Test
    void onPostgresqlToo() throws Exception {
        Databases.Database database = Databases.durablePostgres();
        killAgainAndAgain(
                folder.resolve("postgresql"),
                Math.max(3, ROUNDS / 5),
                new Beside() {
                    @Override
                    public void run(WorldChild service) {
                        // Its backups are PostgreSQL's own matter.
                    }

                    @Override
                    public void requireSound() throws SQLException {
                        WorldChild.requireSound(database);
                    }
                },
                "terrane.world.store.url=" + database.url(),
                "terrane.world.store.user=" + database.user(),
                "terrane.world.store.password=" + database.password());
    }

    private void killAgainAndAgain(Path data, int rounds, Beside beside, String... settings)
            throws Exception {
        for (int number = 0; number <= rounds; number++) {
            try (WorldChild service = startService(data, settings)) {
                if (number == 0) {
                    prepare(service);
                } else {
                    verify(service);
                }
                if (number < rounds) {
                    editUntilKilled(service, beside);
                    beside.requireSound();
                }
            }
        }
    }

    private static HttpResponse<String> patch(
            WorldChild service, String path, String tag, String patch, String editId)
            throws IOException {
        return service.send(
                "PATCH",
                path,
                patch,
                "Content-Type",
                "application/json-patch+json",
                "If-Match",
                tag,
                "Idempotency-Key",
                editId);
    }

    private void prepare(WorldChild service) throws IOException {
        service.makeRoom("w");
        for (int i = 0; i < EDITORS; i++) {
            HttpResponse<String> created = service.makeChunk("w", i);
            editors.get(i).tag = created.headers().firstValue("ETag").orElseThrow();
        }
    }

    private void editUntilKilled(WorldChild service, Beside beside) throws Exception {
        AtomicInteger inFlight = new AtomicInteger();
        round.clear();
        try (ExecutorService threads = Executors.newFixedThreadPool(EDITORS + 1)) {
            List<Future<?>> running = new ArrayList<>();
            for (Editor editor : editors) {
                running.add(threads.submit(() -> edit(service, editor)));
            }
            running.add(threads.submit(() -> beside.run(service)));
            Await.until(LONG, "acknowledgements", () -> round.size() >= ACKNOWLEDGED_MIN);
            service.kill();
            for (Future<?> editor : running) {
                editor.get();
            }
        }
        editors.forEach(editor -> inFlight.addAndGet(editor.unanswered >= 0 ? 1 : 0));
        assertThat(inFlight.get()).as("edits in flight").isGreaterThanOrEqualTo(IN_FLIGHT_MIN);
    }

    /** Until there is no answer. */
    private void edit(WorldChild service, Editor editor) {
        while (true) {
            int edit = editor.edits;
            String patch = editor.patch(edit);
            try {
                HttpResponse<String> reply =
                        patch(service, editor.path, editor.tag, patch, editor.editId(edit));
                if (reply.statusCode() != 200) {
                    throw new AssertionError(reply.body());
                }
                round.add(
                        new Answered(
                                editor.path, editor.tag, patch, editor.editId(edit), reply.body()));
                editor.tag = reply.headers().firstValue("ETag").orElseThrow();
                editor.edits++;
            } catch (IOException gone) {
                editor.unanswered = edit;
                return;
            }
        }
    }

    /** On the restarted service. */
    private void verify(WorldChild service) throws IOException {
        for (Answered answered : round) {
            HttpResponse<String> retry =
                    patch(
                            service,
                            answered.path(),
                            answered.tag(),
                            answered.patch(),
                            answered.editId());
            assertThat(retry.body()).as(answered.editId()).isEqualTo(answered.body());
        }
        for (Editor editor : editors) {
            if (editor.unanswered >= 0) {
                // Committed or not before the kill: now it is, once, and stays what it is.
                HttpResponse<String> retry = retryUnanswered(service, editor);
                assertThat(retry.statusCode()).as(retry.body()).isEqualTo(200);
                assertThat(retryUnanswered(service, editor).body()).isEqualTo(retry.body());
                editor.tag = retry.headers().firstValue("ETag").orElseThrow();
                editor.edits++;
                editor.unanswered = -1;
            }
            HttpResponse<String> now = service.get(editor.path);
            assertThat(now.headers().firstValue("ETag")).contains(editor.tag);
            assertThat(now.headers().firstValue("Terrane-Revision"))
                    .contains(Integer.toString(editor.edits + 1));
        }
    }

    private static HttpResponse<String> retryUnanswered(WorldChild service, Editor editor)
            throws IOException {
        return patch(
                service,
                editor.path,
                editor.tag,
                editor.patch(editor.unanswered),
                editor.editId(editor.unanswered));
    }
}
