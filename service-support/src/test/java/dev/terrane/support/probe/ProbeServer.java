package dev.terrane.support.probe;

import dev.terrane.testing.TestIssuer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The probe service on a free port with its own issuer, and a way to call it. */
public final class ProbeServer implements AutoCloseable {
    static {
        // The tests say themselves which page and host they are.
        System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host,origin");
    }

    private final HttpClient http = HttpClient.newHttpClient();
    private final TestIssuer issuer;
    private final ConfigurableApplicationContext context;

    private ProbeServer(TestIssuer issuer, ConfigurableApplicationContext context) {
        this.issuer = issuer;
        this.context = context;
    }

    public static ProbeServer start(Path folder, String... settings) {
        TestIssuer issuer = TestIssuer.start();
        Map<String, String> arguments = new LinkedHashMap<>();
        arguments.put("spring.config.name", "terrane-probe");
        arguments.put("server.port", "0");
        arguments.put("spring.main.banner-mode", "off");
        arguments.put("terrane.common.data-dir", folder.toString());
        arguments.put("terrane.common.security.issuer", issuer.issuer());
        arguments.put("terrane.common.security.jwks-url", issuer.jwksUrl().toString());
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            arguments.put(parts[0], parts[1]);
        }
        SpringApplication app = new SpringApplication(ProbeApp.class);
        app.setRegisterShutdownHook(false);
        return new ProbeServer(
                issuer,
                app.run(
                        arguments.entrySet().stream()
                                .map(e -> "--" + e.getKey() + "=" + e.getValue())
                                .toArray(String[]::new)));
    }

    public TestIssuer issuer() {
        return issuer;
    }

    public int port() {
        return ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    public HttpClient http() {
        return http;
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** GET with a token of these roles; with none when there are none. */
    public Reply get(String path, String... roles) {
        return send(path, roles.length == 0 ? "" : issuer.token(roles), request -> request);
    }

    public Reply postJson(String path, String body, String... roles) {
        return send(
                path,
                issuer.token(roles),
                request ->
                        request.header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body)));
    }

    public Reply send(String path, String token, UnaryOperator<HttpRequest.Builder> build) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            return new Reply(http.send(build.apply(request).build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        context.close();
        issuer.close();
        http.close();
    }

    /** An answer. */
    public record Reply(HttpResponse<String> http) {
        public int status() {
            return http.statusCode();
        }

        public String header(String name) {
            return http.headers().firstValue(name).orElse("");
        }

        public JsonNode json() {
            return JsonMapper.shared().readTree(http.body());
        }

        public String text(String member) {
            return json().path(member).asString("");
        }
    }
}
