package dev.terrane.schema.registry.plan;

import dev.terrane.core.schema.diff.SchemaChange;
import dev.terrane.schema.registry.SchemaId;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One change that needs attention, with all one must know to act on it.
 *
 * @param against the earlier version it differs from; null for what is reserved whatever came
 *     before
 * @param change rule, pointers, values and what it does
 */
public record Finding(@Nullable SchemaId against, SchemaChange change) {
    /** One sentence with rule, places, values and what breaks. */
    public String message() {
        String places =
                Stream.of(change.before(), change.after())
                        .map(side -> side == null ? "nothing" : side.pointer() + " " + side.value())
                        .collect(Collectors.joining(" -> "));
        return change.rule().id()
                + (against == null ? "" : " against " + against)
                + ": "
                + places
                + "; wire "
                + change.impact().wire()
                + ", source "
                + change.impact().source()
                + ", data "
                + change.impact().data()
                + ", authorisation "
                + change.impact().authorisation();
    }
}
