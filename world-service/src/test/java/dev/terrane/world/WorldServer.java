package dev.terrane.world;

import dev.terrane.testing.TestIssuer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** world-service on a free port with an issuer of its own, and ways to call it. */
public final class WorldServer implements AutoCloseable {
    private static final String BOUNDARY = "terrane-test-boundary";

    private final HttpClient http = HttpClient.newHttpClient();
    private final TestIssuer issuer;
    private final ConfigurableApplicationContext context;

    private WorldServer(TestIssuer issuer, ConfigurableApplicationContext context) {
        this.issuer = issuer;
        this.context = context;
    }

    /** Starts the service with its data in a folder. */
    public static WorldServer start(Path data, String... settings) {
        TestIssuer issuer = TestIssuer.start();
        try {
            return new WorldServer(issuer, run(arguments(data, issuer, settings)));
        } catch (RuntimeException failed) {
            issuer.close();
            throw failed;
        }
    }

    static List<String> arguments(Path data, TestIssuer issuer, String... settings) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "--spring.config.name=terrane-world",
                                "--server.port=0",
                                "--spring.main.banner-mode=off",
                                "--terrane.common.data-dir=" + data,
                                "--terrane.common.security.issuer=" + issuer.issuer(),
                                "--terrane.common.security.jwks-url=" + issuer.jwksUrl()));
        for (String setting : settings) {
            arguments.add("--" + setting);
        }
        return arguments;
    }

    static ConfigurableApplicationContext run(List<String> arguments) {
        SpringApplication app = new SpringApplication(WorldApp.class);
        app.setRegisterShutdownHook(false);
        return app.run(arguments.toArray(String[]::new));
    }

    static int port(ConfigurableApplicationContext context) {
        return ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    public URI base() {
        return URI.create("http://127.0.0.1:" + port(context));
    }

    /** The issuer the service trusts. */
    public TestIssuer issuer() {
        return issuer;
    }

    /** A part of the running service. */
    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public Reply get(String path, String... headers) {
        return send("GET", path, new byte[0], headers);
    }

    /** Sends with an editor's token; headers are name, value, name, value. */
    public Reply send(String method, String path, byte[] body, String... headers) {
        return send(
                path,
                issuer.token("editor"),
                request -> {
                    for (int i = 0; i < headers.length; i += 2) {
                        request.header(headers[i], headers[i + 1]);
                    }
                    return request.method(
                            method,
                            body.length == 0
                                    ? BodyPublishers.noBody()
                                    : BodyPublishers.ofByteArray(body));
                });
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
        return send(
                "/terrane.world.v1alpha1." + service + "/" + method,
                issuer.token(role),
                request ->
                        request.header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(message.replace('\'', '"'))));
    }

    /** Imports parts by their names. */
    public Reply importMap(String path, Map<String, String> parts, String... headers) {
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
        return send("POST", path, body.toString().getBytes(StandardCharsets.UTF_8), all);
    }

    public Reply send(String path, String token, UnaryOperator<HttpRequest.Builder> build) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base().resolve(path));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            return new Reply(http.send(build.apply(request).build(), BodyHandlers.ofByteArray()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    @Override
    public void close() {
        context.close();
        issuer.close();
        http.close();
    }

    /** An answer. */
    public record Reply(HttpResponse<byte[]> http) {
        public int status() {
            return http.statusCode();
        }

        public String header(String name) {
            return String.join(", ", http.headers().allValues(name));
        }

        public String body() {
            return new String(http.body(), StandardCharsets.UTF_8);
        }

        public JsonNode json() {
            return JsonMapper.shared().readTree(http.body());
        }

        public String text(String member) {
            return json().path(member).asString("");
        }
    }
}
