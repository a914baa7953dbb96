package dev.terrane.schema;

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
import java.util.function.UnaryOperator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** schema-service on a free port with an issuer of its own, and ways to call it. */
public final class SchemaServer implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final TestIssuer issuer;
    private final ConfigurableApplicationContext context;

    private SchemaServer(TestIssuer issuer, ConfigurableApplicationContext context) {
        this.issuer = issuer;
        this.context = context;
    }

    /** Starts the service with its data in a folder. */
    public static SchemaServer start(Path data, String... settings) {
        TestIssuer issuer = TestIssuer.start();
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "--spring.config.name=terrane-schema",
                                "--server.port=0",
                                "--spring.main.banner-mode=off",
                                "--terrane.common.data-dir=" + data,
                                "--terrane.common.security.issuer=" + issuer.issuer(),
                                "--terrane.common.security.jwks-url=" + issuer.jwksUrl()));
        for (String setting : settings) {
            arguments.add("--" + setting);
        }
        SpringApplication app = new SpringApplication(SchemaApp.class);
        app.setRegisterShutdownHook(false);
        try {
            return new SchemaServer(issuer, app.run(arguments.toArray(String[]::new)));
        } catch (RuntimeException failed) {
            issuer.close();
            throw failed;
        }
    }

    /** The issuer the service trusts. */
    public TestIssuer issuer() {
        return issuer;
    }

    /** Where the service listens. */
    public URI base() {
        int port = ((WebServerApplicationContext) context).getWebServer().getPort();
        return URI.create("http://127.0.0.1:" + port);
    }

    /** GET with a token of these roles, without one when there are none. */
    public Reply get(String path, String... roles) {
        return send(path, token(roles), UnaryOperator.identity());
    }

    /** Publishes a document over REST. */
    public Reply publish(String name, String document, String... roles) {
        return send(
                "/api/v1/schemas/" + name,
                token(roles),
                request ->
                        request.header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(document)));
    }

    /** Calls a method of SchemaService in JSON. */
    public Reply rpc(String method, String message, String... roles) {
        return send(
                "/terrane.schema.v1alpha1.SchemaService/" + method,
                token(roles),
                request ->
                        request.header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(message)));
    }

    /** Sends any request. */
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

    private String token(String... roles) {
        return roles.length == 0 ? "" : issuer.token(roles);
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
