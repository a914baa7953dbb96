package dev.terrane.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.terrane.cli.run.DataFolder;
import dev.terrane.cli.run.DevTokens;
import dev.terrane.cli.run.Secrets;
import dev.terrane.cli.services.ServiceName;
import dev.terrane.proto.entity.v1alpha1.ScalarField;
import dev.terrane.proto.stage.v1alpha1.Change;
import dev.terrane.proto.stage.v1alpha1.CreateEntity;
import dev.terrane.proto.stage.v1alpha1.StageSpec;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.sdk.Credential;
import dev.terrane.sdk.ServiceClient;
import dev.terrane.sdk.StageClient;
import dev.terrane.sdk.StageListener;
import dev.terrane.sdk.StageOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publishing while peers are in a stage of the schema: whatever becomes of it, they stay. */
class FailedPublishIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Refused documents by the code of their refusal. */
    private static final Map<String, String> REFUSED =
            Map.of(
                    document("int32"),
                    "SCHEMA_INCOMPATIBLE",
                    document("uint32").replace("Probe", "Other"),
                    "SCHEMA_INCOMPATIBLE",
                    document("no-type"),
                    "SCHEMA_INVALID",
                    "{\"format\":",
                    "SCHEMA_INVALID");

    @TempDir private Path folder;

    @Test
    void peersOfAStageStayThroughRefusedAndAcceptedPublications() throws Exception {
        new Secrets().ensure(folder);
        try (Instances instances = Instances.start(folder, Optional.empty())) {
            URI gateway = URI.create(instances.address(ServiceName.GATEWAY).url());
            DevTokens tokens = DevTokens.at(gateway, new DataFolder(folder));
            String admin = tokens.get(DevTokens.Ask.forRoles("it", "admin")).token();
            try (ServiceClient client = new ServiceClient(gateway, admin)) {
                client.publishSchema("probe", ByteString.copyFromUtf8(document("uint32")));
                client.createStage(
                        StageSpec.newBuilder().setId("probe").setSchemaId("probe@1").build());
                List<StageClient> peers = new ArrayList<>();
                try {
                    for (String name : List.of("ada", "ben", "eve")) {
                        String token = tokens.get(DevTokens.Ask.forRoles(name, "viewer")).token();
                        peers.add(
                                StageClient.join(
                                        StageOptions.of(
                                                        gateway,
                                                        "probe",
                                                        new Credential.Bearer(token))
                                                .asSpectator(),
                                        StageListener.NONE));
                    }
                    int entities = 0;
                    for (Map.Entry<String, String> refused : REFUSED.entrySet()) {
                        assertThatThrownBy(
                                        () ->
                                                client.publishSchema(
                                                        "probe",
                                                        ByteString.copyFromUtf8(refused.getKey())))
                                .isInstanceOfSatisfying(
                                        RpcException.class,
                                        e ->
                                                assertThat(e.info().getCode())
                                                        .isEqualTo(refused.getValue()));
                        change(client, peers, ++entities);
                    }
                    String next =
                            document("uint32")
                                    .replace(
                                            "],\"tables\"",
                                            ",{\"name\":\"g\",\"index\":2,\"type\":\"bool\"}],\"tables\"");
                    assertThat(
                                    client.publishSchema("probe", ByteString.copyFromUtf8(next))
                                            .getVersion())
                            .isEqualTo(2);
                    change(client, peers, ++entities);
                } finally {
                    peers.forEach(StageClient::close);
                }
            }
        }
    }

    /** What happens in the stage still reaches everybody, on the connection they came with. */
    private static void change(ServiceClient client, List<StageClient> peers, int entities)
            throws Exception {
        client.applyChanges(
                "probe",
                List.of(
                        Change.newBuilder()
                                .setCreateEntity(
                                        CreateEntity.newBuilder()
                                                .setClassName("Probe")
                                                .addFields(
                                                        ScalarField.newBuilder()
                                                                .setIndex(1)
                                                                .setUint32Value(entities)))
                                .build()));
        for (StageClient peer : peers) {
            assertThat(peer.await(view -> view.entities().size() == entities, PATIENCE))
                    .as("entity " + entities)
                    .isPresent();
            assertThat(peer.ping().orTimeout(30, TimeUnit.SECONDS).join()).isNotNegative();
            assertThat(peer.closed()).isEmpty();
        }
    }

    private static String document(String type) {
        return """
               {"format":"ark.entity-schema","version":1,"classes":[{"name":"Probe","fields":[\
               {"name":"f","index":1,"type":"%s","mask":["sync_view"]}],"tables":[],"containers":[]}],"configs":[]}
               """
                .formatted(type);
    }
}
