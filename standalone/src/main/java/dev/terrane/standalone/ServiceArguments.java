package dev.terrane.standalone;

import dev.terrane.cli.services.RunRequest;
import dev.terrane.cli.services.ServiceAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a service's context is told on its command line; these win over every other source. */
final class ServiceArguments {
    private ServiceArguments() {}

    static List<String> of(RunRequest request, List<ServiceAddress> addresses, ServiceAddress own) {
        List<String> arguments = new ArrayList<>();
        arguments.add("--spring.config.name=terrane-" + own.service().id());
        arguments.add("--terrane.service=" + own.service().id());
        arguments.add("--spring.main.banner-mode=off");
        arguments.add("--logging.register-shutdown-hook=false");
        arguments.add("--server.port=" + own.port());
        if (own.loopback()) {
            arguments.add("--server.address=127.0.0.1");
        }
        Path data = request.data().toAbsolutePath().normalize();
        arguments.add("--terrane.common.data-dir=" + data);
        if (request.isComplete()) {
            for (ServiceAddress address : addresses) {
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
