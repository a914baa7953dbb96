package dev.terrane.world;

import static dev.terrane.world.WorldChild.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.terrane.testing.Await;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The disk fails beneath the running service: strace makes its calls fail. Needs strace; where it
 * is missing or may not trace, the test says so and does not run.
 */
class WorldDiskIT extends WorldChildren {

    @TempDir Path folder;

    private static void assumeTraces() {
        boolean traced = canTrace();
        if (!traced) {
            System.out.println("strace is missing or may not trace here: disk faults not injected");
        }
        assumeTrue(traced, "strace");
    }

    private static boolean canTrace() {
        try {
            Process probe =
                    new ProcessBuilder("strace", "-o", "/dev/null", "-e", "trace=none", "true")
                            .redirectErrorStream(true)
                            .start();
            return probe.waitFor(10, TimeUnit.SECONDS) && probe.exitValue() == 0;
        } catch (IOException missing) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** What is done while calls of the service fail. */
    @FunctionalInterface
    private interface Meanwhile {
        void run() throws Exception;
    }

    /**
     * Makes calls of a process fail.
     *
     * @param only on which file; null for all
     */
    private static void failing(
            WorldChild service, String calls, String error, @Nullable Path only, Meanwhile work)
            throws Exception {
        Path log = Files.createTempFile("terrane-strace", ".log");
        String names = calls.replace('|', ',');
        List<String> command = new ArrayList<>();
        command.addAll(List.of("strace", "-f", "-o", log.toString(), "-e", "trace=" + names));
        command.addAll(List.of("-e", "inject=" + names + ":error=" + error));
        if (only != null) {
            command.addAll(List.of("-P", only.toString()));
        }
        command.addAll(List.of("-p", Long.toString(service.pid())));
        Process strace = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String line = strace.inputReader().readLine();
            while (line != null && !line.contains("attached")) {
                line = strace.inputReader().readLine(); // It may tell of the path first.
            }
            assertThat(line).as("strace is attached").isNotNull();
            work.run();
        } finally {
            strace.destroy();
            strace.waitFor(20, TimeUnit.SECONDS);
            Files.deleteIfExists(log);
        }
    }

    private static String path(String world) {
        return "/api/v1/worlds/" + world + "/rooms/r/chunks/0,0,0";
    }

    private static String make(WorldChild service, String world) throws IOException {
        service.makeRoom(world);
        return service.makeChunk(world, 0).headers().firstValue("ETag").orElseThrow();
    }

    private static HttpResponse<String> patch(
            WorldChild service, String world, String tag, int cell) throws IOException {
        return service.send(
                "PATCH",
                path(world),
                "[{\"op\":\"replace\",\"path\":\"/tiles/0/tiles/" + cell + "\",\"value\":1}]",
                "Content-Type",
                "application/json-patch+json",
                "If-Match",
                tag);
    }

    @ParameterizedTest
    @CsvSource({"fsync|fdatasync,EIO", "pwrite64,ENOSPC"})
    void aFailingDiskAnswers503AndTheServiceRecovers(String calls, String error) throws Exception {
        assumeTraces();
        try (WorldChild service = startService(folder)) {
            String tag = make(service, "w");
            failing(
                    service,
                    calls,
                    error,
                    null,
                    () -> {
                        Await.until(
                                LONG,
                                "a refusal",
                                () -> patch(service, "w", tag, 1).statusCode() == 503);
                        HttpResponse<String> refused = patch(service, "w", tag, 1);
                        assertThat(refused.body())
                                .contains("UNAVAILABLE", "the database cannot be used");
                        assertThat(refused.body())
                                .as("the cause")
                                .contains(
                                        error.equals("ENOSPC")
                                                ? "the disk is full"
                                                : "SQLITE_IOERR");
                        assertThat(service.get(path("w")).headers().firstValue("ETag"))
                                .contains(tag);
                        assertThat(service.get("/readyz").statusCode()).isEqualTo(503);
                    });
            Await.until(LONG, "readiness", () -> service.get("/readyz").statusCode() == 200);
            HttpResponse<String> patched = patch(service, "w", tag, 2);
            ok(patched);
            assertThat(patched.body()).as("nothing refused was kept").contains("\"revision\":2");
        }
    }

    @ParameterizedTest
    @CsvSource({"fsync|fdatasync,EIO,SQLITE_IOERR", "pwrite64,ENOSPC,the disk is full"})
    void whatFailsBeneathOneFileIsItsOwnWorldsMatter(String calls, String error, String cause)
            throws Exception {
        assumeTraces();
        try (WorldChild service = startService(folder, "terrane.world.files.own=true")) {
            String tag = make(service, "a");
            String other = make(service, "b");
            Path log = WorldChild.database(folder).resolveSibling("worlds/a/world.db-wal");
            assertThat(log).exists();
            failing(
                    service,
                    calls,
                    error,
                    log,
                    () -> {
                        for (int i = 0; i < 2; i++) {
                            HttpResponse<String> refused = patch(service, "a", tag, 1);
                            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
                            assertThat(refused.body())
                                    .contains("the database cannot be used", cause);
                        }
                        assertThat(service.get(path("a")).headers().firstValue("ETag"))
                                .contains(tag);
                        ok(patch(service, "b", other, 1));
                        assertThat(service.get("/readyz").statusCode()).isEqualTo(200);
                    });
            HttpResponse<String> patched = patch(service, "a", tag, 2);
            ok(patched);
            assertThat(patched.body()).as("nothing refused was kept").contains("\"revision\":2");
        }
        WorldChild.requireSound(WorldChild.database(folder).resolveSibling("worlds/a/world.db"));
    }
}
