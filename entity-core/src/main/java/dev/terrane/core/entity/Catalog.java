package dev.terrane.core.entity;

import dev.terrane.core.schema.Mask;
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
    private final Map<String, IndexMap<Mask>> masks;

    private Catalog(
            Map<String, EntityLayout> classes,
            Map<Long, Profile> profiles,
            Map<String, IndexMap<Mask>> masks) {
        this.classes = classes;
        this.profiles = profiles;
        this.masks = masks;
    }

    /** A catalog whose members have no flags. */
    public static Catalog of(Collection<EntityLayout> classes, Collection<Profile> profiles) {
        return of(classes, profiles, Map.of());
    }

    /**
     * A catalog; throws when a class or profile occurs twice, a profile does not fit its class, or
     * a flag is given to something that is no member.
     *
     * @param masks by class the flags of its members; those left out have none
     */
    public static Catalog of(
            Collection<EntityLayout> classes,
            Collection<Profile> profiles,
            Map<String, IndexMap<Mask>> masks) {
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
        masks.forEach((name, flags) -> check(name, flags, byName));
        return new Catalog(byName, byId, Map.copyOf(masks));
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

    /** All profiles. */
    Collection<Profile> profiles() {
        return profiles.values();
    }

    /** Flags of the members of a class, by member index; a member left out has none. */
    public IndexMap<Mask> masks(String className) {
        return masks.getOrDefault(className, IndexMap.empty());
    }

    private static void check(
            String name, IndexMap<Mask> masks, Map<String, EntityLayout> classes) {
        EntityLayout layout = classes.get(name);
        masks.forEach(
                (mask, index) -> {
                    if (layout == null || !layout.hasMember(index)) {
                        throw new IllegalArgumentException(
                                "flags for " + index + " of " + name + ", which is no member");
                    }
                });
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
