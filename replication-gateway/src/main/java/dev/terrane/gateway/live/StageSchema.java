package dev.terrane.gateway.live;

import dev.terrane.core.entity.Catalog;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a stage needs of its schema: classes, profiles and which members the schema itself shows to
 * whom. Immutable.
 *
 * @param schemaId {@code name@version}
 * @param wireHash hash of what matters on the wire, lower-case hex
 * @param catalog classes and static configuration
 * @param masks the sync masks of each class by its name
 */
public record StageSchema(
        String schemaId, String wireHash, Catalog catalog, Map<String, ClassMasks> masks) {
    public StageSchema {
        masks = Map.copyOf(masks);
    }

    /**
     * Members of one class that its schema shows.
     *
     * @param view indices of fields and tables with mask sync_view
     * @param self indices with mask sync_self
     */
    public record ClassMasks(Set<Long> view, Set<Long> self) {
        public ClassMasks {
            view = Set.copyOf(view);
            self = Set.copyOf(self);
        }

        /** Nothing is shown. */
        public static ClassMasks none() {
            return new ClassMasks(Set.of(), Set.of());
        }
    }

    /** The masks of a class; nothing for an unknown one. */
    public ClassMasks masksOf(String className) {
        return masks.getOrDefault(className, ClassMasks.none());
    }

    /** The same without showing some members: indices by class. */
    public StageSchema without(Map<String, Set<Long>> hidden) {
        Map<String, ClassMasks> shown = new HashMap<>(masks);
        hidden.forEach(
                (name, indices) ->
                        shown.computeIfPresent(
                                name,
                                (_, mask) ->
                                        new ClassMasks(
                                                without(mask.view(), indices),
                                                without(mask.self(), indices))));
        return new StageSchema(schemaId, wireHash, catalog, shown);
    }

    private static Set<Long> without(Set<Long> all, Set<Long> some) {
        Set<Long> rest = new HashSet<>(all);
        rest.removeAll(some);
        return rest;
    }
}
