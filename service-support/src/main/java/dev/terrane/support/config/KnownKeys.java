package dev.terrane.support.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every setting there is: the union of the configuration metadata on the class path. Keys under
 * {@code terrane.each-service} stand for one in each service's section.
 */
public final class KnownKeys {
    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final String EACH = "terrane.each-service.";
    private final TreeMap<String, KnownKey> keys = new TreeMap<>();
    private final Set<ServiceSection> present = EnumSet.noneOf(ServiceSection.class);

    private final List<Group> groups = new ArrayList<>();

    private KnownKeys() {}

    /**
     * Settings that one record holds.
     *
     * @param prefix what their keys begin with
     * @param type the record's class name
     * @param loader where it is found
     */
    record Group(String prefix, String type, ClassLoader loader) {
        boolean holds(String key) {
            return key.startsWith(prefix + ".");
        }
    }

    /** The records on the class path that hold settings, sorted by prefix. */
    List<Group> groups() {
        return groups.stream().sorted(Comparator.comparing(Group::prefix)).toList();
    }

    /** Reads the metadata of all modules the loader sees. */
    public static KnownKeys fromClassPath(ClassLoader loader) {
        KnownKeys known = new KnownKeys();
        try {
            for (ServiceSection section : ServiceSection.values()) {
                if (loader.getResource("terrane-" + section.id() + ".yaml") != null) {
                    known.present.add(section);
                }
            }
            for (URL url : Collections.list(loader.getResources(METADATA))) {
                try (InputStream in = url.openStream()) {
                    known.add(JsonMapper.shared().readTree(in), loader);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("configuration metadata cannot be read", e);
        }
        return known;
    }

    private void add(JsonNode metadata, ClassLoader loader) {
        for (JsonNode group : metadata.path("groups")) {
            String name = group.path("name").asString("");
            String type = group.path("type").asString("");
            if (name.startsWith(EACH)) {
                for (ServiceSection section : present) {
                    String prefix = section.prefix() + name.substring(EACH.length());
                    groups.add(new Group(prefix, type, loader));
                }
            } else if (name.startsWith("terrane.") && group.path("sourceMethod").isMissingNode()) {
                groups.add(new Group(name, type, loader));
            }
        }
        for (JsonNode property : metadata.path("properties")) {
            String name = property.path("name").asString("");
            if (name.startsWith(EACH)) {
                for (ServiceSection section : ServiceSection.values()) {
                    add(section.prefix() + name.substring(EACH.length()), property);
                }
            } else if (name.startsWith("terrane.")) {
                add(name, property);
            }
        }
    }

    private void add(String key, JsonNode property) {
        JsonNode given = property.path("defaultValue");
        Optional<String> defaultValue =
                given.isMissingNode()
                        ? Optional.empty()
                        : Optional.of(given.isValueNode() ? given.asString() : given.toString());
        keys.put(
                key,
                new KnownKey(
                        key,
                        property.path("type").asString("java.lang.String"),
                        property.path("description").asString(""),
                        defaultValue));
    }

    /** All settings, sorted by key. */
    public Collection<KnownKey> all() {
        return Collections.unmodifiableCollection(keys.values());
    }

    /** The setting that a key, or the key of one of its elements, belongs to. */
    public Optional<KnownKey> find(String key) {
        KnownKey exact = keys.get(key);
        if (exact != null) {
            return Optional.of(exact);
        }
        return keys.values().stream().filter(known -> known.covers(key)).findFirst();
    }

    /** False for a service that is not on the class path: its own keys cannot be judged here. */
    boolean canJudge(String key) {
        return ServiceSection.of(key).map(present::contains).orElse(true);
    }

    /** The closest key in spelling, if any is close enough to have been meant. */
    Optional<String> suggest(String key) {
        return Spelling.closest(key, List.copyOf(keys.keySet()));
    }

    /** The closest environment variable, if any is close enough to have been meant. */
    Optional<String> suggestVariable(String name) {
        return Spelling.closest(name, keys.values().stream().map(KnownKey::variable).toList());
    }
}
