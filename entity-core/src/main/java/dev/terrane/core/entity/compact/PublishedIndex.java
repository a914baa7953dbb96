package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Entity;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a stage's entities are published: as a root, as a child of roots, or both. Found by the
 * dense number of the live entity; one that is gone may still stand here beside the next of its
 * number.
 */
final class PublishedIndex {
    private final Map<String, EntityShape> shapes = new HashMap<>();
    private @Nullable PublishedEntity[] byNumber = new @Nullable PublishedEntity[16];

    EntityShape shapeOf(Entity entity) {
        return shapes.computeIfAbsent(
                entity.layout().name(), _ -> new EntityShape(entity.layout(), entity.changes()));
    }

    /** The first under the number of an entity; the others follow. */
    @Nullable PublishedEntity first(Entity entity) {
        int number = entity.denseNumber();
        return number < byNumber.length ? byNumber[number] : null;
    }

    /** An entity as it is published in a root. */
    @Nullable PublishedEntity find(Entity entity, PublishedRoot root) {
        PublishedEntity at = first(entity);
        while (at != null && (at.entity() != entity || at.root() != root)) {
            at = at.next();
        }
        return at;
    }

    void add(PublishedEntity published) {
        int number = published.entity().denseNumber();
        if (number >= byNumber.length) {
            byNumber = Arrays.copyOf(byNumber, Math.max(number + 1, byNumber.length * 2));
        }
        published.setNext(byNumber[number]);
        byNumber[number] = published;
    }

    void remove(PublishedEntity published) {
        int number = published.entity().denseNumber();
        PublishedEntity at = byNumber[number];
        if (at == published) {
            byNumber[number] = published.next();
        } else {
            while (at != null && at.next() != published) {
                at = at.next();
            }
            if (at == null) {
                throw new IllegalStateException(published.entity().guid() + " is not published");
            }
            at.setNext(published.next());
        }
        published.setNext(null);
    }
}
