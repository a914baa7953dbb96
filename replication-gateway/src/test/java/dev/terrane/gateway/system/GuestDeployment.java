package dev.terrane.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.gateway.system.Deployment.Reply;
import dev.terrane.schema.SchemaApp;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Gateway and schema-service over real sockets with the schema {@code guests@1} published; the
 * other two services are down. Started once for the class.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GuestDeployment {
    static final String SCHEMA =
            """
            {"format":"ark.entity-schema","version":1,"classes":[{"name":"Guest","fields":[
              {"name":"name","index":1,"type":"string","mask":["sync_view","sync_self"]},
              {"name":"hp","index":2,"type":"uint32","mask":["sync_view","sync_self"]},
              {"name":"mp","index":3,"type":"uint32","mask":["sync_self"]}],
              "tables":[],"containers":[]}],"configs":[]}""";

    /** However slow the machine is, refused uploads are read to their end. */
    private static final String DISCARD = "terrane.common.http.discard-time-max=5m";

    @TempDir static Path folder;

    Deployment deployment;
    String admin;
    String authority;

    @BeforeAll
    void start() {
        deployment =
                new Deployment(folder)
                        .start("schema", SchemaApp.class, DISCARD)
                        .startGateway(
                                DISCARD,
                                "terrane.gateway.stages.hello-timeout=8s",
                                "terrane.gateway.stages.debt-hard-age=8s");
        admin = deployment.token("root", "admin");
        authority = deployment.token("director", "authority");
        Reply published = deployment.post("/api/v1/schemas/guests", admin, SCHEMA);
        assertThat(published.status()).as(published.body()).isLessThan(300);
    }

    @AfterAll
    void stop() {
        deployment.close();
    }

    void stage(String id, String rest) {
        Reply created =
                deployment.post(
                        "/api/v1/stages",
                        authority,
                        "{\"id\":\"" + id + "\",\"schema\":\"guests@1\"" + rest + "}");
        assertThat(created.status()).as(created.body()).isEqualTo(201);
    }

    void guests(String id) {
        stage(id, ",\"join\":{\"class\":\"Guest\",\"role\":\"player\",\"nameField\":\"name\"}");
    }

    SocketPeer player(String stage, String name) {
        return SocketPeer.join(deployment, stage, deployment.token(name, "player"));
    }

    long guidOf(String stage) {
        Reply entities =
                deployment.post(
                        "/terrane.stage.v1alpha1.StageService/ListEntities",
                        authority,
                        "{\"stage\":\"" + stage + "\"}");
        assertThat(entities.status()).as(entities.body()).isEqualTo(200);
        return entities.json().path("entities").get(0).path("guid").asLong();
    }

    Reply set(String stage, long guid, String requestId, String field) {
        return deployment.post(
                "/terrane.stage.v1alpha1.StageService/ApplyChanges",
                authority,
                ("{\"stage\":\"%s\",\"requestId\":\"%s\",\"changes\":[{\"setField\":{\"guid\":\"%d\","
                                + "\"field\":%s}}]}")
                        .formatted(stage, requestId, guid, field));
    }
}
