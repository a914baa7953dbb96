package dev.terrane.standalone;

import dev.terrane.cli.services.RunPlan;
import dev.terrane.cli.services.RunRequest;
import dev.terrane.cli.services.ServiceAddress;
import dev.terrane.cli.services.ServiceName;
import dev.terrane.cli.services.ServiceRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.context.ConfigurableApplicationContext;

/** Started services and what was said while they started and stopped. */
final class Instances implements AutoCloseable, ServiceRunner.Progress {
    private final List<ServiceName> up = new ArrayList<>();
    private final List<ServiceName> down = new ArrayList<>();
    private final RunPlan plan;
    private final Contexts contexts;

    private Instances(RunRequest request, StandaloneRunner runner) {
        this.plan = runner.plan(request);
        this.contexts = (Contexts) runner.start(request, plan, this);
    }

    /** All four on free ports. */
    static Instances start(Path data, Optional<Path> config) {
        return new Instances(request(data, config), new StandaloneRunner());
    }

    static RunRequest request(Path data, Optional<Path> config) {
        Map<ServiceName, Integer> free =
                Stream.of(ServiceName.values()).collect(Collectors.toMap(n -> n, _ -> 0));
        return new RunRequest(
                Optional.of(data), config, List.of(ServiceName.values()), free, false);
    }

    ConfigurableApplicationContext context(ServiceName service) {
        return contexts.get(service);
    }

    ServiceAddress address(ServiceName service) {
        return plan.addresses().stream()
                .filter(address -> address.service() == service)
                .findFirst()
                .orElseThrow();
    }

    List<ServiceName> upOrder() {
        return List.copyOf(up);
    }

    List<ServiceName> downOrder() {
        return List.copyOf(down);
    }

    @Override
    public void up(ServiceAddress address, Duration took) {
        up.add(address.service());
    }

    @Override
    public void down(ServiceName service, Duration took) {
        down.add(service);
    }

    @Override
    public void close() {
        contexts.close();
    }
}
