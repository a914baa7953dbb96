package dev.terrane.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.terrane.support.testing.ServiceServer;
import dev.terrane.testing.Await;
import dev.terrane.testing.TestIssuer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The disk fails beneath the running service: strace makes its calls fail. Needs strace; where it
 * is missing or may not trace, the test says so and does not run.
 */
class WorldDiskIT {
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final String CHUNK = "/api/v1/worlds/w/rooms/r/chunks/0,0,0";

    @TempDir Path folder;

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

    @ParameterizedTest
    @CsvSource({"fsync|fdatasync,EIO", "pwrite64,ENOSPC"})
    void aFailingDiskAnswers503AndTheServiceRecovers(String calls, String error) throws Exception {
        boolean traced = canTrace();
        if (!traced) {
            System.out.println("strace is missing or may not trace here: disk faults not injected");
        }
        assumeTrue(traced, "strace");
        try (TestIssuer issuer = TestIssuer.start();
                HttpClient http = HttpClient.newHttpClient()) {
            Process service = start(issuer);
            try {
                new Client(http, base(service), issuer).run(service, calls, error);
            } finally {
                service.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
            }
        }
    }

    private Process start(TestIssuer issuer) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WorldProcess.class.getName()));
        command.addAll(ServiceServer.arguments("world", folder, issuer));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Its first line tells the port; the rest is read by a thread, so that it never blocks. */
    private static URI base(Process service) throws IOException {
        BufferedReader output = service.inputReader();
        String line = output.readLine();
        while (line != null && !line.startsWith(WorldProcess.READY)) {
            line = output.readLine();
        }
        assertThat(line).as("the service started").isNotNull();
        Thread.ofVirtual().start(() -> output.lines().forEach(rest -> {}));
        return URI.create("http://127.0.0.1:" + line.substring(WorldProcess.READY.length()));
    }

    private record Client(HttpClient http, URI base, TestIssuer issuer) {
        HttpResponse<String> send(String method, String path, String body, String... headers)
                throws IOException {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(base.resolve(path))
                            .timeout(Duration.ofSeconds(30))
                            .header("Authorization", "Bearer " + issuer.token("editor"))
                            .method(method, BodyPublishers.ofString(body));
            for (int i = 0; i < headers.length; i += 2) {
                request.header(headers[i], headers[i + 1]);
            }
            try {
                return http.send(request.build(), BodyHandlers.ofString());
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new IOException(stop);
            }
        }

        HttpResponse<String> patch(String tag, int cell) throws IOException {
            return send(
                    "PATCH",
                    CHUNK,
                    "[{\"op\":\"replace\",\"path\":\"/tiles/0/tiles/" + cell + "\",\"value\":1}]",
                    "Content-Type",
                    "application/json-patch+json",
                    "If-Match",
                    tag);
        }

        void run(Process service, String calls, String error) throws Exception {
            String[] json = {"Content-Type", "application/json"};
            send(
                    "POST",
                    "/api/v1/worlds",
                    "{\"id\":\"w\",\"name\":\"w\",\"chunkSize\":[4,4,1]}",
                    json);
            send(
                    "POST",
                    "/api/v1/worlds/w/rooms",
                    "{\"id\":\"r\",\"name\":\"r\",\"min\":[0,0,0],\"max\":[4,4,1]}",
                    json);
            String document =
                    """
                    {"world_id":"w","room_id":"r","coord":{"cx":0,"cy":0,"cz":0},
                     "tiles":[{"name":"g","layer_id":0,"palette":[{"id":0,"asset_id":""},
                       {"id":1,"asset_id":"t"}],"tiles":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}]}""";
            HttpResponse<String> created =
                    send(
                            "PUT",
                            CHUNK,
                            document,
                            "Content-Type",
                            "application/json",
                            "If-None-Match",
                            "*");
            assertThat(created.statusCode()).as(created.body()).isEqualTo(200);
            String tag = created.headers().firstValue("ETag").orElseThrow();

            Path log = Files.createTempFile("terrane-strace", ".log");
            Process strace =
                    new ProcessBuilder(
                                    "strace",
                                    "-f",
                                    "-o",
                                    log.toString(),
                                    "-e",
                                    "trace=" + calls.replace('|', ','),
                                    "-e",
                                    "inject=" + calls.replace('|', ',') + ":error=" + error,
                                    "-p",
                                    Long.toString(service.pid()))
                            .redirectErrorStream(true)
                            .start();
            try {
                assertThat(strace.inputReader().readLine()).contains("attached");
                Await.until(LONG, "a refusal", () -> patch(tag, 1).statusCode() == 503);
                HttpResponse<String> refused = patch(tag, 1);
                assertThat(refused.body()).contains("UNAVAILABLE", "the database cannot be used");
                assertThat(refused.body())
                        .as("the cause")
                        .contains(error.equals("ENOSPC") ? "the disk is full" : "SQLITE_IOERR");
                assertThat(send("GET", CHUNK, "").headers().firstValue("ETag")).contains(tag);
                assertThat(send("GET", "/readyz", "").statusCode()).isEqualTo(503);
            } finally {
                strace.destroy();
                strace.waitFor(20, TimeUnit.SECONDS);
                Files.deleteIfExists(log);
            }

            Await.until(LONG, "readiness", () -> send("GET", "/readyz", "").statusCode() == 200);
            HttpResponse<String> patched = patch(tag, 2);
            assertThat(patched.statusCode()).as(patched.body()).isEqualTo(200);
            assertThat(patched.body()).as("nothing refused was kept").contains("\"revision\":2");
        }
    }
}
