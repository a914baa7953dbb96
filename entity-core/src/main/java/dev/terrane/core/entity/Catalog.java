package dev.terrane.core.entity;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Classes and profiles a kernel works with; immutable. What is put in comes from a validated schema
 * document, so a contradiction is a programmer's error.
 */
public final class Catalog {
    private final Map<String, EntityLayout> classes;
    private final Map<Long, Profile> profiles;

    private Catalog(Map<String, EntityLayout> classes, Map<Long, Profile> profiles) {
        this.classes = classes;
        this.profiles = profiles;
    }

    /**
     * A catalog; throws when a class or profile occurs twice or a profile does not fit its class.
     */
    public static Catalog of(Collection<EntityLayout> classes, Collection<Profile> profiles) {
        Map<String, EntityLayout> byName = new LinkedHashMap<>();
        for (EntityLayout layout : classes) {
            if (byName.put(layout.name(), layout) != null) {
                throw new IllegalArgumentException("class " + layout.name() + " twice");
            }
        }
        Map<Long, Profile> byId = new LinkedHashMap<>();
        for (Profile profile : profiles) {
            if (byId.put(profile.id(), profile) != null) {
                throw new IllegalArgumentException("profile " + profile.id() + " twice");
            }
            check(profile, byName);
        }
        return new Catalog(byName, byId);
    }

    /** The layout of a class. */
    public Optional<EntityLayout> findClass(String name) {
        return Optional.ofNullable(classes.get(name));
    }

    /** All classes in the order given. */
    public Collection<EntityLayout> classes() {
        return classes.values();
    }

    /** A profile by its configuration id. */
    public Optional<Profile> findProfile(long id) {
        return Optional.ofNullable(profiles.get(id));
    }

    private static void check(Profile profile, Map<String, EntityLayout> classes) {
        EntityLayout layout = classes.get(profile.className());
        if (layout == null) {
            throw new IllegalArgumentException(
                    "profile " + profile.id() + " names unknown class " + profile.className());
        }
        profile.values()
                .forEach(
                        (value, index) -> {
                            if (layout.fields()
                                    .find(index)
                                    .filter(field -> field.type() == value.type())
                                    .isEmpty()) {
                                throw new IllegalArgumentException(
                                        "profile "
                                                + profile.id()
                                                + " has no fitting field "
                                                + index
                                                + " in "
                                                + layout.name());
                            }
                        });
    }
}
