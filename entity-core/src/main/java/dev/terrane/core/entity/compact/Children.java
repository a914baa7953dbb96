package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.stream.ProjectionClass;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is prepared for the projection classes of one container's children. */
final class Children<P> {
    private final @Nullable P every;
    private final Map<Guid, P> named = new HashMap<>();

    Children(ProjectionClass.ChildClasses rule, Function<ProjectionClass, P> prepare) {
        ProjectionClass other = rule.every();
        this.every = other == null ? null : prepare.apply(other);
        rule.named().forEach((guid, child) -> named.put(guid, prepare.apply(child)));
    }

    /** That of a child; null when it is hidden. */
    @Nullable P find(Guid child) {
        return named.isEmpty() ? every : named.getOrDefault(child, every);
    }
}
