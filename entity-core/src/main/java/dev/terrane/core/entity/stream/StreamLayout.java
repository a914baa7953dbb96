package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Refusal;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Exactly the selected members of an entity and, for each selected container, what may be seen of
 * its children. A child without a layout of its own here stays hidden.
 *
 * @param members the selected members
 * @param children rules by container index, one for each selected container
 */
public record StreamLayout(EntityLayout members, IndexMap<ChildRule> children) implements View {
    public StreamLayout {
        if (!children.sameKeys(members.containers())) {
            throw new IllegalArgumentException(
                    members.name() + " has not one child rule for each selected container");
        }
        for (int i = 0; i < children.size(); i++) {
            String childClass = members.containers().valueAt(i).childClass();
            children.valueAt(i).requireClass(childClass);
        }
    }

    /** A layout without containers. */
    public static StreamLayout flat(EntityLayout members) {
        return new StreamLayout(members, IndexMap.empty());
    }

    /**
     * Why this can be no part of one schema: a class that has another kind, type or referenced
     * class at the same index elsewhere in it, or rows of a class with more than fields. Such a
     * layout binds no stream.
     */
    public Optional<Refusal> findContradiction() {
        try {
            LayoutCheck.require(this);
            return Optional.empty();
        } catch (RefusedException e) {
            return Optional.of(e.refusal());
        }
    }

    @Override
    public Quantisation quantisation() {
        return Quantisation.NONE;
    }

    /** What may be seen of a child in the container at a position; null when nothing may. */
    @Override
    public @Nullable StreamLayout findChild(int container, Guid child) {
        ChildRule rule = children.valueAt(container);
        return rule.named().getOrDefault(child, rule.every());
    }

    /**
     * Which children of one container may be seen.
     *
     * @param every what is seen of every child that is not named; null hides them
     * @param named what is seen of these children
     */
    public record ChildRule(@Nullable StreamLayout every, Map<Guid, StreamLayout> named) {
        public ChildRule {
            named = Map.copyOf(named);
        }

        /** One selection for every child. */
        public static ChildRule of(StreamLayout every) {
            return new ChildRule(every, Map.of());
        }

        private void requireClass(String childClass) {
            boolean fits = every == null || every.members().name().equals(childClass);
            for (StreamLayout layout : named.values()) {
                fits &= layout.members().name().equals(childClass);
            }
            if (!fits) {
                throw new IllegalArgumentException("a child rule is not of class " + childClass);
            }
        }
    }
}
