package dev.terrane.standalone;

import dev.terrane.cli.services.RunPlan;
import dev.terrane.cli.services.RunRequest;
import dev.terrane.cli.services.ServiceAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a service's context is told on its command line; these win over every other source. */
final class ServiceArguments {
    private ServiceArguments() {}

    static List<String> of(RunRequest request, RunPlan plan, ServiceAddress own) {
        List<String> arguments = new ArrayList<>();
        arguments.add("--spring.config.name=terrane-" + own.service().id());
        arguments.add("--spring.main.banner-mode=off");
        arguments.add("--logging.register-shutdown-hook=false");
        arguments.add("--server.port=" + own.port());
        if (own.loopback()) {
            arguments.add("--server.address=127.0.0.1");
        }
        request.config().ifPresent(file -> arguments.add("--terrane.config=" + file));
        Path data = plan.data();
        arguments.add("--terrane.common.data-dir=" + data);
        if (request.isComplete()) {
            for (ServiceAddress address : plan.addresses()) {
                arguments.add(
                        "--terrane.common.services.%s=http://127.0.0.1:%d"
                                .formatted(address.service().id(), address.port()));
            }
        }
        if (!request.consoleLogs()) {
            arguments.add("--logging.file.name=" + data.resolve("logs/terrane.log"));
            arguments.add("--logging.threshold.console=WARN");
        }
        return arguments;
    }
}
