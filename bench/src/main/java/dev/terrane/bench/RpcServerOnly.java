package dev.terrane.bench;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;

/**
 * Keeps databases, security and the like, which the hosting benchmark needs on the class path, out
 * of the RPC benchmark's server: it shall be what it was without them.
 */
final class RpcServerOnly implements AutoConfigurationImportFilter {
    private static final List<String> KEPT =
            List.of(
                    "dev.terrane.rpc.",
                    "org.springframework.boot.autoconfigure.",
                    "org.springframework.boot.http.converter.",
                    "org.springframework.boot.jackson.",
                    "org.springframework.boot.jetty.",
                    "org.springframework.boot.servlet.",
                    "org.springframework.boot.web.",
                    "org.springframework.boot.webmvc.");

    @Override
    public boolean[] match(@Nullable String[] names, AutoConfigurationMetadata metadata) {
        boolean[] kept = new boolean[names.length];
        for (int i = 0; i < names.length; i++) {
            String name = names[i];
            kept[i] =
                    name != null
                            && !name.contains(".actuate.")
                            && KEPT.stream().anyMatch(name::startsWith);
        }
        return kept;
    }
}
