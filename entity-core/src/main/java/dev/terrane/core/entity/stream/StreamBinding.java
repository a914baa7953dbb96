package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.stream.StreamLayout.ChildRule;

/**
 * The trusted frame of one stream, fixed before any state and never changed by it. A contradiction
 * inside it is a programmer's error, because it never comes from untrusted bytes unjudged.
 *
 * @param schemaId schema id, not empty
 * @param root identity of the root
 * @param incarnation lifetime number of the root in this stream, at least 1
 * @param generation number of the stream, at least 1
 * @param layout exactly the selected members of the root with their types
 * @param children what may be seen of the children, by index of each selected container
 */
public record StreamBinding(
        String schemaId,
        Guid root,
        long incarnation,
        long generation,
        EntityLayout layout,
        IndexMap<ChildRule> children) {
    /** A binding without containers. */
    public StreamBinding(
            String schemaId, Guid root, long incarnation, long generation, EntityLayout layout) {
        this(schemaId, root, incarnation, generation, layout, IndexMap.empty());
    }

    public StreamBinding {
        if (schemaId.isEmpty() || incarnation < 1 || generation < 1) {
            throw new IllegalArgumentException(
                    "a binding has a schema id, and incarnation and generation from 1");
        }
        new StreamLayout(layout, children)
                .findContradiction()
                .ifPresent(
                        refusal -> {
                            throw new IllegalArgumentException(refusal.location());
                        });
    }

    /** Root members and child rules as one layout. */
    public StreamLayout tree() {
        return new StreamLayout(layout, children);
    }
}
