package dev.terrane.support.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.probe.ProbeServer;
import dev.terrane.support.probe.ProbeServer.Reply;
import dev.terrane.testing.Provokes;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What refusals look like on REST, against a real server. */
class ProblemWebTest {
    @TempDir static Path folder;
    private static ProbeServer server;

    @BeforeAll
    static void start() {
        server = ProbeServer.start(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    @Provokes("STALE_REVISION")
    void typedDetailsAreTypedMembers() {
        Reply reply = server.get("/api/v1/things/stale", "viewer");

        assertThat(reply.status()).isEqualTo(412);
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(reply.text("type")).isEqualTo("urn:terrane:error:STALE_REVISION");
        assertThat(reply.text("detail")).isEqualTo("it is at 7");
        assertThat(reply.text("instance")).isEqualTo("/api/v1/things/stale");
        assertThat(reply.text("pointer")).isEqualTo("/a");
        assertThat(reply.text("fix")).isNotEmpty();
        assertThat(reply.json().path("status").asInt()).isEqualTo(412);
        assertThat(reply.json().path("currentRevision").isNumber()).isTrue();
        assertThat(reply.json().path("currentRevision").asLong()).isEqualTo(7);
        assertThat(reply.json().path("deleted").isBoolean()).isTrue();
    }

    @Test
    @Provokes("RESOURCE_EXHAUSTED")
    void aFullLimitNamesItAndSaysWhenToComeAgain() {
        Reply reply = server.get("/api/v1/things/busy", "viewer");

        assertThat(reply.status()).isEqualTo(429);
        assertThat(reply.header("Retry-After")).isEqualTo("9");
        assertThat(reply.text("limitName")).isEqualTo("queue");
        assertThat(reply.json().path("limit").asInt()).isEqualTo(4);
        assertThat(reply.json().path("actual").asInt()).isEqualTo(5);
    }

    @Test
    void severalPlacesAreAllListedInOrder() {
        Reply reply = server.get("/api/v1/things/many", "viewer");

        assertThat(reply.json().at("/errors/0/pointer").asString()).isEqualTo("/a");
        assertThat(reply.json().at("/errors/1/pointer").asString()).isEqualTo("/b");
        assertThat(reply.json().path("errors").size()).isEqualTo(2);
    }

    @Test
    @Provokes("INTERNAL")
    void aDefectKeepsItsTextToTheLog() {
        Reply reply = server.get("/api/v1/things/broken", "viewer");

        assertThat(reply.status()).isEqualTo(500);
        assertThat(reply.text("code")).isEqualTo("INTERNAL");
        assertThat(reply.http().body()).doesNotContain("secret");
    }

    @Test
    @Provokes("INVALID_ARGUMENT")
    void aBodyThatIsNoJsonIsRefusedAtItsPlace() {
        Reply broken = server.postJson("/api/v1/things", "{\n  \"name\": }", "editor");
        Reply wrong =
                server.postJson("/api/v1/things", "{\"name\":\"a\",\"count\":\"x\"}", "editor");

        assertThat(broken.status()).isEqualTo(400);
        assertThat(broken.json().path("line").asInt()).isEqualTo(2);
        assertThat(broken.json().path("column").asInt()).isPositive();
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.text("pointer")).isEqualTo("/count");
    }

    @Test
    void aParameterOfTheWrongTypeIsNamed() {
        Reply reply = server.get("/api/v1/things?limit=many", "viewer");

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text("code")).isEqualTo("INVALID_ARGUMENT");
        assertThat(reply.text("field")).isEqualTo("limit");
    }

