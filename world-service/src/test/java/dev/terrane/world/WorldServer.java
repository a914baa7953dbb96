package dev.terrane.world;

import dev.terrane.support.testing.Reply;
import dev.terrane.support.testing.ServiceServer;
import dev.terrane.testing.Await;
import dev.terrane.testing.TestIssuer;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** world-service on a free port with an issuer of its own, and ways to call it. */
public final class WorldServer implements AutoCloseable {
    private static final String BOUNDARY = "terrane-test-boundary";
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Set<String> RESTING =
            Set.of("planned", "suspended", "done", "failed", "cancelled");

    private final ServiceServer service;

    private WorldServer(ServiceServer service) {
        this.service = service;
    }

    /** Starts the service with its data in a folder. */
    public static WorldServer start(Path data, String... settings) {
        return new WorldServer(ServiceServer.start(WorldApp.class, "world", data, settings));
    }

    public URI base() {
        return service.base();
    }

    /** The issuer the service trusts. */
    public TestIssuer issuer() {
        return service.issuer();
    }

    /** A part of the running service. */
    public <T> T bean(Class<T> type) {
        return service.bean(type);
    }

    public Reply get(String path, String... headers) {
        return send("GET", path, new byte[0], headers);
    }

    /** Sends with an editor's token; headers are name, value, name, value. */
    public Reply send(String method, String path, byte[] body, String... headers) {
        return send(service.token("editor"), method, path, body, headers);
    }

    private Reply send(String token, String method, String path, byte[] body, String... headers) {
        return service.send(
                method,
                path,
                token,
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body),
                headers);
    }

    /** Sends with any token; headers are name, value, name, value. */
    public Reply sendAs(String token, String method, String path, String body, String... headers) {
        byte[] bytes = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return send(token, method, path, bytes, headers);
    }

    public Reply json(String method, String path, String body, String... headers) {
        String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 0, headers.length);
        all[headers.length] = "Content-Type";
        all[headers.length + 1] = "application/json";
        return send(method, path, body.replace('\'', '"').getBytes(StandardCharsets.UTF_8), all);
    }

    public Reply patch(String path, String ifMatch, String patch, String... headers) {
        List<String> all = new ArrayList<>(List.of(headers));
        all.addAll(List.of("Content-Type", "application/json-patch+json"));
        if (!ifMatch.isEmpty()) {
            all.addAll(List.of("If-Match", ifMatch));
        }
        return send(
                "PATCH",
                path,
                patch.replace('\'', '"').getBytes(StandardCharsets.UTF_8),
                all.toArray(String[]::new));
    }

    /** Calls a method in JSON. */
    public Reply rpc(String service, String method, String message, String role) {
        return this.service.postJson(
                "/terrane.world.v1alpha1." + service + "/" + method,
                this.service.token(role),
                message.replace('\'', '"'));
    }

    /** Imports parts by their names; the job at rest, or the refusal. */
    public Reply importMap(String path, Map<String, String> parts, String... headers) {
        return awaitImport(startImport(path, parts, headers));
    }

    /** A job that was answered, when it is at rest; what is no job is given back as it is. */
    public Reply awaitImport(Reply accepted) {
        if (accepted.status() != 202) {
            return accepted;
        }
        String job =
                "/api/v1/worlds/%s/imports/%s"
                        .formatted(accepted.text("world"), accepted.text("id"));
        return Await.value(
                LONG,
                "import job at rest",
                () -> Optional.of(get(job)).filter(now -> RESTING.contains(now.text("state"))));
    }

    /** Begins an import of parts by their names. */
    public Reply startImport(String path, Map<String, String> parts, String... headers) {
        return startImportAs(service.token("editor"), path, parts, headers);
    }

    /** The same with any token. */
    public Reply startImportAs(
            String token, String path, Map<String, String> parts, String... headers) {
        StringBuilder body = new StringBuilder();
        parts.forEach(
                (name, content) ->
                        body.append("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"")
                                .append(name)
                                .append("\"; filename=\"")
                                .append(name.equals("map") ? "isle.tmx" : "file")
                                .append("\"\r\n\r\n")
                                .append(content)
                                .append("\r\n"));
        body.append("--" + BOUNDARY + "--\r\n");
        String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 0, headers.length);
        all[headers.length] = "Content-Type";
        all[headers.length + 1] = "multipart/form-data; boundary=" + BOUNDARY;
        return send(token, "POST", path, body.toString().getBytes(StandardCharsets.UTF_8), all);
    }

    @Override
    public void close() {
        service.close();
    }
}
