package dev.terrane.standalone;

import java.util.Map;
import java.util.TreeMap;
import org.springframework.web.context.support.StandardServletEnvironment;

/**
 * A service's environment without the process-wide {@code SERVER_*}, {@code SPRING_*} and {@code
 * MANAGEMENT_*} variables: in one JVM they would hit all four services alike. Terrane's own
 * variables name their service.
 */
final class ServiceEnvironment extends StandardServletEnvironment {
    @Override
    public Map<String, Object> getSystemEnvironment() {
        Map<String, Object> kept = new TreeMap<>(super.getSystemEnvironment());
        kept.keySet().removeIf(ServiceEnvironment::isProcessWide);
        return kept;
    }

    static boolean isProcessWide(String name) {
        return name.startsWith("SERVER_")
                || name.startsWith("SPRING_")
                || name.startsWith("MANAGEMENT_");
    }
}