    /** Reproduced: the first of two was taken, and the default for an empty one. */
    @ParameterizedTest
    @ValueSource(strings = {"limit=", "limit", "limit=1&limit=2", "limit=1&limit=1"})
    void aNumberOfTheQueryIsGivenOnceAndNotEmpty(String query) {
        Reply reply = server.get("/api/v1/things?" + query, "viewer");

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text("code")).isEqualTo("INVALID_ARGUMENT");
        assertThat(reply.text("field")).isEqualTo("limit");
        assertThat(server.get("/api/v1/things", "viewer").status()).isEqualTo(200);
    }

    private static Reply accepting(String path, String types) {
        return server.send(path, server.issuer().token("viewer"), r -> r.header("Accept", types));
    }

    @Test
    @Provokes("NOT_ACCEPTABLE")
    void anAnswerOfATypeThereIsNotIs406WithTheRightOnes() {
        Reply reply = accepting("/api/v1/things", "text/html");

        assertThat(reply.status()).isEqualTo(406);
        assertThat(reply.header("Content-Type")).startsWith("application/problem+json");
        assertThat(reply.text("code")).isEqualTo("NOT_ACCEPTABLE");
        assertThat(reply.text("field")).isEqualTo("Accept");
        assertThat(reply.text("supported")).contains("application/json");
    }

    /** Reproduced: each was answered in JSON. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json;q=0",
                "application/json;q=0.0, */*",
                "application/json;q=0, text/html",
                "application/*;q=0, */*;q=0.5",
                "*/*;q=0"
            })
    void aTypeThatIsRefusedIsNotAnsweredAndNothingIsDone(String accept) {
        Reply reply =
                server.send(
                        "/api/v1/things",
                        server.issuer().token("editor"),
                        r ->
                                r.header("Accept", accept)
                                        .header("Content-Type", "application/json")
                                        .POST(
                                                BodyPublishers.ofString(
                                                        "{\"name\":\"a\",\"count\":1}")));

        assertThat(reply.status()).isEqualTo(406);
        assertThat(reply.text("supported")).isEqualTo("application/json");
    }

    /** Reproduced: only the type that was refused was named. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json;q=0",
                "text/csv;q=0, image/*;q=0",
                "application/json;q=0, text/html",
                "text/html",
                "text/html;q=0",
                "*/*;q=0",
                "nonsense"
            })
    void whereNothingIsAcceptedAllThereIsIsNamed(String accept) {
        Reply reply = accepting("/api/v1/shown", accept);

        assertThat(reply.status()).isEqualTo(406);
        assertThat(reply.text("supported")).isEqualTo("application/json, image/png, text/csv");
        assertThat(reply.text("detail")).endsWith("only application/json, image/png, text/csv");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html;q=0, */*", "*/*;q=0, application/json", "image/*;q=0,*/*"})
    void whatElseIsRefusedDoesNotMatter(String accept) {
        assertThat(accepting("/api/v1/things", accept).status()).isEqualTo(200);
    }

    /** Reproduced: the parser guessed the encoding, the framework believed the charset. */
    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32BE", "UTF-32LE"})
    void aBodyInAnotherEncodingIsRefusedAtItsByte(String charset) {
        byte[] body = "{\"name\":\"a\",\"count\":1}".getBytes(Charset.forName(charset));
        Reply told = postBytes("application/json; charset=" + charset, body);
        Reply found = postBytes("application/json", body);

        assertThat(told.status()).isEqualTo(415);
        assertThat(told.text("field")).isEqualTo("Content-Type");
        assertThat(told.text("detail")).contains("JSON is UTF-8");
        assertThat(found.status()).isEqualTo(400);
        assertThat(found.text("detail")).contains("UTF-8");
        assertThat(found.json().path("byteOffset").asInt()).isBetween(0, 3);
    }

    @Test
    void utf8MayBeNamed() {
        byte[] body = "{\"name\":\"é\",\"count\":1}".getBytes(StandardCharsets.UTF_8);

        assertThat(postBytes("application/json;charset=utf-8", body).text("name")).isEqualTo("é");
        assertThat(postBytes("application/json;charset=iso-8859-1", body).status()).isEqualTo(415);
        assertThat(postBytes("application/json;charset=wrong", body).status()).isEqualTo(415);
    }

    private static Reply postBytes(String type, byte[] body) {
        return server.send(
                "/api/v1/things",
                server.issuer().token("editor"),
                r -> r.header("Content-Type", type).POST(BodyPublishers.ofByteArray(body)));
    }

    @Test
    void aMistakeIsToldWithItsByte() {
        String whole = "{\"name\":\"a\",\"count\":1}";

        assertMistake("  \n ", 4, "only white space");
        assertMistake(whole + " {}", whole.length() + 1L, "more after the value");
        assertMistake("{\"name\":\"é\",\"count\":}", 21, "expected a value");
    }

    private static void assertMistake(String body, long offset, String text) {
        Reply reply = server.postJson("/api/v1/things", body, "editor");

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text("detail")).contains(text, "at byte " + offset);
        assertThat(reply.json().path("byteOffset").asLong(-1)).as(body).isEqualTo(offset);
    }

    @Test
    void aMismatchedKeyIsNamedAsRestCarriesIt() {
        TerraneException refusal =
                TerraneException.of(CommonError.IDEMPOTENCY_MISMATCH, "used")
                        .field("request_id")
                        .toException();
        assertThat(Problem.of(refusal, "/x").members()).containsEntry("field", "Idempotency-Key");
    }

    @Test
    @Provokes("UNSUPPORTED_MEDIA_TYPE")
    void aBodyOfAnotherTypeIs415WithTheRightOnes() {
        Reply reply =
                server.send(
                        "/api/v1/things",
                        server.issuer().token("editor"),
                        r ->
                                r.header("Content-Type", "text/csv")
                                        .POST(BodyPublishers.ofString("a")));

        assertThat(reply.status()).isEqualTo(415);
        assertThat(reply.text("supported")).contains("application/json");
    }

    @Test
    @Provokes("PAYLOAD_TOO_LARGE")
    void aBodyOverTheRoutesLimitIsRefusedByItsSetting() {
        String large = "{\"name\":\"" + "a".repeat(2_000) + "\",\"count\":1}";
        Reply announced = server.postJson("/api/v1/things", large, "editor");
        Reply chunked =
                server.send(
                        "/api/v1/things",
                        server.issuer().token("editor"),
                        r ->
                                r.header("Content-Type", "application/json")
                                        .POST(
                                                BodyPublishers.ofInputStream(
                                                        () ->
                                                                new ByteArrayInputStream(
                                                                        large.getBytes(
                                                                                StandardCharsets
                                                                                        .UTF_8)))));

        for (Reply reply : new Reply[] {announced, chunked}) {
            assertThat(reply.status()).isEqualTo(413);
            assertThat(reply.text("limitName")).isEqualTo("terrane.probe.thing-bytes-max");
            assertThat(reply.json().path("limit").asInt()).isEqualTo(1024);
        }
        assertThat(announced.json().path("actual").asInt()).isEqualTo(large.length());
    }

    @Test
    void compressedBodiesAreRefusedBecauseNothingUnpacksThem() {
        Reply reply =
                server.send(
                        "/api/v1/things",
                        server.issuer().token("editor"),
                        r ->
                                r.header("Content-Type", "application/json")
                                        .header("Content-Encoding", "gzip")
                                        .POST(BodyPublishers.ofString("{\"name\":\"a\"}")));

        assertThat(reply.status()).isEqualTo(415);
        assertThat(reply.text("field")).isEqualTo("Content-Encoding");
        assertThat(reply.text("supported")).isEqualTo("identity");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'name':'a','count':1,'cuont':1} | /cuont | there is no member \"cuont\" here",
                "{'name':'a','name':'b','count':1} | '' | Duplicate Object property \"name\"",
                "{'name':'a','count':'x'} | /count | a value here is not a whole number",
                "{'name':'a','count':'1'} | /count | a value here is not",
                "{'name':'a','count':''} | /count | a value here is not",
                "{'name':'a','count':true} | /count | a value here is not",
                "{'name':5,'count':1} | /name | a value here is not",
                "{'name':true,'count':1} | /name | a value here is not",
                "{'name':'a','count':NaN} | '' | Non-standard token 'NaN'",
                "{'name':'a','count':99999999999} | /count | a whole number from -2147483648",
                "{'name':'a','count':1e400} | /count | a value here is not",
                "[] | '' | a value here is not an object",
            })
    void mistakesInABodyAreToldWithoutNamesOfClasses(String body, String pointer, String text) {
        Reply reply = server.postJson("/api/v1/things", body.replace('\'', '"'), "editor");

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text("pointer")).isEqualTo(pointer);
        assertThat(reply.text("detail")).contains(text);
        assertThat(reply.http().body()).doesNotContain("java.", "dev.terrane", "`");
    }

    /** Reproduced: every one of these was a 500 with a stack trace in the log. */
    @ParameterizedTest
    @CsvSource({
        "multipart/form-data, --X--, boundary",
        "multipart/form-data; boundary=X, --X|Content-Disposition: form-d, EOF",
        "multipart/form-data; boundary=X, no part at all, EOF",
    })
    void aMultipartBodyThatCannotBeReadIsTheCallersMistake(
            String type, String body, String reason) {
        Reply reply =
                server.send(
                        "/api/v1/things",
                        server.issuer().token("editor"),
                        r ->
                                r.header("Content-Type", type)
                                        .POST(BodyPublishers.ofString(body.replace("|", "\r\n"))));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text("code")).isEqualTo("INVALID_ARGUMENT");
        assertThat(reply.text("field")).isEqualTo("body");
        assertThat(reply.text("detail")).contains(reason);
    }

    @Test
    void aCorrelationIdIsKeptOrMadeAndStandsInTheProblem() {
        Reply kept =
                server.send(
                        "/api/v1/things/none",
                        server.issuer().token("viewer"),
                        r -> r.header("X-Correlation-Id", "call-7"));
        Reply made =
                server.send("/api/v1/things", "", r -> r.header("X-Correlation-Id", "no good id!"));

        assertThat(kept.header("X-Correlation-Id")).isEqualTo("call-7");
        assertThat(kept.text("correlationId")).isEqualTo("call-7");
        assertThat(made.header("X-Correlation-Id")).matches("[0-9a-f]{12}");
        assertThat(made.text("correlationId")).isEqualTo(made.header("X-Correlation-Id"));
    }

    /** Refused by the server before any filter runs. */
    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/things/a%2Fb", "/api/v1/things/%00", "/api/v1/%ZZ"})
    void aTargetThatCannotBeReadIsRefusedLikeEverythingElse(String target) throws Exception {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write(
                            ("GET "
                                            + target
                                            + " HTTP/1.1\r\nHost: localhost\r\n"
                                            + "X-Correlation-Id: call-8\r\nConnection: close\r\n\r\n")
                                    .getBytes(StandardCharsets.US_ASCII));
            String reply =
                    new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(reply)
                    .startsWith("HTTP/1.1 400 ")
                    .contains(
                            "application/problem+json",
                            "\"code\":\"INVALID_ARGUMENT\"",
                            "\"field\":\"request\"",
                            "\"correlationId\":\"");
        }
    }

    @Test
    void theOpenApiDocumentHasTheContractsVersionAndNoCallerParameter() {
        Reply reply = server.get("/api/v1/openapi/probe");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().at("/info/version").asString()).isEqualTo("1.0.0-alpha");
        assertThat(reply.json().at("/paths/~1api~1v1~1whoami/get").isObject()).isTrue();
        assertThat(reply.json().at("/paths/~1api~1v1~1whoami/get/parameters").isMissingNode())
                .isTrue();
    }
}
