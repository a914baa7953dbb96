package dev.terrane.standalone;

import dev.terrane.cli.run.Ports;
import dev.terrane.cli.services.RunPlan;
import dev.terrane.cli.services.RunRequest;
import dev.terrane.cli.services.ServiceAddress;
import dev.terrane.cli.services.ServiceName;
import dev.terrane.cli.services.ServiceRunner;
import dev.terrane.gateway.GatewayApp;
import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.SchemaApp;
import dev.terrane.session.SessionApp;
import dev.terrane.support.config.TerraneConfig;
import dev.terrane.world.WorldApp;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Starts services as Spring contexts of this JVM, one after the other, and closes them in reverse.
 * Registers no shutdown hook: whoever starts it decides when it ends.
 */
public final class StandaloneRunner implements ServiceRunner {
    /** The issuer of an instance whose gateway listens wherever a port is free. */
    static final String ISSUER_OF_FREE_PORTS = "urn:terrane:standalone";

    @Override
    public RunPlan plan(RunRequest request) {
        TerraneConfig config = TerraneConfigSource.read(request.config());
        config.requireValid();
        Path data = request.data().orElseGet(() -> TerraneConfigSource.data(config));
        return new RunPlan(data.toAbsolutePath().normalize(), addresses(request, config));
    }

    private static List<ServiceAddress> addresses(RunRequest request, TerraneConfig config) {
        Set<Integer> taken = new HashSet<>();
        List<ServiceAddress> addresses = new ArrayList<>();
        for (ServiceName service : request.services()) {
            int port = askedPort(request, config, service);
            boolean loopback = request.isComplete() && service != ServiceName.GATEWAY;
            addresses.add(
                    new ServiceAddress(service, loopback, port == 0 ? Ports.unused(taken) : port));
        }
        return addresses;
    }

    /** The port that was asked for; 0 for one that is free. */
    private static int askedPort(RunRequest request, TerraneConfig config, ServiceName service) {
        int configured =
                config.find(service.id() + ".port")
                        .map(value -> Integer.parseInt(value.value()))
                        .orElse(service.defaultPort());
        return request.ports().getOrDefault(service, configured);
    }

    @Override
    public Running start(RunRequest request, RunPlan plan, Progress progress) {
        Contexts contexts = new Contexts(progress);
        for (ServiceAddress address : plan.addresses()) {
            Instant begin = Instant.now();
            try {
                contexts.add(address.service(), start(request, plan, address));
            } catch (RuntimeException e) {
                contexts.close();
                throw startFailed(address.service(), e);
            }
            progress.up(address, Duration.between(begin, Instant.now()));
        }
        return contexts;
    }

    /** The application class of a service. */
    static Class<?> application(ServiceName service) {
        return switch (service) {
            case SCHEMA -> SchemaApp.class;
            case WORLD -> WorldApp.class;
            case SESSION -> SessionApp.class;
            case GATEWAY -> GatewayApp.class;
        };
    }

    private static ConfigurableApplicationContext start(
            RunRequest request, RunPlan plan, ServiceAddress address) {
        SpringApplication application = new SpringApplication(application(address.service()));
        application.setMainApplicationClass(application(address.service()));
        application.setRegisterShutdownHook(false);
        application.setEnvironment(new ServiceEnvironment());
        application.setDefaultProperties(defaults(request));
        return application.run(ServiceArguments.of(request, plan, address).toArray(String[]::new));
    }

    /**
     * An issuer is named by the gateway's address, unless that is another one at every start: then
     * tokens of the last start, whose keys are still there, would be refused for their issuer.
     */
    private static Map<String, Object> defaults(RunRequest request) {
        boolean moves =
                request.isComplete()
                        && askedPort(
                                        request,
                                        TerraneConfigSource.read(request.config()),
                                        ServiceName.GATEWAY)
                                == 0;
        return moves ? Map.of("terrane.common.security.issuer", ISSUER_OF_FREE_PORTS) : Map.of();
    }

    private static TerraneException startFailed(ServiceName service, RuntimeException failure) {
        StartFailure found = StartFailure.of(failure);
        if (found.refusal().isPresent()) {
            return found.refusal().get();
        }
        return TerraneException.of(
                        CliError.START_FAILED,
                        "%s did not start: %s".formatted(service, found.text()))
                .extra("service", service.id())
                .cause(failure)
                .toException();
    }
}
