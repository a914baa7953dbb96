package dev.terrane.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.ByteString;
import dev.terrane.proto.rpctest.v1alpha1.EchoRequest;
import dev.terrane.proto.rpctest.v1alpha1.EchoResponse;
import dev.terrane.rpc.wire.Gzip;
import dev.terrane.testing.Provokes;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What curl sees: the Connect protocol's unary form by raw HTTP against a real Jetty. */
class ConnectHttpTest {
    private static final String SERVICE = "/terrane.rpctest.v1alpha1.ProbeService/";
    private static final String JSON = "application/json";
    private static final String PROTO = "application/proto";
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static ProbeServer server;

    @BeforeAll
    static void start() {
        server = ProbeServer.start("terrane.common.rpc.request-bytes-max=64KB");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void jsonIsAnsweredInJsonWithInt64AsTextAndBytesAsBase64() throws Exception {
        HttpResponse<byte[]> reply =
                post(
                        "Echo",
                        JSON,
                        "{\"text\":\"hé\",\"number\":\"9007199254740993\",\"data\":\"/+8=\"}");

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(header(reply, "Content-Type")).isEqualTo(JSON);
        JsonObject body = json(reply);
        assertThat(body.get("text").getAsString()).isEqualTo("hé");
        assertThat(body.get("number").getAsString()).isEqualTo("9007199254740993");
        assertThat(body.get("data").getAsString()).isEqualTo("/+8=");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"text":"a","new":{"x":[1]}}                  | /new
                    {"tones":[{"pitch":"PITCH_LOW"},{"pitc":1}]}  | /tones/1/pitc
                    {"tones_by_name":{"a/b":{"x":0}}}             | /tones_by_name/a~1b/x
                    """)
    void aFieldTheMessageDoesNotHaveIsRefusedAtItsPlace(String body, String pointer)
            throws Exception {
        HttpResponse<byte[]> reply = post("Echo", JSON, body);

        assertThat(reply.statusCode()).isEqualTo(400);
        assertThat(registered(reply)).isEqualTo("INVALID_ARGUMENT");
        assertThat(info(reply).get("pointer").getAsString()).isEqualTo(pointer);
        assertThat(json(reply).get("message").getAsString())
                .contains(
                        pointer, "has no field", pointer.equals("/new") ? "tonesByName" : "pitch");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"tones":[{},{"pitch":"PITCH_HGIH"}]}           | /tones/1/pitch
                    {"tones":[{"overtones":["PITCH_LOW","PITCH_HGIH"]}]} | /tones/0/overtones/1
                    {"tonesByName":{"a":{"pitch":"PITCH_HGIH"}}}    | /tonesByName/a/pitch
                    """)
    void anEnumValueThatIsNoneIsRefusedWithThoseThatAre(String body, String pointer)
            throws Exception {
        HttpResponse<byte[]> reply = post("Echo", JSON, body);

        assertThat(reply.statusCode()).isEqualTo(400);
        assertThat(info(reply).get("pointer").getAsString()).isEqualTo(pointer);
        assertThat(json(reply).get("message").getAsString())
                .contains("PITCH_HGIH", "PITCH_UNSPECIFIED, PITCH_LOW, PITCH_HIGH");
    }

    @Test
    void whatTheMessageHasIsReadByBothNamesAndByNumber() throws Exception {
        String body =
                "{\"tones\":[{\"pitch\":\"PITCH_HIGH\",\"overtones\":[1,\"PITCH_LOW\"]}],"
                        + "\"tones_by_name\":{\"a\":{\"pitch\":2}}}";
        assertThat(post("Echo", JSON, body).statusCode()).isEqualTo(200);
        assertThat(post("Echo", JSON, "{\"tones\":null,\"text\":null}").statusCode())
                .isEqualTo(200);
    }

