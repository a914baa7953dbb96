package dev.terrane.support.testing;

import dev.terrane.testing.TestIssuer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** A service on a free port with an issuer of its own, and ways to call it. */
public final class ServiceServer implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final TestIssuer issuer;
    private final ConfigurableApplicationContext context;

    private ServiceServer(TestIssuer issuer, ConfigurableApplicationContext context) {
        this.issuer = issuer;
        this.context = context;
    }

    /**
     * Starts a service with its data in a folder.
     *
     * @param application the service's application class
     * @param service its short name: schema, world, session or gateway
     * @param settings further settings, each {@code key=value}
     */
    public static ServiceServer start(
            Class<?> application, String service, Path data, String... settings) {
        TestIssuer issuer = TestIssuer.start();
        try {
            return new ServiceServer(
                    issuer, run(application, arguments(service, data, issuer, settings)));
        } catch (RuntimeException failed) {
            issuer.close();
            throw failed;
        }
    }

    /** Arguments a service is started with, for tests that start it in a process of its own. */
    public static List<String> arguments(
            String service, Path data, TestIssuer issuer, String... settings) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "--spring.config.name=terrane-" + service,
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

    /** Runs a service until its context is closed. */
    public static ConfigurableApplicationContext run(Class<?> application, List<String> arguments) {
        SpringApplication app = new SpringApplication(application);
        app.setRegisterShutdownHook(false);
        return app.run(arguments.toArray(String[]::new));
    }

    /** The port a running service listens at. */
    public static int port(ConfigurableApplicationContext context) {
        return Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer())
                .getPort();
    }

    /** The issuer the service trusts. */
    public TestIssuer issuer() {
        return issuer;
    }

    /** Where the service listens. */
    public URI base() {
        return URI.create("http://127.0.0.1:" + port(context));
    }

    /** A part of the running service. */
    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** A token of these roles; empty when there are none. */
    public String token(String... roles) {
        return roles.length == 0 ? "" : issuer.token(roles);
    }

    /** Posts JSON. */
    public Reply postJson(String path, String token, String body) {
        return send(
                path,
                token,
                request ->
                        request.header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body)));
    }

    /** Sends a body with headers: name, value, name, value; without a token when it is empty. */
    public Reply send(
            String method, String path, String token, BodyPublisher body, String... headers) {
        return send(
                path,
                token,
                request -> {
                    for (int i = 0; i < headers.length; i += 2) {
                        request.header(headers[i], headers[i + 1]);
                    }
                    return request.method(method, body);
                });
    }

    /** Sends any request; without a token when it is empty. */
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
}
