package dev.terrane.schema.registry.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.terrane.proto.error.v1alpha1.ErrorInfo;
import dev.terrane.proto.schema.v1alpha1.GetSchemaRequest;
import dev.terrane.proto.schema.v1alpha1.GetSchemaResponse;
import dev.terrane.proto.schema.v1alpha1.ListSchemasRequest;
import dev.terrane.proto.schema.v1alpha1.ListSchemasResponse;
import dev.terrane.proto.schema.v1alpha1.PublishSchemaRequest;
import dev.terrane.proto.schema.v1alpha1.PublishSchemaResponse;
import dev.terrane.proto.schema.v1alpha1.Schema;
import dev.terrane.rpc.client.RpcClient;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.rpc.client.TokenSource;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.RpcCode;
import dev.terrane.schema.SchemaServer;
import dev.terrane.schema.registry.SampleSchemas;
import dev.terrane.support.testing.Reply;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaRpcIT {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir static Path folder;
    private static SchemaServer server;
    private static RpcClient admin;
    private static RpcClient service;

    @BeforeAll
    static void start() {
        server = SchemaServer.start(folder);
        admin = client("admin");
        service = client("service");
    }

    @AfterAll
    static void stop() {
        admin.close();
        service.close();
        server.close();
    }

    private static RpcClient client(String role) {
        return new RpcClient(server.base(), TokenSource.fixed(server.issuer().token(role)));
    }

    private static <R extends Message> R call(
            RpcClient client, String method, Message request, R response) {
        return client.call(
                Schema.getDescriptor().findServiceByName("SchemaService").findMethodByName(method),
                request,
                response,
                LONG);
    }

    private static PublishSchemaResponse publish(String name, int number) {
        return call(
                admin,
                "PublishSchema",
                PublishSchemaRequest.newBuilder()
                        .setName(name)
                        .setDocument(ByteString.copyFrom(SampleSchemas.bytes(number)))
                        .build(),
                PublishSchemaResponse.getDefaultInstance());
    }

    private static GetSchemaResponse get(GetSchemaRequest.Builder request) {
        return call(service, "GetSchema", request.build(), GetSchemaResponse.getDefaultInstance());
    }

    private static RpcException refused(Runnable work) {
        RpcException refusal = catchThrowableOfType(RpcException.class, work::run);
        assertThat(refusal).as("the call must be refused").isNotNull();
        return refusal;
    }

    @Test
    void aServiceReadsWhatAnAdminPublished() {
        PublishSchemaResponse first = publish("room", 4711);
        assertThat(first.getCreated()).isTrue();
        assertThat(first.getSchema().getVersion()).isEqualTo(1);
        PublishSchemaResponse again = publish("room", 4711);
        assertThat(again.getCreated()).isFalse();
        assertThat(again.getSchema()).isEqualTo(first.getSchema());
        for (GetSchemaRequest.Builder request :
                List.of(
                        GetSchemaRequest.newBuilder().setSchemaId("room"),
                        GetSchemaRequest.newBuilder().setSchemaId("room@1"),
                        GetSchemaRequest.newBuilder()
                                .setContentHash(first.getSchema().getContentHash()))) {
            assertThat(get(request).getSchema()).isEqualTo(first.getSchema());
        }
    }

    @Test
    void aDocumentOfExactlyItsLimitFitsInBothFormsAndOneByteMoreIsNamed() {
        int limit = 4 << 20;
        byte[] document = Arrays.copyOf(SampleSchemas.bytes(1), limit + 1);
        Arrays.fill(document, SampleSchemas.bytes(1).length, limit + 1, (byte) ' ');
        PublishSchemaRequest.Builder request =
                PublishSchemaRequest.newBuilder()
                        .setName("padded")
                        .setDocument(ByteString.copyFrom(document, 0, limit));
        PublishSchemaResponse none = PublishSchemaResponse.getDefaultInstance();
        assertThat(call(admin, "PublishSchema", request.build(), none).getCreated()).isTrue();
        String json =
                "{\"name\": \"padded\", \"document\": \""
                        + Base64.getEncoder().encodeToString(Arrays.copyOf(document, limit))
                        + "\"}";
        assertThat(server.rpc("PublishSchema", json, "admin").status()).isEqualTo(200);
        PublishSchemaRequest over = request.setDocument(ByteString.copyFrom(document)).build();
        RpcException refusal = refused(() -> call(admin, "PublishSchema", over, none));
        assertThat(refusal.errorCode()).contains(CommonError.PAYLOAD_TOO_LARGE);
        assertThat(refusal.info().getLimitName()).isEqualTo("schema.document-bytes-max");
        assertThat(refusal.info().getLimit()).isEqualTo(limit);
    }

    @Test
    void listsLeaveDocumentsOut() {
        publish("listed", 1);
        publish("listed", 2);
        ListSchemasRequest request =
                ListSchemasRequest.newBuilder().setName("listed").setPageSize(1).build();
        ListSchemasResponse page =
                call(service, "ListSchemas", request, ListSchemasResponse.getDefaultInstance());
        assertThat(page.getSchemasList()).hasSize(1);
        assertThat(page.getSchemas(0).getDocument()).isEqualTo(ByteString.EMPTY);
        ListSchemasResponse rest =
                call(
                        service,
                        "ListSchemas",
                        request.toBuilder().setPageToken(page.getNextPageToken()).build(),
                        ListSchemasResponse.getDefaultInstance());
        assertThat(rest.getSchemas(0).getVersion()).isEqualTo(2);
        assertThat(rest.getNextPageToken()).isEmpty();
        assertThat(
                        refused(
                                        () ->
                                                call(
                                                        service,
                                                        "ListSchemas",
                                                        request.toBuilder().setPageSize(-1).build(),
                                                        ListSchemasResponse.getDefaultInstance()))
                                .info()
                                .getField())
                .isEqualTo("page_size");
    }

    @Test
    void everyProblemOfADocumentIsADetail() throws InvalidProtocolBufferException {
        String broken =
                SampleSchemas.text(1)
                        .replace("\"index\": 2", "\"index\": 0")
                        .replace("uint32", "vector3d");
        RpcException refusal =
                refused(
                        () ->
                                call(
                                        admin,
                                        "PublishSchema",
                                        PublishSchemaRequest.newBuilder()
                                                .setName("broken")
                                                .setDocument(ByteString.copyFromUtf8(broken))
                                                .build(),
                                        PublishSchemaResponse.getDefaultInstance()));
        assertThat(refusal.code()).isEqualTo(RpcCode.INVALID_ARGUMENT);
        assertThat(refusal.info().getCode()).isEqualTo("SCHEMA_INVALID");
        assertThat(refusal.info().getPointer()).isEqualTo("/classes/0/fields/0/type");
        assertThat(refusal.info().getLine()).isEqualTo(2);
        List<String> rules = new ArrayList<>();
        for (Any detail : refusal.details()) {
            rules.add(detail.unpack(ErrorInfo.class).getExtrasOrDefault("rule", ""));
        }
        assertThat(rules).contains("type-unknown", "member-index-range");
    }

    @Test
    void anExpectationThatFailsIsAborted() {
        publish("expected", 1);
        RpcException refusal =
                refused(
                        () ->
                                call(
                                        admin,
                                        "PublishSchema",
                                        PublishSchemaRequest.newBuilder()
                                                .setName("expected")
                                                .setExpectedLatestVersion(0)
                                                .setDocument(
                                                        ByteString.copyFrom(SampleSchemas.bytes(2)))
                                                .build(),
                                        PublishSchemaResponse.getDefaultInstance()));
        assertThat(refusal.code()).isEqualTo(RpcCode.ABORTED);
        assertThat(refusal.info().getExtrasOrThrow("latestVersion")).isEqualTo("1");
    }

    @Test
    void whatIsNotThereOrNotAskedForIsNamed() {
        assertThat(refused(() -> get(GetSchemaRequest.newBuilder().setSchemaId("none@3"))).code())
                .isEqualTo(RpcCode.NOT_FOUND);
        assertThat(refused(() -> get(GetSchemaRequest.newBuilder())).info().getField())
                .isEqualTo("schema_id");
        assertThat(
                        refused(() -> get(GetSchemaRequest.newBuilder().setContentHash("AB")))
                                .info()
                                .getField())
                .isEqualTo("content_hash");
    }

    @Test
    void curlNeedsNothingButJsonAndAToken() {
        publish("curled", 1);
        Reply reply = server.rpc("GetSchema", "{\"schemaId\": \"curled\"}", "player");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().path("schema").path("name").asString()).isEqualTo("curled");
        assertThat(server.rpc("GetSchema", "{\"schemaId\": \"curled\"}").status()).isEqualTo(401);
        Reply player = server.rpc("PublishSchema", "{\"name\": \"curled\"}", "player");
        assertThat(player.status()).isEqualTo(403);
        assertThat(player.text("code")).isEqualTo("permission_denied");
        assertThat(server.rpc("DropSchema", "{}", "admin").status()).isEqualTo(404);
    }
}