    @Test
    void binaryIsAnsweredInBinaryWithoutACharset() throws Exception {
        HttpResponse<byte[]> reply = postBytes("Echo", PROTO, echo("a").toByteArray());

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(header(reply, "Content-Type")).isEqualTo(PROTO);
        assertThat(EchoResponse.parseFrom(reply.body()).getText()).isEqualTo("a");
    }

    @Test
    void parametersOfTheContentTypeAreIgnored() throws Exception {
        HttpResponse<byte[]> reply = post("Echo", "Application/JSON; charset=utf-8", "{}");

        assertThat(reply.statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/grpc", "application/connect+proto"})
    @Provokes("UNSUPPORTED_MEDIA_TYPE")
    void anotherContentTypeIs415AndSaysWhatIsRead(String type) throws Exception {
        HttpResponse<byte[]> reply = post("Echo", type, "{}");

        assertThat(reply.statusCode()).isEqualTo(415);
        assertThat(header(reply, "Accept-Post")).isEqualTo("application/json, application/proto");
        assertThat(code(reply)).isEqualTo("invalid_argument");
        assertThat(registered(reply)).isEqualTo("UNSUPPORTED_MEDIA_TYPE");
    }

    @Test
    @Provokes("METHOD_NOT_ALLOWED")
    void aVerbTheMethodDoesNotOfferIs405AndSaysWhichItDoes() throws Exception {
        HttpResponse<byte[]> put =
                send("Echo", r -> r.method("PUT", BodyPublishers.ofString("{}")));
        HttpResponse<byte[]> get = send("Fail?encoding=json&message=%7B%7D", r -> r.GET());

        assertThat(put.statusCode()).isEqualTo(405);
        assertThat(header(put, "Allow")).isEqualTo("GET, POST");
        assertThat(get.statusCode()).isEqualTo(405);
        assertThat(header(get, "Allow")).isEqualTo("POST");
        assertThat(registered(get)).isEqualTo("METHOD_NOT_ALLOWED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/terrane.rpctest.v1alpha1.ProbeService/echo",
                "/terrane.rpctest.v1alpha1.ProbeService/Nothing",
                "/terrane.rpctest.v1alpha1.probeService/Echo",
                "/terrane.none.v1.NoService/Echo"
            })
    void aPathOfAnotherNameIs404(String path) throws Exception {
        HttpResponse<byte[]> reply = sendTo(path, r -> r.POST(BodyPublishers.ofString("{}")));

        assertThat(reply.statusCode()).isEqualTo(404);
    }

    @Test
    @Provokes("UNIMPLEMENTED")
    void anUnknownMethodIsAnsweredByAConnectError() throws Exception {
        HttpResponse<byte[]> reply = post("Nothing", JSON, "{}");

        assertThat(reply.statusCode()).isEqualTo(404);
        assertThat(header(reply, "Content-Type")).isEqualTo(JSON);
        assertThat(code(reply)).isEqualTo("unimplemented");
        assertThat(registered(reply)).isEqualTo("UNIMPLEMENTED");
    }

    @Test
    void errorsOfBinaryCallsAreJsonWithTypedDetails() throws Exception {
        HttpResponse<byte[]> reply =
                post("Fail", JSON, "{\"code\":\"STALE_REVISION\",\"currentRevision\":7}");

        assertThat(reply.statusCode()).isEqualTo(409);
        assertThat(header(reply, "Content-Type")).isEqualTo(JSON);
        JsonObject body = json(reply);
        assertThat(body.get("code").getAsString()).isEqualTo("aborted");
        assertThat(body.get("message").getAsString()).isEqualTo("refused as asked");
        JsonObject info = body.getAsJsonArray("details").get(0).getAsJsonObject();
        JsonObject conflict = body.getAsJsonArray("details").get(1).getAsJsonObject();
        assertThat(info.get("type").getAsString()).isEqualTo("terrane.error.v1alpha1.ErrorInfo");
        assertThat(info.get("value").getAsString()).doesNotContain("=");
        assertThat(info.getAsJsonObject("debug").get("pointer").getAsString()).isEqualTo("/a/0");
        assertThat(conflict.get("type").getAsString())
                .isEqualTo("terrane.error.v1alpha1.RevisionConflict");
        assertThat(conflict.get("value").getAsString()).isEqualTo("CAc");
    }

    @ParameterizedTest
    @CsvSource({
        "UNAUTHENTICATED, 401",
        "FORBIDDEN, 403",
        "NOT_FOUND, 404",
        "RESOURCE_EXHAUSTED, 429",
        "UNAVAILABLE, 503",
        "DEADLINE_EXCEEDED, 504",
        "IDEMPOTENCY_MISMATCH, 409"
    })
    void everyCodeHasItsStatus(String code, int status) throws Exception {
        HttpResponse<byte[]> reply = post("Fail", JSON, "{\"code\":\"" + code + "\"}");

        assertThat(reply.statusCode()).isEqualTo(status);
        assertThat(registered(reply)).isEqualTo(code);
    }

    @Test
    @Provokes("INTERNAL")
    void aDefectIsInternalAndKeepsItsTextToTheLog() throws Exception {
        HttpResponse<byte[]> reply = post("Fail", JSON, "{}");

        assertThat(reply.statusCode()).isEqualTo(500);
        assertThat(code(reply)).isEqualTo("internal");
        assertThat(new String(reply.body(), StandardCharsets.UTF_8)).doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"number\":\"x\"}", "{", "[]", "{\"number\":1e99999999}", ""})
    @Provokes("INVALID_ARGUMENT")
    void jsonThatIsNoMessageIsInvalid(String body) throws Exception {
        HttpResponse<byte[]> reply = post("Echo", JSON, body);

        assertThat(reply.statusCode()).isEqualTo(400);
        assertThat(code(reply)).isEqualTo("invalid_argument");
        assertThat(registered(reply)).isEqualTo("INVALID_ARGUMENT");
    }

    @Test
    void bytesThatAreNoMessageAreInvalid() throws Exception {
        assertThat(postBytes("Echo", PROTO, new byte[] {(byte) 0xff, 1}).statusCode())
                .isEqualTo(400);
        assertThat(postBytes("Echo", JSON, new byte[] {'"', (byte) 0xff, '"'}).statusCode())
                .isEqualTo(400);
    }

    @Test
    void aMessageNestedTooDeeplyIsInvalidNotADefect() throws Exception {
        String deep = "[".repeat(20_000) + "]".repeat(20_000);

        assertThat(post("Echo", JSON, "{\"x\":" + deep + "}").statusCode()).isEqualTo(400);
    }

    @Test
    void onlyProtocolVersion1IsSpoken() throws Exception {
        HttpResponse<byte[]> two =
                send("Echo", r -> body(r, "{}").header("Connect-Protocol-Version", "2"));
        HttpResponse<byte[]> one =
                send("Echo", r -> body(r, "{}").header("Connect-Protocol-Version", "1"));

        assertThat(two.statusCode()).isEqualTo(400);
        assertThat(one.statusCode()).isEqualTo(200);
    }

    @Test
    @Provokes("DEADLINE_EXCEEDED")
    void workIsInterruptedWhenTheCallersTimeRunsOut() throws Exception {
        HttpResponse<byte[]> reply =
                send(
                        "Wait",
                        r -> body(r, "{\"millis\":20000}").header("Connect-Timeout-Ms", "100"));

        assertThat(reply.statusCode()).isEqualTo(504);
        assertThat(code(reply)).isEqualTo("deadline_exceeded");
        assertThat(server.probe().interrupted().await(20, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "12345678901", "1s", ""})
    void aTimeoutThatIsNot1To10DigitsIsInvalid(String timeout) throws Exception {
        HttpResponse<byte[]> reply =
                send("Wait", r -> body(r, "{}").header("Connect-Timeout-Ms", timeout));

        assertThat(reply.statusCode()).isEqualTo(400);
    }

    @Test
    void methodsWithoutSideEffectsAreReadByGet() throws Exception {
        String json = URLEncoder.encode("{\"text\":\"a b\"}", StandardCharsets.UTF_8);
        HttpResponse<byte[]> reply =
                send("Echo?x=1&message=" + json + "&encoding=json&connect=v1", r -> r.GET());

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(json(reply).get("text").getAsString()).isEqualTo("a b");
        assertThat(header(reply, "Cache-Control")).isEqualTo("private, no-cache");
    }

    @Test
    void aGetCarriesBinaryAsBase64OrPercentEncodedOrCompressed() throws Exception {
        byte[] message =
                EchoRequest.newBuilder()
                        .setData(ByteString.copyFrom(new byte[] {(byte) 0xff, 0, '%', '&', '='}))
                        .build()
                        .toByteArray();
        Base64.Encoder padded = Base64.getUrlEncoder();
        StringBuilder percent = new StringBuilder();
        for (byte b : message) {
            percent.append(String.format("%%%02x", b));
        }

        for (String query :
                new String[] {
                    "&base64=1&message=" + padded.encodeToString(message),
                    "&base64=1&message=" + padded.withoutPadding().encodeToString(message),
                    "&message=" + percent,
                    "&base64=1&compression=gzip&message="
                            + padded.encodeToString(Gzip.compress(message))
                }) {
            HttpResponse<byte[]> reply = send("Echo?encoding=proto" + query, r -> r.GET());
            assertThat(reply.statusCode()).as(query).isEqualTo(200);
            assertThat(EchoResponse.parseFrom(reply.body()).getData().size()).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'?encoding=json', 400",
        "'?message=%7B%7D', 400",
        "'?connect=v2&encoding=json&message=%7B%7D', 400",
        "'?encoding=xml&message=%7B%7D', 415",
        "'?encoding=proto&base64=1&message=***', 400",
        "'?encoding=proto&base64=1&message=', 200"
    })
    void aGetThatIsNotWellFormedIsRefused(String query, int status) throws Exception {
        assertThat(send("Echo" + query, r -> r.GET()).statusCode()).isEqualTo(status);
    }

    @Test
    void gzipIsReadAndWritten() throws Exception {
        byte[] message = echo("a".repeat(5_000)).toByteArray();
        HttpResponse<byte[]> reply =
                send(
                        "Echo",
                        r ->
                                r.POST(BodyPublishers.ofByteArray(Gzip.compress(message)))
                                        .header("Content-Type", PROTO)
                                        .header("Content-Encoding", "gzip")
                                        .header("Accept-Encoding", "br, gzip;q=0.5"));

        assertThat(header(reply, "Content-Encoding")).isEqualTo("gzip");
        assertThat(reply.body().length).isLessThan(500);
        byte[] plain = Gzip.decompress(reply.body(), 10_000);
        assertThat(EchoResponse.parseFrom(plain).getText()).hasSize(5_000);
    }

    @Test
    void anEmptyBodyIsNotDecompressed() throws Exception {
        HttpResponse<byte[]> reply =
                send(
                        "Echo",
                        r ->
                                r.POST(BodyPublishers.noBody())
                                        .header("Content-Type", PROTO)
                                        .header("Content-Encoding", "gzip"));

        assertThat(reply.statusCode()).isEqualTo(200);
    }

    @Test
    @Provokes("UNSUPPORTED_ENCODING")
    void anotherCompressionIsRefusedWithTheSupportedOnes() throws Exception {
        HttpResponse<byte[]> reply =
                send("Echo", r -> body(r, "{}").header("Content-Encoding", "br"));

        assertThat(code(reply)).isEqualTo("unimplemented");
        assertThat(json(reply).get("message").getAsString()).contains("gzip, identity");
        assertThat(registered(reply)).isEqualTo("UNSUPPORTED_ENCODING");
    }

    @Test
    @Provokes("PAYLOAD_TOO_LARGE")
    void aBodyOverTheLimitIsRefusedByNameAndValue() throws Exception {
        HttpResponse<byte[]> announced = postBytes("Echo", PROTO, new byte[65_537]);
        HttpResponse<byte[]> chunked =
                send(
                        "Echo",
                        r ->
                                r.POST(
                                                BodyPublishers.ofInputStream(
                                                        () ->
                                                                new java.io.ByteArrayInputStream(
                                                                        new byte[70_000])))
                                        .header("Content-Type", PROTO));

        for (HttpResponse<byte[]> reply : java.util.List.of(announced, chunked)) {
            assertThat(reply.statusCode()).isEqualTo(429);
            assertThat(code(reply)).isEqualTo("resource_exhausted");
            assertThat(info(reply).get("limitName").getAsString())
                    .isEqualTo("common.rpc.request-bytes-max");
            assertThat(info(reply).get("limit").getAsString()).isEqualTo("65536");
        }
    }

    @Test
    void aGzipBombIsRefusedAtTheLimit() throws Exception {
        byte[] bomb = Gzip.compress(new byte[6 << 20]);
        HttpResponse<byte[]> reply =
                send(
                        "Echo",
                        r ->
                                r.POST(BodyPublishers.ofByteArray(bomb))
                                        .header("Content-Type", PROTO)
                                        .header("Content-Encoding", "gzip"));

        assertThat(bomb.length).isLessThan(65_536);
        assertThat(reply.statusCode()).isEqualTo(429);
        assertThat(info(reply).get("actual").getAsString()).isEqualTo("65537");
    }

    @Test
    void metadataTravelsBothWays() throws Exception {
        HttpResponse<byte[]> reply =
                send(
                        "Echo",
                        r -> body(r, "{}").header("X-Probe", "a").header("X-Probe-Bin", "aGk"));

        assertThat(header(reply, "X-Probe")).isEqualTo("a");
        assertThat(header(reply, "X-Probe-Bin")).isEqualTo("aGk");
        assertThat(header(reply, "Trailer-X-Probe")).isEqualTo("hi");
    }

    private static EchoRequest echo(String text) {
        return EchoRequest.newBuilder().setText(text).build();
    }

    private static HttpRequest.Builder body(HttpRequest.Builder request, String json) {
        return request.POST(BodyPublishers.ofString(json)).header("Content-Type", JSON);
    }

    private static HttpResponse<byte[]> post(String method, String type, String body)
            throws IOException, InterruptedException {
        return postBytes(method, type, body.getBytes(StandardCharsets.UTF_8));
    }

    private static HttpResponse<byte[]> postBytes(String method, String type, byte[] body)
            throws IOException, InterruptedException {
        return send(
                method, r -> r.POST(BodyPublishers.ofByteArray(body)).header("Content-Type", type));
    }

    private static HttpResponse<byte[]> send(
            String methodAndQuery, UnaryOperator<HttpRequest.Builder> build)
            throws IOException, InterruptedException {
        return sendTo(SERVICE + methodAndQuery, build);
    }

    private static HttpResponse<byte[]> sendTo(
            String pathAndQuery, UnaryOperator<HttpRequest.Builder> build)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(server.base() + pathAndQuery));
        return HTTP.send(build.apply(request).build(), BodyHandlers.ofByteArray());
    }

    private static String header(HttpResponse<?> reply, String name) {
        return reply.headers().firstValue(name).orElse("");
    }

    private static JsonObject json(HttpResponse<byte[]> reply) {
        return JsonParser.parseString(new String(reply.body(), StandardCharsets.UTF_8))
                .getAsJsonObject();
    }

    private static String code(HttpResponse<byte[]> reply) {
        return json(reply).get("code").getAsString();
    }

    private static JsonObject info(HttpResponse<byte[]> reply) {
        return json(reply)
                .getAsJsonArray("details")
                .get(0)
                .getAsJsonObject()
                .getAsJsonObject("debug");
    }

    private static String registered(HttpResponse<byte[]> reply) {
        return info(reply).get("code").getAsString();
    }
}
