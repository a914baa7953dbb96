package dev.terrane.schema.registry.plan;

import dev.terrane.schema.registry.lifecycle.RetiredMember;
import dev.terrane.schema.registry.references.Reference;
import java.util.List;

/**
 * A retired member the document leaves out although somebody may still use it.
 *
 * @param member the member
 * @param holders who: live holders that came before it was retired, and stored data
 */
public record Held(RetiredMember member, List<Reference> holders) {
    public Held {
        holders = List.copyOf(holders);
    }
}
