package dev.terrane.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.cli.run.DataFolder;
import dev.terrane.cli.run.DevTokens;
import dev.terrane.cli.run.Secrets;
import dev.terrane.cli.services.RunPlan;
import dev.terrane.cli.services.RunRequest;
import dev.terrane.cli.services.ServiceAddress;
import dev.terrane.cli.services.ServiceName;
import dev.terrane.cli.services.ServiceRunner;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.config.CommonProperties;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.testing.Await;
import dev.terrane.testing.Provokes;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The four services in this JVM, started once for all tests that only look. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StandaloneIT {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir private static Path folder;
    private Instances instances;

    @BeforeAll
    void start() throws IOException {
        StringBuilder yaml = new StringBuilder();
        for (ServiceName service : ServiceName.values()) {
            yaml.append("%s:%n  store:%n    readers: %d%n".formatted(service, readers(service)));
        }
        Path config = Files.writeString(folder.resolve("terrane.yaml"), yaml);
        new Secrets().ensure(folder.resolve("data"));
        instances = Instances.start(folder.resolve("data"), Optional.of(config));
    }

    @AfterAll
    void stop() {
        instances.close();
        assertThat(instances.downOrder())
                .containsExactly(
                        ServiceName.GATEWAY,
                        ServiceName.SESSION,
                        ServiceName.WORLD,
                        ServiceName.SCHEMA);
    }

    private static int readers(ServiceName service) {
        return 3 + List.of(ServiceName.values()).indexOf(service);
    }

    @Test
    void servicesStartInOrder() {
        assertThat(instances.upOrder()).containsExactly(ServiceName.values());
    }

    @ParameterizedTest
    @EnumSource
    void eachServiceIsAliveAndReadyOnItsPort(ServiceName service) throws Exception {
        assertThat(get(service, "/livez").statusCode()).isEqualTo(200);
        assertThat(get(service, "/readyz").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void eachContextSeesItsOwnSectionAndNoOther(ServiceName service) {
        ConfigurableEnvironment environment = instances.context(service).getEnvironment();

        for (ServiceName other : ServiceName.values()) {
            String value = environment.getProperty("terrane.%s.store.readers".formatted(other));
            assertThat(value)
                    .as(other + " in " + service)
                    .isEqualTo(other == service ? "" + readers(service) : null);
        }
        assertThat(environment.getProperty("terrane.service")).isEqualTo(service.id());
        assertThat(
                        environment.getPropertySources().stream()
                                .map(source -> source.getName())
                                .filter(name -> name.contains("terrane-"))
                                .filter(name -> !name.contains("terrane-shared")))
                .allSatisfy(name -> assertThat(name).contains("terrane-" + service));
    }

    @ParameterizedTest
    @EnumSource
    void eachServiceRanItsOwnMigrationsOnItsOwnFile(ServiceName service) {
        Flyway flyway = instances.context(service).getBean(Flyway.class);

        assertThat(flyway.getConfiguration().getLocations())
                .extracting(location -> location.toString())
                .allMatch(location -> location.contains("db/migration/" + service + "/sqlite"));
        List<String> scripts =
                instances
                        .context(service)
                        .getBean(StoreThreads.class)
                        .read(
                                () ->
                                        instances
                                                .context(service)
                                                .getBean(JdbcClient.class)
                                                .sql("SELECT script FROM flyway_schema_history")
                                                .query(String.class)
                                                .list());
        assertThat(scripts)
                .isNotEmpty()
                .allSatisfy(
                        script ->
                                assertThat(
                                                getClass()
                                                        .getResource(
                                                                "/db/migration/%s/sqlite/%s"
                                                                        .formatted(
                                                                                service, script)))
                                        .isNotNull());
        assertThat(folder.resolve("data/%s/%s.db".formatted(service, service))).exists();
    }

    @ParameterizedTest
    @EnumSource
    void noContextHoldsBeansOfAnotherService(ServiceName service) {
        ConfigurableApplicationContext context = instances.context(service);

        Set<String> packages = new TreeSet<>();
        for (String name : context.getBeanDefinitionNames()) {
            Class<?> type = context.getType(name);
            if (type != null) {
                Stream.of(ServiceName.values())
                        .map(other -> "dev.terrane." + other.id().toLowerCase(Locale.ROOT))
                        .filter(root -> (type.getPackageName() + ".").startsWith(root + "."))
                        .forEach(packages::add);
            }
        }
        assertThat(packages).containsExactly("dev.terrane." + service.id());
    }

    /** Its port is another at the next start, and a token of this start is still good then. */
    @ParameterizedTest
    @EnumSource
    void theIssuerIsNotNamedByAPortThatChanges(ServiceName service) {
        assertThat(instances.context(service).getBean(CommonProperties.class).issuer())
                .isEqualTo(StandaloneRunner.ISSUER_OF_FREE_PORTS);
    }

    /** In one JVM, too, services meet over HTTP only. */
    @Test
    void servicesCallEachOtherByHttp() throws Exception {
        ServiceAddress gateway = instances.address(ServiceName.GATEWAY);
        String token =
                DevTokens.at(URI.create(gateway.url()), new DataFolder(folder.resolve("data")))
                        .get(DevTokens.Ask.forRoles("it", "admin"))
                        .token();
        HttpRequest openStage =
                HttpRequest.newBuilder(
                                URI.create(
                                        gateway.url()
                                                + "/terrane.stage.v1alpha1.StageService/CreateStage"))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        "{\"spec\":{\"id\":\"s\",\"schemaId\":\"none@1\","
                                                + "\"mode\":\"STAGE_MODE_PLAY\",\"slots\":1}}"))
                        .build();
        double keysBefore = requests(ServiceName.GATEWAY, "GET");
        double callsBefore = requests(ServiceName.SCHEMA, "POST");

        HttpResponse<String> answer = send(openStage);

        assertThat(answer.statusCode()).as(answer.body()).isBetween(400, 499);
        // A request is counted when it is over at its server, which may be after the answer.
        Await.until(
                SOON,
                "the gateway asked schema-service: " + answer.body(),
                () -> requests(ServiceName.SCHEMA, "POST") > callsBefore);
        Await.until(
                SOON,
                "schema-service fetched the gateway's keys",
                () -> requests(ServiceName.GATEWAY, "GET") > keysBefore);
    }

    private double requests(ServiceName service, String method) {
        return instances
                .context(service)
                .getBean(MeterRegistry.class)
                .find("http.server.requests")
                .tag("method", method)
                .timers()
                .stream()
                .mapToDouble(Timer::count)
                .sum();
    }

    @ParameterizedTest
    @EnumSource
    void onlyTheGatewayListensOnOtherInterfaces(ServiceName service) {
        String address = instances.context(service).getEnvironment().getProperty("server.address");

        assertThat(instances.address(service).loopback()).isEqualTo(service != ServiceName.GATEWAY);
        assertThat(address).isEqualTo(service == ServiceName.GATEWAY ? "0.0.0.0" : "127.0.0.1");
    }

    @Test
    @Provokes("START_FAILED")
    void aServiceThatCannotStartTakesThoseAlreadyUpWithIt(@TempDir Path data) throws IOException {
        StandaloneRunner runner = new StandaloneRunner();
        RunRequest request = Instances.request(data, Optional.empty());
        RunPlan plan = runner.plan(request);
        ServiceAddress session = plan.addresses().get(2);
        List<String> events = new ArrayList<>();
        try (ServerSocket taken =
                new ServerSocket(session.port(), 1, InetAddress.getLoopbackAddress())) {
            assertThat(taken.isBound()).isTrue();
            assertThatThrownBy(() -> runner.start(request, plan, new Recorder(events)))
                    .isInstanceOfSatisfying(
                            TerraneException.class,
                            e -> assertThat(e.code().name()).isEqualTo("START_FAILED"))
                    .hasMessageContaining("session");
        }
        assertThat(events).containsExactly("schema up", "world up", "world down", "schema down");
    }

    @Test
    void processWideVariablesOfSpringAreNotSeen() {
        assertThat(
                        Stream.of("SERVER_PORT", "SPRING_PROFILES_ACTIVE", "MANAGEMENT_X", "PATH")
                                .filter(name -> !ServiceEnvironment.isProcessWide(name))
                                .collect(Collectors.toList()))
                .containsExactly("PATH");
    }

    private record Recorder(List<String> events) implements ServiceRunner.Progress {
        @Override
        public void up(ServiceAddress address, Duration took) {
            events.add(address.service() + " up");
        }

        @Override
        public void down(ServiceName service, Duration took) {
            events.add(service + " down");
        }
    }

    private HttpResponse<String> get(ServiceName service, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + instances.address(service).port() + path);
        return send(HttpRequest.newBuilder(uri).build());
    }

    private static HttpResponse<String> send(HttpRequest request) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }
}
