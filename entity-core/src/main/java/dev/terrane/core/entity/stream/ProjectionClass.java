package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The effective members that a set of recipients may see of one class of entity, with the precision
 * they see them in, and for each selected container the projection classes of its children. Two are
 * equal exactly when these are, however the selections were written, so it is the key under which
 * recipients share bytes. Immutable.
 */
public final class ProjectionClass implements View {
    private final String schemaId;
    private final StreamLayout tree;
    private final Quantisation quantisation;
    private final IndexMap<ChildClasses> children;
    private final String hash;

    private ProjectionClass(
            String schemaId,
            EntityLayout layout,
            Quantisation quantisation,
            IndexMap<ChildClasses> children) {
        this.schemaId = schemaId;
        this.quantisation = quantisation;
        this.children = children;
        var rules = new IndexMap.Builder<StreamLayout.ChildRule>();
        children.forEach((rule, index) -> rules.put(index, rule.layouts()));
        this.tree = new StreamLayout(layout, rules.build());
        this.hash = LayoutHash.of(this);
    }

    /** What became of making one. */
    public sealed interface Result {
        /**
         * It is consistent.
         *
         * @param projection the class
         */
        record Ok(ProjectionClass projection) implements Result {}

        /**
         * A declaration names no selected floating member, a rule does not fit its container, or
         * the parts contradict each other.
         *
         * @param refusal why
         */
        record Refused(Refusal refusal) implements Result {}
    }

    /**
     * The projection classes of the children of one container. A child that is not named and no
     * class is for stays hidden.
     *
     * @param every class of every child that is not named; null hides them
     * @param named classes of these children
     */
    public record ChildClasses(@Nullable ProjectionClass every, Map<Guid, ProjectionClass> named) {
        public ChildClasses {
            named = Map.copyOf(named);
        }

        /** One class for every child. */
        public static ChildClasses of(ProjectionClass every) {
            return new ChildClasses(every, Map.of());
        }

        private StreamLayout.ChildRule layouts() {
            Map<Guid, StreamLayout> layouts = new TreeMap<>();
            named.forEach((guid, child) -> layouts.put(guid, child.tree));
            return new StreamLayout.ChildRule(every == null ? null : every.tree, layouts);
        }

        private Stream<ProjectionClass> all() {
            return Stream.concat(Stream.ofNullable(every), named.values().stream());
        }
    }

    /** The class of a selected layout without containers and its precision. */
    public static Result of(String schemaId, EntityLayout layout, Quantisation quantisation) {
        return of(schemaId, layout, quantisation, IndexMap.empty());
    }

    /**
     * The class of a selected layout, its precision, and what is seen of children: one rule for
     * each selected container, of that container's class and the same schema.
     */
    public static Result of(
            String schemaId,
            EntityLayout layout,
            Quantisation quantisation,
            IndexMap<ChildClasses> children) {
        String misfit = quantisation.findMisfit(layout);
        if (misfit != null) {
            return new Result.Refused(new Refusal.Rejected(Reason.FIXED_POINT, misfit));
        }
        if (schemaId.isEmpty()) {
            return new Result.Refused(new Refusal.Rejected(Reason.SCHEMA_MISMATCH, "schema id"));
        }
        for (int i = 0; i < layout.containers().size(); i++) {
            ContainerLayout container = layout.containers().valueAt(i);
            Reason wrong = misfit(schemaId, container, children, layout.containers().keyAt(i));
            if (wrong != null) {
                return new Result.Refused(
                        new Refusal.Rejected(wrong, layout.name() + "." + container.name()));
            }
        }
        if (children.size() > layout.containers().size()) {
            return new Result.Refused(new Refusal.Rejected(Reason.UNKNOWN_MEMBER, layout.name()));
        }
        var projection = new ProjectionClass(schemaId, layout, quantisation, children);
        return projection
                .tree
                .findContradiction()
                .<Result>map(Result.Refused::new)
                .orElseGet(() -> new Result.Ok(projection));
    }

    private static @Nullable Reason misfit(
            String schemaId,
            ContainerLayout container,
            IndexMap<ChildClasses> children,
            long index) {
        Optional<ChildClasses> rule = children.find(index);
        if (rule.isEmpty()) {
            return Reason.MISSING_MEMBER;
        }
        if (rule.get().all().anyMatch(child -> !child.schemaId.equals(schemaId))) {
            return Reason.SCHEMA_MISMATCH;
        }
        return rule.get()
                        .all()
                        .allMatch(child -> child.layout().name().equals(container.childClass()))
                ? null
                : Reason.CLASS_MISMATCH;
    }

    /** The class of a selected layout without containers, with every member exact. */
    public static ProjectionClass exact(String schemaId, EntityLayout layout) {
        return exact(schemaId, StreamLayout.flat(layout));
    }

    /** The class of a selected layout with every member exact, in the children too. */
    public static ProjectionClass exact(String schemaId, StreamLayout tree) {
        var children = new IndexMap.Builder<ChildClasses>();
        tree.children().forEach((rule, index) -> children.put(index, exact(schemaId, rule)));
        return switch (of(schemaId, tree.members(), Quantisation.NONE, children.build())) {
            case Result.Ok(ProjectionClass projection) -> projection;
            case Result.Refused(Refusal refusal) ->
                    throw new IllegalArgumentException(refusal.toString());
        };
    }

    private static ChildClasses exact(String schemaId, StreamLayout.ChildRule rule) {
        Map<Guid, ProjectionClass> named = new TreeMap<>();
        rule.named().forEach((guid, layout) -> named.put(guid, exact(schemaId, layout)));
        StreamLayout every = rule.every();
        return new ChildClasses(every == null ? null : exact(schemaId, every), named);
    }

    /** Schema of the class. */
    public String schemaId() {
        return schemaId;
    }

    /** Exactly the selected members. */
    public EntityLayout layout() {
        return tree.members();
    }

    @Override
    public EntityLayout members() {
        return tree.members();
    }

    /** The selected members with the children's, as a binding has them. */
    public StreamLayout tree() {
        return tree;
    }

    /** Precision of the members. */
    @Override
    public Quantisation quantisation() {
        return quantisation;
    }

    /** The projection classes of children, by index of each selected container. */
    public IndexMap<ChildClasses> children() {
        return children;
    }

    /** The class of a child in the container at a position; null when it is hidden. */
    @Override
    public @Nullable ProjectionClass findChild(int container, Guid child) {
        ChildClasses rule = children.valueAt(container);
        return rule.named().getOrDefault(child, rule.every());
    }

    /** Lower-case hex SHA-256 of everything above; the layout hash of the compact codec. */
    public String hash() {
        return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof ProjectionClass that && hash.equals(that.hash));
    }

    @Override
    public int hashCode() {
        return hash.hashCode();
    }

    @Override
    public String toString() {
        return layout().name() + "#" + hash.substring(0, 12);
    }
}
