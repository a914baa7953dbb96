package dev.terrane.standalone;

import dev.terrane.cli.services.RunPlan;
import dev.terrane.cli.services.RunRequest;
import dev.terrane.cli.services.ServiceAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.core.env.Environment;

/** What a service's context is told on its command line; these win over every other source. */
final class ServiceArguments {
    /** What the console shows at least. */
    private static final String CONSOLE = "logging.threshold.console";

    private static final String QUIET = "WARN";

    /**
     * Says at WARN that a start failed, with the chain of beans, before the failure itself is
     * reported; says nothing else.
     */
    private static final String CONTEXT_LEVEL =
            "logging.level." + AnnotationConfigServletWebServerApplicationContext.class.getName();

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
            arguments.add("--" + CONSOLE + "=" + QUIET);
            arguments.add("--" + CONTEXT_LEVEL + "=ERROR");
        }
        return arguments;
    }

    /** Whether the console of a service shows warnings only, and its log is in a file. */
    static boolean isQuiet(Environment environment) {
        return QUIET.equals(environment.getProperty(CONSOLE));
    }
}
