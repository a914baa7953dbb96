package dev.terrane.support.telemetry;

import org.slf4j.MDC;
import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;

/**
 * Marks the log lines of the thread that starts or closes a context with its service. Requests are
 * marked by {@link ServiceLogFilter}, store threads by themselves.
 */
public final class ServiceLogContext
        implements ApplicationContextInitializer<ConfigurableApplicationContext>, Ordered {
    /** Name of the field in log lines. */
    public static final String FIELD = "service";

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        String service = context.getEnvironment().getProperty("terrane.service");
        if (service != null) {
            MDC.put(FIELD, service);
            context.addApplicationListener(new Marker(context, service));
        }
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    private record Marker(ConfigurableApplicationContext context, String service)
            implements ApplicationListener<ApplicationEvent> {
        @Override
        public void onApplicationEvent(ApplicationEvent event) {
            switch (event) {
                case ContextClosedEvent closed
                        when closed.getApplicationContext().equals(context) ->
                        MDC.put(FIELD, service);
                case ApplicationReadyEvent _, ApplicationFailedEvent _ -> MDC.remove(FIELD);
                default -> {
                    // Other events say nothing about who runs on this thread.
                }
            }
        }
    }
}
