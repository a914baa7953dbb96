package dev.terrane.support.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.proto.schema.v1alpha1.GetSchemaRequest;
import dev.terrane.proto.schema.v1alpha1.GetSchemaResponse;
import dev.terrane.proto.schema.v1alpha1.ListSchemasRequest;
import dev.terrane.proto.schema.v1alpha1.ListSchemasResponse;
import dev.terrane.proto.schema.v1alpha1.PublishSchemaRequest;
import dev.terrane.proto.schema.v1alpha1.PublishSchemaResponse;
import dev.terrane.proto.schema.v1alpha1.Schema;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.testing.Processes;
import dev.terrane.testing.Provokes;
import dev.terrane.testing.SqliteHolder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.stereotype.Repository;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Another process holds the file: writes are refused as unavailable, everything else goes on. */
class BlockedDatabaseIT {
    private final HttpClient http = HttpClient.newHttpClient();
    @TempDir Path folder;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Writes.class, FinalStore.class})
    static class Service {
        @Bean
        SecurityFilterChain everythingIsPublic(HttpSecurity security) {
            return security.csrf(csrf -> csrf.disable())
                    .authorizeHttpRequests(all -> all.anyRequest().permitAll())
                    .build();
        }

        @Bean
        RpcService writes(StoreThreads store) {
            return RpcService.of(Schema.getDescriptor().findServiceByName("SchemaService"))
                    .unary(
                            "PublishSchema",
                            PublishSchemaRequest.getDefaultInstance(),
                            (request, context) ->
                                    store.write(PublishSchemaResponse::getDefaultInstance))
                    .unary(
                            "GetSchema",
                            GetSchemaRequest.getDefaultInstance(),
                            (request, context) -> store.read(GetSchemaResponse::getDefaultInstance))
                    .unary(
                            "ListSchemas",
                            ListSchemasRequest.getDefaultInstance(),
                            (request, context) -> ListSchemasResponse.getDefaultInstance())
                    .build();
        }
    }

    /** Final, as stores are: nothing may want to subclass them. */
    @Repository
    static final class FinalStore {}

    @RestController
    static class Writes {
        private final StoreThreads store;

        Writes(StoreThreads store) {
            this.store = store;
        }

        @PostMapping("/api/v1/writes")
        String write() {
            return store.write(() -> "written");
        }
    }

    @Test
    @Provokes("UNAVAILABLE")
    void writesAreUnavailableAndReadsGoOn() throws IOException, InterruptedException {
        SpringApplication application = new SpringApplication(Service.class);
        application.setRegisterShutdownHook(false);
        try (ConfigurableApplicationContext context =
                application.run(
                        "--spring.config.name=terrane-world",
                        "--spring.main.banner-mode=off",
                        "--terrane.common.data-dir=" + folder,
                        "--terrane.world.port=0",
                        "--terrane.world.address=127.0.0.1",
                        "--terrane.world.store.busy-timeout=100ms")) {
            int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
            URI base = URI.create("http://127.0.0.1:" + port);
            String publish = "/terrane.schema.v1alpha1.SchemaService/PublishSchema";
            assertThat(post(base, publish).statusCode()).isEqualTo(200);
            assertThat(post(base, "/api/v1/writes").body()).isEqualTo("written");
            try (Processes.Child other = SqliteHolder.hold(folder.resolve("world/world.db"))) {
                HttpResponse<String> rpc = post(base, publish);
                assertThat(rpc.statusCode()).isEqualTo(503);
                assertThat(rpc.body()).contains("\"unavailable\"", "the database is locked");
                HttpResponse<String> rest = post(base, "/api/v1/writes");
                assertThat(rest.statusCode()).isEqualTo(503);
                assertThat(rest.headers().firstValue("Retry-After")).isPresent();
                assertThat(rest.body())
                        .contains("urn:terrane:error:UNAVAILABLE", "the database is locked");
                assertThat(
                                post(base, "/terrane.schema.v1alpha1.SchemaService/GetSchema")
                                        .statusCode())
                        .isEqualTo(200);
                other.kill();
            }
            assertThat(post(base, "/api/v1/writes").body()).isEqualTo("written");
        }
    }

    private HttpResponse<String> post(URI base, String path)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(base.resolve(path))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
