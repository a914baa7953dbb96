package dev.terrane.support.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginTrackedValue;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ClassPathResource;

/**
 * Brings {@link TerraneConfig} into the environment of a service whose shipped defaults name it
 * with {@code terrane.service}: {@code common} and its own section, nothing of the others. From
 * strong to weak: arguments, system properties, {@code TERRANE_*} variables, other variables,
 * terrane.yaml, {@code terrane-SERVICE.yaml}, the defaults all services share. A configuration with
 * mistakes stops the start.
 */
public final class TerraneEnvironmentPostProcessor implements EnvironmentPostProcessor, Ordered {
    static final String VARIABLES = "terraneVariables";
    static final String FILE = "terraneFile";
    private static final Map<String, Object> JSON_LOGS =
            Map.of(
                    "logging.structured.format.console", "logstash",
                    "logging.structured.format.file", "logstash");
    private static final String SHARED_DEFAULTS = "terrane-shared-defaults.yaml";

    /** After the shipped defaults were read, which name the service. */
    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER + 1;
    }

    @Override
    public void postProcessEnvironment(
            ConfigurableEnvironment environment, SpringApplication application) {
        String service = environment.getProperty("terrane.service");
        if (service == null) {
            return;
        }
        ClassLoader loader =
                Optional.ofNullable(application.getClassLoader())
                        .orElseGet(TerraneConfig.class::getClassLoader);
        String file = environment.getProperty("terrane.config");
        TerraneConfig config =
                TerraneConfig.load(
                        file == null ? null : Path.of(file),
                        variables(environment),
                        KnownKeys.fromClassPath(loader));
        config.requireValid();
        config.requireKnownArguments(argumentNames(environment));
        install(environment.getPropertySources(), service, config);
        if ("json".equalsIgnoreCase(environment.getProperty("terrane.common.logging.format"))) {
            environment
                    .getPropertySources()
                    .addLast(new MapPropertySource("terraneJson", JSON_LOGS));
        }
    }

    private static void install(
            MutablePropertySources sources, String service, TerraneConfig config) {
        String system = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        var variables = source(VARIABLES, service, config.fromVariables().values());
        var file = source(FILE, service, config.fromFile().values());
        PropertySource<?> rest = sources.get(system);
        if (rest == null) {
            sources.addFirst(file);
            sources.addFirst(variables);
        } else {
            sources.replace(system, withoutOurs(rest));
            sources.addBefore(system, variables);
            sources.addAfter(system, file);
        }
        sources.addLast(sharedDefaults());
    }

    /** Common settings and the service's own. */
    private static PropertySource<?> source(
            String name, String service, Collection<ConfigValue> values) {
        Map<String, Object> visible = new LinkedHashMap<>();
        for (ConfigValue value : values) {
            Optional<ServiceSection> section = ServiceSection.of(value.key());
            if (section.isEmpty() || section.get().id().equals(service)) {
                visible.put(
                        value.key(),
                        OriginTrackedValue.of(value.value(), new PlaceOrigin(value.place())));
            }
        }
        return new OriginTrackedMapPropertySource(name, visible);
    }

    private record PlaceOrigin(ConfigPlace place) implements Origin {
        @Override
        public String toString() {
            return place.toString();
        }
    }

    private static PropertySource<?> withoutOurs(PropertySource<?> system) {
        Map<String, Object> kept = new TreeMap<>();
        if (system.getSource() instanceof Map<?, ?> all) {
            all.forEach(
                    (key, value) -> {
                        if (!key.toString().startsWith("TERRANE_")) {
                            kept.put(key.toString(), value);
                        }
                    });
        }
        return new SystemEnvironmentPropertySource(system.getName(), kept);
    }

    private static Map<String, String> variables(ConfigurableEnvironment environment) {
        Map<String, String> variables = new TreeMap<>();
        environment
                .getSystemEnvironment()
                .forEach((name, value) -> variables.put(name, String.valueOf(value)));
        return variables;
    }

    private static Set<String> argumentNames(ConfigurableEnvironment environment) {
        @Nullable PropertySource<?> arguments =
                environment.getPropertySources().get("commandLineArgs");
        return arguments instanceof EnumerablePropertySource<?> enumerable
                ? Set.of(enumerable.getPropertyNames())
                : Set.of();
    }

    private static PropertySource<?> sharedDefaults() {
        try {
            return new YamlPropertySourceLoader()
                    .load("terraneSharedDefaults", new ClassPathResource(SHARED_DEFAULTS))
                    .getFirst();
        } catch (IOException e) {
            throw new UncheckedIOException("shared defaults cannot be read", e);
        }
    }
}
