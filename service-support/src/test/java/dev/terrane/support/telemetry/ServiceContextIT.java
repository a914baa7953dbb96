package dev.terrane.support.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.drain.DrainCoordinator;
import dev.terrane.support.drain.DrainListener;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.testing.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A whole service with nothing but this module: probes, metrics, logs and its end. */
class ServiceContextIT {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceContextIT.class);
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();
    private static volatile CountDownLatch hold = new CountDownLatch(1);
    private static volatile CountDownLatch entered = new CountDownLatch(1);
    private final HttpClient http = HttpClient.newHttpClient();
    @TempDir Path folder;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Slow.class)
    static class Service {
        @Bean
        SecurityFilterChain everythingIsPublic(HttpSecurity security) {
            return security.authorizeHttpRequests(all -> all.anyRequest().permitAll()).build();
        }

        @Bean
        DrainListener sockets() {
            return notice -> EVENTS.add("close " + notice.closeCode());
        }
    }

    @RestController
    static class Slow {
        private final StoreThreads store;

        Slow(StoreThreads store) {
            this.store = store;
        }

        @GetMapping("/api/v1/slow")
        String slow() throws InterruptedException {
            LOG.info("slow request");
            entered.countDown();
            hold.await();
            String fields = MDC.get("service") + " " + store.write(() -> MDC.get("service"));
            return Thread.currentThread().isVirtual() + " " + fields;
        }
    }

    /** What fails is repeated in the same JVM. */
    @BeforeEach
    void forget() {
        hold = new CountDownLatch(1);
        entered = new CountDownLatch(1);
        EVENTS.clear();
    }

    private ConfigurableApplicationContext start(String... more) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "--spring.config.name=terrane-world",
                                "--spring.main.banner-mode=off",
                                "--terrane.common.data-dir=" + folder,
                                "--terrane.world.port=0",
                                "--terrane.world.address=127.0.0.1",
                                "--logging.register-shutdown-hook=false"));
        arguments.addAll(List.of(more));
        SpringApplication application = new SpringApplication(Service.class);
        application.setRegisterShutdownHook(false);
        return application.run(arguments.toArray(String[]::new));
    }

    private static URI address(ConfigurableApplicationContext context, String path) {
        int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private HttpResponse<String> get(URI uri) {
        try {
            return http.send(
                    HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Test
    void drainingTurnsReadinessOffRefusesNewRequestsAndLetsRunningOnesEnd() throws Exception {
        ConfigurableApplicationContext context =
                start("--terrane.common.drain.retry-after=3s", "--terrane.common.drain.grace=5m");
        URI slow = address(context, "/api/v1/slow");
        assertThat(get(address(context, "/readyz")).statusCode()).isEqualTo(200);
        assertThat(get(address(context, "/livez")).statusCode()).isEqualTo(200);
        CompletableFuture<HttpResponse<String>> running =
                http.sendAsync(
                        HttpRequest.newBuilder(slow).build(), HttpResponse.BodyHandlers.ofString());
        entered.await();
        Thread closing = Thread.ofPlatform().start(context::close);
        DrainCoordinator coordinator = context.getBean(DrainCoordinator.class);
        Await.until(DEADLINE, "draining", coordinator::isDraining);

        HttpResponse<String> refused = get(slow);
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).contains("3");
        assertThat(refused.headers().firstValue("Content-Type").orElse(""))
                .startsWith("application/problem+json");
        assertThat(refused.body()).contains("urn:terrane:error:UNAVAILABLE");
        HttpResponse<String> rpc = get(address(context, "/terrane.world.v1alpha1.X/Get"));
        assertThat(rpc.statusCode()).isEqualTo(503);
        assertThat(rpc.body()).contains("\"unavailable\"");
        assertThat(get(address(context, "/readyz")).statusCode()).isEqualTo(503);
        assertThat(get(address(context, "/livez")).statusCode()).isEqualTo(200);
        Await.until(DEADLINE, "sockets closed", () -> EVENTS.contains("close 1012"));
        assertThat(closing.isAlive()).isTrue();

        hold.countDown();
        assertThat(running.get().body()).isEqualTo("true world world");
        closing.join();
        assertThat(context.isActive()).isFalse();
    }

    @Test
    void metricsAreOfThisServiceOnly() {
        try (ConfigurableApplicationContext context = start()) {
            String metrics = get(address(context, "/actuator/prometheus")).body();
            assertThat(metrics)
                    .contains("terrane_store_queued{kind=\"write\",service=\"world\"}")
                    .contains("terrane_store_refused_total{service=\"world\"}")
                    .contains("terrane_store_write_failing{service=\"world\"} 0.0");
            assertThat(get(address(context, "/actuator/health")).body()).doesNotContain("\"db\"");
            assertThat(get(address(context, "/actuator/flyway")).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void jsonLogsHaveTheServiceAsAField() throws IOException {
        Path log = folder.resolve("service.log");
        try (ConfigurableApplicationContext context =
                start(
                        "--terrane.common.logging.format=json",
                        "--logging.file.name=" + log,
                        "--logging.config=classpath:logback-as-shipped.xml")) {
            context.getBean(StoreThreads.class).run(() -> LOG.info("from the store"));
        }
        try (Stream<String> lines = Files.lines(log)) {
            assertThat(lines.filter(line -> line.contains("from the store")))
                    .singleElement()
                    .satisfies(
                            line ->
                                    assertThat(line)
                                            .startsWith("{")
                                            .contains("\"service\":\"world\""));
        }
    }
}
