package dev.terrane.gateway.system;

import dev.terrane.gateway.GatewayApp;
import dev.terrane.support.testing.ServiceProcess;
import dev.terrane.testing.Await;
import dev.terrane.testing.Ports;
import dev.terrane.testing.Processes;
import dev.terrane.world.WorldApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Services on free ports that find each other, with the gateway's own issuer. */
public final class Deployment implements AutoCloseable {
    private static final Duration IMPORTED = Duration.ofSeconds(60);
    private static final String DEV_SECRET = "d".repeat(43);

    private final HttpClient http = HttpClient.newHttpClient();
    private final Path data;
    private final Map<String, Integer> ports = new HashMap<>();
    private final Map<String, Integer> detours = new HashMap<>();
    private final Map<String, ConfigurableApplicationContext> contexts = new LinkedHashMap<>();

    public Deployment(Path data) {
        this.data = data;
        try {
            Files.createDirectories(data.resolve("secrets"));
            for (String service : List.of("schema", "world", "session", "gateway")) {
                Files.writeString(
                        data.resolve("secrets").resolve(service), service + "x".repeat(40));
                ports.put(service, Ports.unused());
            }
            Files.writeString(
                    data.resolve("dev.json"),
                    "{\"clientId\":\"dev\",\"clientSecret\":\"" + DEV_SECRET + "\"}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts one service. */
    public Deployment start(String service, Class<?> application, String... settings) {
        SpringApplication app = new SpringApplication(application);
        app.setRegisterShutdownHook(false);
        contexts.put(service, app.run(arguments(service, settings)));
        return this;
    }

    /** Starts world-service as a process of its own, which can be killed. */
    public Processes.Child startWorldProcess(String... settings) {
        Processes.Child child =
                ServiceProcess.start(WorldApp.class, List.of(arguments("world", settings)));
        URI _ = ServiceProcess.awaitBase(child);
        return child;
    }

    private String[] arguments(String service, String... settings) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "--spring.config.name=terrane-" + service,
                                "--spring.main.banner-mode=off",
                                "--terrane." + service + ".port=" + ports.get(service),
                                "--terrane.common.data-dir=" + data));
        Map<String, Integer> others = new HashMap<>(ports);
        if (service.equals("gateway")) {
            others.putAll(detours);
        }
        others.forEach(
                (name, port) ->
                        arguments.add(
                                "--terrane.common.services." + name + "=http://127.0.0.1:" + port));
        for (String setting : settings) {
            arguments.add("--" + setting);
        }
        return arguments.toArray(String[]::new);
    }

    /** The port a service listens on. */
    public int port(String service) {
        return ports.get(service);
    }

    /** Lets gateways that are started from now on reach a service by another port. */
    public Deployment detour(String service, int port) {
        detours.put(service, port);
        return this;
    }

    public Deployment startGateway(String... settings) {
        return start("gateway", GatewayApp.class, settings);
    }

    public void stop(String service) {
        ConfigurableApplicationContext context = contexts.remove(service);
        if (context != null) {
            context.close();
        }
    }

    public ConfigurableApplicationContext context(String service) {
        return contexts.get(service);
    }

    public URI base() {
        return URI.create("http://127.0.0.1:" + ports.get("gateway"));
    }

    /** A token of these roles. */
    public String token(String subject, String... roles) {
        Reply reply = askToken("dev", DEV_SECRET, "sub=" + subject + "&scope=" + encode(roles));
        if (reply.status() != 200) {
            throw new AssertionError(reply.toString());
        }
        return reply.json().path("access_token").asString("");
    }

    /** A token of these roles for somebody who may be shown everything. */
    public String unlimitedToken(String subject, String... roles) {
        String content =
                URLEncoder.encode(
                        "{\"violence\":3,\"sexual\":3,\"language\":3,\"substance\":3,"
                                + "\"gambling\":3,\"horror\":3,\"hate\":3,\"custom\":3}",
                        StandardCharsets.UTF_8);
        Reply reply =
                askToken(
                        "dev",
                        DEV_SECRET,
                        "sub="
                                + subject
                                + "&scope="
                                + encode(roles)
                                + "&mature=true&content="
                                + content);
        if (reply.status() != 200) {
            throw new AssertionError(reply.toString());
        }
        return reply.json().path("access_token").asString("");
    }

    public Reply askToken(String client, String secret, String form) {
        String pair =
                Base64.getEncoder()
                        .encodeToString((client + ":" + secret).getBytes(StandardCharsets.UTF_8));
        return send(
                "/oauth2/token",
                null,
                request ->
                        request.header("Authorization", "Basic " + pair)
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .POST(
                                        BodyPublishers.ofString(
                                                "grant_type=client_credentials&" + form)));
    }

    private static String encode(String... roles) {
        return URLEncoder.encode(String.join(" ", roles), StandardCharsets.UTF_8);
    }

    public Reply get(String path, @Nullable String token) {
        return send(path, token, request -> request);
    }

    public Reply post(String path, @Nullable String token, String json) {
        return send(
                path,
                token,
                request ->
                        request.header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(json)));
    }

    /** Imports a map and waits for the job's end; the job as it is then, or the refusal. */
    public Reply importMap(String path, String token, String boundary, String body) {
        Reply accepted =
                send(
                        path,
                        token,
                        request ->
                                request.header(
                                                "Content-Type",
                                                "multipart/form-data; boundary=" + boundary)
                                        .POST(BodyPublishers.ofString(body)));
        if (accepted.status() != 202) {
            return accepted;
        }
        String job =
                path.substring(0, path.indexOf('?'))
                        + "/"
                        + accepted.json().path("id").asString("");
        return Await.value(
                IMPORTED,
                "import done",
                () ->
                        Optional.of(get(job, token))
                                .filter(
                                        now ->
                                                now.json()
                                                        .path("state")
                                                        .asString("")
                                                        .equals("done")));
    }

    public Reply send(
            String path, @Nullable String token, UnaryOperator<HttpRequest.Builder> build) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base().resolve(path));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            HttpResponse<String> reply =
                    http.send(build.apply(request).build(), BodyHandlers.ofString());
            return new Reply(reply.statusCode(), reply.body(), reply);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        List<String> names = new ArrayList<>(contexts.keySet());
        for (String name : names.reversed()) {
            stop(name);
        }
        http.close();
    }

    public record Reply(int status, String body, HttpResponse<String> raw) {
        public JsonNode json() {
            return JsonMapper.shared().readTree(body);
        }

        public String code() {
            return json().path("code").asString("");
        }
    }
}
