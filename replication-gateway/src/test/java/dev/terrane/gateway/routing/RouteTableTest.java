package dev.terrane.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.terrane.gateway.routing.RouteTable.Target;
import dev.terrane.proto.schema.v1alpha1.Schema;
import dev.terrane.proto.session.v1alpha1.SessionOuterClass;
import dev.terrane.proto.stage.v1alpha1.StageOuterClass;
import dev.terrane.proto.world.v1alpha1.WorldOuterClass;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RouteTableTest {
    private static void assertRoute(String path, Target target) {
        assertThat(RouteTable.find(path)).as(path).contains(target);
    }

    @Test
    void restIsRoutedByTheNounAfterTheVersion() {
        assertRoute("/api/v1/schemas", Target.SCHEMA);
        assertRoute("/api/v1/schemas/guest-room@1", Target.SCHEMA);
        assertRoute("/api/v1/schemas:validate", Target.SCHEMA);
        assertRoute("/api/v1/channels/live", Target.SCHEMA);
        assertRoute("/api/v1/worlds/w/rooms/r/chunks/0/0/0", Target.WORLD);
        assertRoute("/api/v1/imports/1", Target.WORLD);
        assertRoute("/api/v1/assets", Target.WORLD);
        assertRoute("/api/v1/sessions/s/commands", Target.SESSION);
        assertRoute("/api/v1/stages/s:upgrade", Target.GATEWAY);
        assertRoute("/api/v1/tickets", Target.GATEWAY);
        assertRoute("/api/v1/tokens", Target.GATEWAY);
    }

    @Test
    void rpcIsRoutedByThePackage() {
        assertRoute("/terrane.schema.v1alpha1.SchemaService/GetSchema", Target.SCHEMA);
        assertRoute("/terrane.world.v1alpha1.ChunkService/GetChunk", Target.WORLD);
        assertRoute("/terrane.session.v1alpha1.SessionService/Submit", Target.SESSION);
        assertRoute("/terrane.stage.v1alpha1.StageService/CreateStage", Target.GATEWAY);
    }

    @Test
    void everyMethodOfEveryContractIsRoutedToItsService() {
        Map<FileDescriptor, Target> contracts =
                Map.of(
                        Schema.getDescriptor(), Target.SCHEMA,
                        WorldOuterClass.getDescriptor(), Target.WORLD,
                        SessionOuterClass.getDescriptor(), Target.SESSION,
                        StageOuterClass.getDescriptor(), Target.GATEWAY);
        contracts.forEach(
                (file, target) -> {
                    assertThat(file.getServices()).isNotEmpty();
                    for (ServiceDescriptor service : file.getServices()) {
                        for (MethodDescriptor method : service.getMethods()) {
                            assertRoute(
                                    "/" + service.getFullName() + "/" + method.getName(), target);
                        }
                    }
                });
    }

    @Test
    void openApiDocumentsAreRoutedByTheServiceTheyName() {
        assertRoute("/api/v1/openapi/schema", Target.SCHEMA);
        assertRoute("/api/v1/openapi/world", Target.WORLD);
        assertRoute("/api/v1/openapi/session.yaml", Target.SESSION);
        assertRoute("/api/v1/openapi/gateway", Target.GATEWAY);
    }

    @Test
    void everythingElseBelongsToNoService() {
        for (String path :
                new String[] {
                    "/",
                    "/api/v1/",
                    "/api/v1",
                    "/api/v2/schemas",
                    "/api/v1/schemasx",
                    "/api/v1/openapi",
                    "/api/v1/openapi/other",
                    "/actuator/health",
                    "/actuator",
                    "/livez",
                    "/readyz",
                    "/events",
                    "/oauth2/jwks",
                    "/terrane.",
                    "/terrane.other.v1alpha1.X/Y",
                    "/terraneXworld.v1.ChunkService/GetChunk"
                }) {
            assertThat(RouteTable.find(path)).as(path).isEmpty();
        }
    }
}
