package dev.terrane.core.entity.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Guid;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Looks at every state of one stream and fails when a lifetime that was over is seen again: of a
 * row within a lifetime of its owner, or of an entity.
 */
public final class LifetimeWatch {
    private final Map<Guid, Long> entities = new HashMap<>();
    private final Map<String, Set<Long>> retired = new HashMap<>();
    private Map<String, Set<Long>> shown = new HashMap<>();

    /** The next state. */
    public void note(EntitySnapshot root) {
        Map<String, Set<Long>> now = new HashMap<>();
        collect(root, now);
        shown.forEach(
                (table, rows) -> {
                    Set<Long> gone = new HashSet<>(rows);
                    gone.removeAll(now.getOrDefault(table, Set.of()));
                    retired.computeIfAbsent(table, _ -> new HashSet<>()).addAll(gone);
                });
        now.forEach(
                (table, rows) ->
                        assertThat(
                                        Collections.disjoint(
                                                retired.getOrDefault(table, Set.of()), rows))
                                .as(table)
                                .isTrue());
        shown = now;
    }

    private void collect(EntitySnapshot entity, Map<String, Set<Long>> now) {
        assertThat(entity.incarnation())
                .isGreaterThanOrEqualTo(entities.getOrDefault(entity.guid(), 1L));
        entities.put(entity.guid(), entity.incarnation());
        entity.tables()
                .forEach(
                        (table, index) -> {
                            Set<Long> rows = new HashSet<>();
                            table.rows().values().forEach(row -> rows.add(row.incarnation()));
                            now.put(entity.guid() + "/" + entity.incarnation() + "." + index, rows);
                        });
        entity.containers()
                .values()
                .forEach(
                        container ->
                                container.slots().values().forEach(child -> collect(child, now)));
    }
}
