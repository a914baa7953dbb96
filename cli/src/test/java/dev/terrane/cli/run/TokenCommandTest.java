package dev.terrane.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.terrane.cli.Cli;
import dev.terrane.cli.ExitCode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TokenCommandTest {
    @TempDir private Path data;
    private HttpServer gateway;
    private String authorization = "";
    private String form = "";
    private int status = 200;
    private String reply = "{\"access_token\":\"a.b.c\",\"expires_in\":3600}";

    @BeforeEach
    void startGateway() throws IOException {
        gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.createContext("/oauth2/token", this::answer);
        gateway.start();
        new Secrets().ensure(data);
    }

    @AfterEach
    void stopGateway() {
        gateway.stop(0);
    }

    @Test
    void asksWithTheDevelopmentCredentialsAndPrintsTheTokenAlone() throws IOException {
        Cli result =
                token(
                        "--role",
                        "player,editor",
                        "--subject",
                        "ann",
                        "--content",
                        "violence=2",
                        "--mature",
                        "--team",
                        "red",
                        "--lifetime",
                        "60");

        assertThat(result.exit()).isZero();
        assertThat(result.out()).isEqualTo("a.b.c" + System.lineSeparator());
        JsonNode dev = JsonMapper.shared().readTree(Files.readString(data.resolve("dev.json")));
        String pair = "dev:" + dev.path("clientSecret").asString();
        assertThat(authorization)
                .isEqualTo(
                        "Basic "
                                + Base64.getEncoder()
                                        .encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
        assertThat(URLDecoder.decode(form, StandardCharsets.UTF_8))
                .isEqualTo(
                        "grant_type=client_credentials&scope=player editor&sub=ann"
                                + "&content={\"violence\":2}&mature=true&team=red&expires_in=60");
    }

    @Test
    void jsonFormHasTokenAndLifetime() {
        JsonNode json =
                JsonMapper.shared().readTree(token("--role", "viewer", "--format", "json").out());

        assertThat(json.path("token").asString()).isEqualTo("a.b.c");
        assertThat(json.path("expiresInSeconds").asInt()).isEqualTo(3600);
    }

    @Test
    void whatTheGatewayRefusesIsSaid() {
        status = 400;
        reply = "{\"error\":\"invalid_request\",\"error_description\":\"sub is too long\"}";

        Cli result = token("--role", "viewer");

        assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(result.err()).contains("INVALID_ARGUMENT", "sub is too long");
    }

    @Test
    void anUnknownRoleIsRefusedBeforeTheGatewayIsAsked() {
        Cli result = token("--role", "player,king");

        assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(result.err()).contains("--role: there is no role king", "operator", "admin");
        assertThat(form).isEmpty();
    }

    @Test
    void withoutARunningGatewayItSaysSo() {
        Cli result = Cli.run("token", "--role", "player", "--data", data.toString());

        assertThat(result.exit()).isEqualTo(ExitCode.NOT_RUNNING);
        assertThat(result.err()).contains("NOT_RUNNING", "no gateway runs", "terrane up");
    }

    @Test
    void aGatewayThatDoesNotAnswerIsNamed() {
        String url = "http://127.0.0.1:1";

        Cli result = Cli.run("token", "--role", "player", "--data", data.toString(), "--url", url);

        assertThat(result.exit()).isEqualTo(ExitCode.NOT_RUNNING);
        assertThat(result.err()).contains(url);
    }

    private Cli token(String... options) {
        String[] arguments = new String[options.length + 5];
        arguments[0] = "token";
        arguments[1] = "--data";
        arguments[2] = data.toString();
        arguments[3] = "--url";
        arguments[4] = "http://127.0.0.1:" + gateway.getAddress().getPort();
        System.arraycopy(options, 0, arguments, 5, options.length);
        return Cli.run(arguments);
    }

    private void answer(HttpExchange exchange) throws IOException {
        authorization = exchange.getRequestHeaders().getFirst("Authorization");
        form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        byte[] body = reply.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}
