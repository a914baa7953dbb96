package dev.terrane.gateway.stages.wire;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.terrane.gateway.stages.GuidPool;
import dev.terrane.gateway.stages.SchemaUses;
import dev.terrane.gateway.stages.StageRegistry;
import dev.terrane.gateway.stages.StageServices;
import dev.terrane.gateway.stages.StageSources;
import dev.terrane.gateway.stages.StagesProperties;
import dev.terrane.proto.schema.v1alpha1.Registry;
import dev.terrane.proto.schema.v1alpha1.Schema;
import dev.terrane.proto.session.v1alpha1.SessionOuterClass;
import dev.terrane.proto.world.v1alpha1.WorldOuterClass;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.support.security.ServiceClients;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ExecutorService;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the clients of the other services and StageService together. */
@Configuration(proxyBeanMethods = false)
class StagesWireConfiguration {
    private final ServiceClients clients;
    private final StagesProperties properties;

    StagesWireConfiguration(ServiceClients clients, StagesProperties properties) {
        this.clients = clients;
        this.properties = properties;
    }

    @Bean
    StageSources stageSources() {
        return new RpcStageSources(
                calls("schema", Schema.getDescriptor(), "SchemaService"),
                calls("world", WorldOuterClass.getDescriptor(), "WorldService"),
                calls("world", WorldOuterClass.getDescriptor(), "ChunkService"),
                calls("session", SessionOuterClass.getDescriptor(), "SessionService"));
    }

    @Bean
    SchemaUses schemaUses() {
        return new RpcSchemaUses(calls("schema", Registry.getDescriptor(), "ReferenceService"));
    }

    @Bean
    ChunkClient chunkClient() {
        return new ChunkClient(
                calls("world", WorldOuterClass.getDescriptor(), "ChunkService"),
                properties.chunkCacheMax().toBytes());
    }

    @Bean
    EventSource eventSource() {
        return new StreamEventSource(clients);
    }

    @Bean
    StageFeeds stageFeeds(EventSource events, ChunkClient chunks, MeterRegistry registry) {
        StageFeeds feeds =
                new StageFeeds(
                        events,
                        chunks,
                        calls("session", SessionOuterClass.getDescriptor(), "SessionService"));
        Gauge.builder("terrane.stage.rooms", feeds, StageFeeds::rooms)
                .description("Stages that follow a room's chunks")
                .register(registry);
        Gauge.builder("terrane.stage.rooms.behind", feeds, StageFeeds::roomsBehind)
                .description("Stages that do not hear of all changes of their room now")
                .register(registry);
        FunctionCounter.builder("terrane.stage.rooms.resyncs", feeds, StageFeeds::resyncs)
                .description("How often all chunks held on a stage were compared anew")
                .register(registry);
        return feeds;
    }

    /**
     * Said by readiness and not judged by it: a gateway whose rooms are behind asks world-service
     * for every chunk, and taking it out would help nobody.
     */
    @Bean
    HealthIndicator roomsHealthIndicator(StageFeeds feeds) {
        return () -> {
            int behind = feeds.roomsBehind();
            return (behind == 0 ? Health.up() : Health.status("BEHIND"))
                    .withDetail("rooms", feeds.rooms())
                    .withDetail("behind", behind)
                    .build();
        };
    }

    @Bean
    StageServices stageServices(
            ChunkClient chunks, StageFeeds feeds, ExecutorService stageRequests) {
        return new RpcStageServices(
                calls("session", SessionOuterClass.getDescriptor(), "SessionService"),
                chunks,
                feeds,
                stageRequests);
    }

    @Bean
    RpcService stageService(StageRegistry stages, GuidPool guids) {
        return new StageServiceWire(stages, guids).toRpcService();
    }

    private Calls calls(String service, FileDescriptor file, String name) {
        ServiceDescriptor descriptor = file.findServiceByName(name);
        if (descriptor == null) {
            throw new IllegalArgumentException(file.getName() + " has no service " + name);
        }
        return new Calls(() -> clients.client(service), descriptor, properties.callTimeout());
    }
}
